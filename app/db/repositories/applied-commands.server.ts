import type { Db } from "../client.server";
import { parseJson } from "../codecs.server";
import { isDuplicate } from "../errors.server";
import { AppError } from "~/lib/errors";
import type { UtcText } from "../tables";

export interface ClientCommand {
  /** given by the client: the same again means the same action, sent again. At most 64 characters. */
  commandId: string;
  /** e.g. 'visit.done' */
  command: string;
  userId: number | null;
}

export interface Applied<T> {
  /** what the first run answered; it went through JSON when `repeated` */
  result: T;
  repeated: boolean;
}

/**
 * Carries out a client's command exactly once, however often it is sent, also at the same time.
 * Inside `withTransaction`: the mark and the effect are stored together, or neither.
 * @throws AppError 409 'command.reused' when the id was used for another command
 */
export async function applyOnce<T>(trx: Db, companyId: number, given: ClientCommand, now: UtcText, work: () => Promise<T>): Promise<Applied<T>> {
  const key = { company_id: companyId, command_id: given.commandId };
  try {
    await trx("applied_commands").insert({ ...key, command: given.command, user_id: given.userId, result: null, created_at: now });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const done = await trx("applied_commands").where(key).first();
    if (!done || done.command !== given.command) {
      throw new AppError("command.reused", "This action was already used for something else.", { status: 409, cause: error });
    }
    return { result: parseJson<T>(done.result, null as T), repeated: true };
  }
  const result = await work();
  await trx("applied_commands").where(key).update({ result: JSON.stringify(result ?? null) });
  return { result, repeated: false };
}

/**
 * What the command answered when it was carried out before; undefined when it was not yet. A look before the work:
 * only `applyOnce` decides.
 * @throws AppError 409 'command.reused' when the id was used for another command
 */
export async function findApplied<T>(db: Db, companyId: number, given: Pick<ClientCommand, "commandId" | "command">): Promise<T | undefined> {
  const done = await db("applied_commands").where({ company_id: companyId, command_id: given.commandId }).first();
  if (!done) return undefined;
  if (done.command !== given.command) throw new AppError("command.reused", "This action was already used for something else.", { status: 409 });
  return parseJson<T | undefined>(done.result, undefined);
}

/** Who carries out a command: the one that claimed it, until its answer is kept. */
export type Claim<T> = { state: "ours" } | { state: "running" } | { state: "done"; result: T };

/** For a command whose work is no single transaction: claim, work, and keep the answer or release the claim. */
export async function claimCommand<T>(db: Db, companyId: number, given: ClientCommand, now: UtcText): Promise<Claim<T>> {
  const key = { company_id: companyId, command_id: given.commandId };
  try {
    await db("applied_commands").insert({ ...key, command: given.command, user_id: given.userId, result: null, created_at: now });
    return { state: "ours" };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const known = await db("applied_commands").where(key).first();
  // Released meanwhile: the next look claims it.
  if (!known || known.result === null) return { state: "running" };
  return { state: "done", result: parseJson<T>(known.result, null as T) };
}

export async function keepAnswer(db: Db, companyId: number, commandId: string, result: unknown): Promise<void> {
  await db("applied_commands").where({ company_id: companyId, command_id: commandId }).update({ result: JSON.stringify(result ?? null) });
}

/** Nothing was done: the same command may come again. */
export async function releaseCommand(db: Db, companyId: number, commandId: string): Promise<void> {
  await db("applied_commands").where({ company_id: companyId, command_id: commandId }).delete();
}

/** Forgets commands from before `before`; phones that were off longer have to start afresh. */
export const forgetCommandsAcrossCompanies = async (db: Db, before: UtcText): Promise<number> => db("applied_commands").where("created_at", "<", before).delete();
