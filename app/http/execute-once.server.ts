import { createHash, randomUUID } from "node:crypto";
import { senderOf } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import {
  claimCommand,
  keepAnswer,
  leaveUnanswered,
  markDone,
  markUndone,
  releaseCommand,
  renewClaim,
} from "~/db/repositories/applied-commands.server";
import { withFirstWrite } from "~/db/transaction.server";
import type { FirstWrite } from "~/db/transaction.server";
import { addSeconds } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { pause } from "~/lib/pause";
import { workOfRequest } from "~/lib/requests-under-way.server";
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

/** How long a second one waits for the answer to the first: longer than a claim lasts whose process has ended. */
const WAIT_MS = 10_000;
const LOOK_MS = 100;
const CLAIM_SEC = 6;
const RENEW_MS = 2000;

/** Those that this process carries out now. */
const inProgress = new Map<string, Promise<unknown>>();

/**
 * The user and the content are part of the key: each user gets their own answer, and a changed form is carried out.
 */
function keyOf(session: CompanySession, { id, name, content }: Submission): string {
  return `form.${createHash("sha256")
    .update(JSON.stringify([senderOf(session), id, name, content]))
    .digest("base64url")}`;
}

/**
 * Carries out a form once, however often it is sent, also at the same time: later requests get the first answer.
 * A refused form has no effect and may be sent again.
 *
 * A form is claimed before the work; the first transaction of the work stores its effect together with a record that it
 * is done (`withFirstWrite`). So whenever the process dies:
 * - before that transaction is committed, nothing is done. The claim lapses within six seconds, and the form's next
 *   coming carries it out. Should the first only be stuck, its transaction finds the claim taken and stores nothing.
 * - after it, its effect is stored and is not repeated. Without an answer the next coming is answered that it is done.
 * What a command does in further transactions follows from its first one, and what it writes outside of any may be
 * written twice.
 * @param submission null: it can't be recognised, and is carried out each time
 * @throws AppError 409 'submit.running' when the first has no answer yet, 'submit.done' when it is done and its answer
 *   is lost, 'submit.taken' when it came again while it was stuck
 */
export async function executeOnce<T>(
  session: CompanySession,
  submission: Submission | null,
  work: () => Promise<T>,
): Promise<T> {
  if (submission === null) return work();
  const key = keyOf(session, submission);
  const name = `${session.company.id}:${key}`;
  for (let first = inProgress.get(name); first !== undefined; first = inProgress.get(name)) {
    try {
      return (await first) as T;
    } catch {
      // The first was refused: this one is judged by itself.
    }
  }
  const running = claimAndWork(session, { key, name: submission.name, waitMs: WAIT_MS }, work);
  inProgress.set(name, running);
  try {
    return await running;
  } finally {
    inProgress.delete(name);
  }
}

interface ClaimedWork {
  /** at most 64 characters, unique within the company */
  key: string;
  /** names it in the table */
  name: string;
  /** how long to wait for the answer of a first one that is under way */
  waitMs: number;
}

/**
 * Claims the key, works, and keeps the answer; or answers what was kept.
 * @throws AppError 409 'submit.running', 'submit.done', 'submit.taken'
 */
export async function claimAndWork<T>(
  session: CompanySession,
  { key, name, waitMs }: ClaimedWork,
  work: () => Promise<T>,
): Promise<T> {
  const companyId = session.company.id;
  // The same to the end: the work may outlast the server's own.
  const database = db();
  const by = randomUUID();
  const given = { commandId: key, command: name.slice(0, 100), userId: session.user.id };
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const now = nowText();
    const claim = await claimCommand<T>(database, companyId, given, { by, now, lapsed: addSeconds(now, -CLAIM_SEC) });
    if (claim.state === "done") return claim.result;
    if (claim.state === "ours") break;
    if (claim.state === "unanswered")
      throw new AppError("submit.done", "This was sent before, and it was done. Load the page again to see it.", {
        status: 409,
      });
    if (waitedMs >= waitMs) {
      throw new AppError(
        "submit.running",
        "This was sent before, and how it ended isn't known yet. Load the page again to see whether it was done.",
        { status: 409 },
      );
    }
    await pause(LOOK_MS);
  }
  const completion: FirstWrite = {
    isStored: false,
    takeBack: (trx) => markUndone(trx, companyId, key, by),
    async write(trx) {
      if (await markDone(trx, companyId, key, { by, now: nowText() })) return;
      throw new AppError("submit.taken", "This took long and was sent again. What was sent last is carried out.", {
        status: 409,
      });
    },
  };
  // A renewal that fails does no harm: the claim lapses, and the record decides.
  const renewing = setInterval(
    () => void renewClaim(database, companyId, key, { by, now: nowText() }).catch(() => undefined),
    RENEW_MS,
  );
  try {
    return await workOfRequest(async () => {
      const result = await withFirstWrite(completion, work);
      await keepAnswer(database, companyId, key, by, result);
      return result;
    });
  } catch (error) {
    // Where that can't be stored, the claim lapses.
    await (completion.isStored ? leaveUnanswered : releaseCommand)(database, companyId, key, by).catch(() => undefined);
    throw error;
  } finally {
    // What the work has left behind in the background is no effect of the form.
    completion.isStored = true;
    clearInterval(renewing);
  }
}
