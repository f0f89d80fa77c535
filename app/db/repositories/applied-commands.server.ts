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

const reused = (cause?: unknown): AppError =>
  new AppError("command.reused", "This action was already used for something else.", { status: 409, cause });

/**
 * Carries out a client's command exactly once, however often it is sent, also at the same time.
 * Inside `withTransaction`: the record and the effect are stored together, or neither.
 * @throws AppError 409 'command.reused' when the id was used for another command
 */
export async function applyOnce<T>(
  trx: Db,
  companyId: number,
  given: ClientCommand,
  now: UtcText,
  work: () => Promise<T>,
): Promise<Applied<T>> {
  const key = { company_id: companyId, command_id: given.commandId };
  try {
    await trx("applied_commands").insert({
      ...key,
      command: given.command,
      user_id: given.userId,
      result: null,
      created_at: now,
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const done = await trx("applied_commands").where(key).first();
    if (!done || done.command !== given.command) {
      throw reused(error);
    }
    return { result: parseJson<T>(done.result, null as T), repeated: true };
  }
  const result = await work();
  await trx("applied_commands")
    .where(key)
    .update({ result: JSON.stringify(result ?? null) });
  return { result, repeated: false };
}

/**
 * What the command answered when it was carried out before; undefined when it was not yet. A look before the work:
 * only `applyOnce` decides.
 * @throws AppError 409 'command.reused' when the id was used for another command
 */
export async function findApplied<T>(
  db: Db,
  companyId: number,
  given: Pick<ClientCommand, "commandId" | "command">,
): Promise<T | undefined> {
  const done = await db("applied_commands").where({ company_id: companyId, command_id: given.commandId }).first();
  if (!done) return undefined;
  if (done.command !== given.command) throw reused();
  return parseJson<T | undefined>(done.result, undefined);
}

/**
 * Stores a command's answer together with its effect, in the transaction that looked with `findApplied` before.
 * @throws AppError 409 'command.reused' when the id was used for another command meanwhile
 */
export async function recordApplied(
  trx: Db,
  companyId: number,
  given: ClientCommand,
  result: unknown,
  now: UtcText,
): Promise<void> {
  try {
    await trx("applied_commands").insert({
      company_id: companyId,
      command_id: given.commandId,
      command: given.command,
      user_id: given.userId,
      result: JSON.stringify(result ?? null),
      created_at: now,
    });
  } catch (error) {
    throw isDuplicate(error) ? reused(error) : error;
  }
}

/** Who carries out a command: the one that claimed it, until its answer is kept. */
export type Claim<T> =
  | { state: "ours" }
  | { state: "running" }
  | { state: "done"; result: T }
  /** between the effect and the answer its process ended, or the work failed */
  | { state: "unanswered" };

export interface Claimant {
  /** a random name */
  by: string;
  now: UtcText;
  /** a claimant that has not renewed its claim since then counts as ended */
  lapsed: UtcText;
}

const ofCommand = (db: Db, companyId: number, commandId: string) =>
  db("applied_commands").where({ company_id: companyId, command_id: commandId });

/**
 * For a command whose work is no single transaction: claim, record with the first effect, and keep the answer or
 * release the claim.
 */
export async function claimCommand<T>(
  db: Db,
  companyId: number,
  given: ClientCommand,
  { by, now, lapsed }: Claimant,
): Promise<Claim<T>> {
  const claim = { claimed_by: by, claimed_at: now };
  try {
    await db("applied_commands").insert({
      company_id: companyId,
      command_id: given.commandId,
      command: given.command,
      user_id: given.userId,
      result: null,
      created_at: now,
      ...claim,
    });
    return { state: "ours" };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const known = await ofCommand(db, companyId, given.commandId).first();
  // Released meanwhile: the next attempt claims it.
  if (!known) return { state: "running" };
  if (known.result !== null) return { state: "done", result: parseJson<T>(known.result, null as T) };
  const isHeld = known.claimed_by !== null && known.claimed_at !== null && known.claimed_at >= lapsed;
  if (known.done_at !== null && !isHeld) return { state: "unanswered" };
  if (known.claimed_at === null || isHeld) return { state: "running" };
  const taken = await ofCommand(db, companyId, given.commandId)
    .where({ claimed_by: known.claimed_by })
    .where("claimed_at", "<", lapsed)
    .whereNull("done_at")
    .update(claim);
  return { state: taken === 1 ? "ours" : "running" };
}

/** Renews a claim. */
export async function renewClaim(
  db: Db,
  companyId: number,
  commandId: string,
  { by, now }: Pick<Claimant, "by" | "now">,
): Promise<void> {
  await ofCommand(db, companyId, commandId).where({ claimed_by: by }).update({ claimed_at: now });
}

/**
 * In the transaction of the effect, before it: from here on it is not carried out again, unless the transaction is
 * rolled back.
 * @returns false when the claim was taken by another meanwhile
 */
export async function markDone(
  trx: Db,
  companyId: number,
  commandId: string,
  { by, now }: Pick<Claimant, "by" | "now">,
): Promise<boolean> {
  return (await ofCommand(trx, companyId, commandId).where({ claimed_by: by }).update({ done_at: now })) === 1;
}

/** In the transaction that undoes the effect: nothing was done. */
export async function markUndone(trx: Db, companyId: number, commandId: string, by: string): Promise<void> {
  await ofCommand(trx, companyId, commandId).where({ claimed_by: by }).update({ done_at: null });
}

export async function keepAnswer(
  db: Db,
  companyId: number,
  commandId: string,
  by: string,
  result: unknown,
): Promise<void> {
  await ofCommand(db, companyId, commandId)
    .where({ claimed_by: by })
    .update({ result: JSON.stringify(result ?? null) });
}

/** Its effect is stored, and there will be no answer. */
export async function leaveUnanswered(db: Db, companyId: number, commandId: string, by: string): Promise<void> {
  await ofCommand(db, companyId, commandId).where({ claimed_by: by }).update({ claimed_by: null });
}

/**
 * Nothing was done: the same command may come again. Where its effect is stored all the same, because the connection
 * ended between the commit and its answer, it may not.
 */
export async function releaseCommand(db: Db, companyId: number, commandId: string, by: string): Promise<void> {
  const released = await ofCommand(db, companyId, commandId).where({ claimed_by: by }).whereNull("done_at").delete();
  if (released === 0) await leaveUnanswered(db, companyId, commandId, by);
}

/** Forgets commands from before `before`; phones that were off longer have to start afresh. */
export const forgetCommandsAcrossCompanies = async (db: Db, before: UtcText): Promise<number> =>
  db("applied_commands").where("created_at", "<", before).delete();
