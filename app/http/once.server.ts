import { createHash } from "node:crypto";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { claimCommand, keepAnswer, releaseCommand } from "~/db/repositories/applied-commands.server";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";

/** What makes two submissions the same one. */
export interface Submission {
  /** given by the page or its script */
  id: string;
  /** path and intent: names it in the table, too */
  name: string;
  /** everything that it says; with other content it is another one */
  content: readonly (readonly [name: string, value: string])[];
}

/** How long a second one waits for the answer to the first. */
const WAIT_MS = 10_000;
const LOOK_MS = 100;

/** Those that this process carries out now. */
const underWay = new Map<string, Promise<unknown>>();

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The user and the content are part of the key: nobody gets another's answer, and a form that was changed is carried out. */
function keyOf(session: CompanySession, { id, name, content }: Submission): string {
  return `form.${createHash("sha256").update(JSON.stringify([session.user.id, id, name, content])).digest("base64url")}`;
}

/**
 * Carries out a form once, however often it is sent, also at the same time: whoever comes later gets the first answer.
 * A form that was refused has done nothing and may come again.
 * @param submission null: it can't be recognised, and is carried out whenever it comes
 * @throws AppError 409 'submit.running' when the first has no answer yet, or its process ended in the middle of it
 */
export async function carryOutOnce<T>(session: CompanySession, submission: Submission | null, work: () => Promise<T>): Promise<T> {
  if (submission === null) return work();
  const key = keyOf(session, submission);
  const name = `${session.company.id}:${key}`;
  for (let first = underWay.get(name); first !== undefined; first = underWay.get(name)) {
    try {
      return (await first) as T;
    } catch {
      // The first was refused: this one is judged by itself.
    }
  }
  const running = claimAndWork(session, key, submission, work);
  underWay.set(name, running);
  try {
    return await running;
  } finally {
    underWay.delete(name);
  }
}

async function claimAndWork<T>(session: CompanySession, key: string, { name }: Submission, work: () => Promise<T>): Promise<T> {
  const given = { commandId: key, command: name.slice(0, 100), userId: session.user.id };
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const claim = await claimCommand<T>(db(), session.company.id, given, nowText());
    if (claim.state === "done") return claim.result;
    if (claim.state === "ours") break;
    if (waitedMs >= WAIT_MS) {
      throw new AppError("submit.running", "This was sent before, and how it ended isn't known yet. Load the page again to see whether it was done.", { status: 409 });
    }
    await pause(LOOK_MS);
  }
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await releaseCommand(db(), session.company.id, key);
    throw error;
  }
  await keepAnswer(db(), session.company.id, key, result);
  return result;
}
