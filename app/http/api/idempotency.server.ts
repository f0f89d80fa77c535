import { createHash, randomUUID } from "node:crypto";
import { json } from "@remix-run/node";
import { senderOf } from "~/auth/session.server";
import type { CompanySession, Session } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { claimOpenCall, keepOpenAnswer, releaseOpenCall } from "~/db/repositories/open-calls.server";
import { addSeconds } from "~/domain/time/utc-text";
import { claimAndWork } from "~/http/execute-once.server";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { keyedHash } from "~/services/secret.server";

export const IDEMPOTENCY_HEADER = "Idempotency-Key";
const IS_KEY = /^[\x21-\x7e]{1,255}$/;

/** The key of a request; null without the header. An empty one protects from nothing. @throws AppError 400 */
export function idempotencyKey(headers: Headers): string | null {
  const given = headers.get(IDEMPOTENCY_HEADER)?.trim() ?? null;
  if (given === null) return null;
  if (!IS_KEY.test(given))
    throw new AppError("api.idempotency_key", "Idempotency-Key is not correct: 1 to 255 characters without blanks", {
      status: 400,
    });
  return given;
}

interface Kept<T> {
  /** of the payload that was answered */
  content: string;
  answer: T;
  /** of the answer; calls of earlier versions had none */
  headers?: Readonly<Record<string, string>>;
}

const hash = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

/** Whoever asks so often learns of the end soon. */
const ASK_AGAIN_SEC = 5;

const running = (): AppError =>
  new AppError("submit.running", "A request with this Idempotency-Key is under way. Send it again in a moment.", {
    status: 409,
    details: { retryAfterSec: ASK_AGAIN_SEC },
  });

const reused = (): AppError =>
  new AppError("api.idempotency_reused", "This Idempotency-Key was used for another request.", { status: 422 });

/**
 * Carries out a call once for each key of its sender; the same call again gets the stored answer, after restarts and
 * in other processes too. A call that was refused has no effect, and its key may come again.
 * @param content path and payload
 * @param headers what the work says beside its answer
 * @throws AppError 422 for another payload under the same key, 409 while the first has no answer yet
 */
export async function onceForKey<T>(
  session: CompanySession,
  key: string | null,
  { path, content, headers = new Headers() }: { path: string; content: unknown; headers?: Headers },
  work: () => Promise<T>,
): Promise<{ answer: T; isRepeated: boolean; headers: Readonly<Record<string, string>> }> {
  if (key === null) return { answer: await work(), isRepeated: false, headers: Object.fromEntries(headers) };
  // Keyed: a payload may hold a password.
  const ours = keyedHash("call-content", JSON.stringify([path, content]));
  let isRepeated = true;
  const kept = await claimAndWork<Kept<T>>(
    session,
    { key: `api.${hash([senderOf(session), key])}`, name: path, waitMs: 0 },
    async () => {
      isRepeated = false;
      const answer = await work();
      return { content: ours, answer, headers: Object.fromEntries(headers) };
    },
  ).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "submit.running" && isRepeated ? running() : error;
  });
  if (kept.content !== ours) throw reused();
  return { answer: kept.answer, isRepeated, headers: kept.headers ?? {} };
}

/** Longer than any of these calls takes; a process that has ended holds a key no longer. */
const OPEN_CLAIM_SEC = 60;

/** Who asks without a company: an account, or a browser at an address. */
interface OpenSender {
  session: Session | null;
  ip: string;
  cookies: string;
}

/**
 * The same for a call without a company. Of the answer its body is kept, and never a cookie: whoever gets it again gets
 * nothing to sign in with. It is kept for the sender alone, and under a keyed hash: a payload may hold a password.
 * @param again what is kept can't stand for its answer: the same payload is carried out again
 */
export async function onceForOpenKey(
  { session, ip, cookies }: OpenSender,
  key: string,
  { path, content, again }: { path: string; content: unknown; again: boolean },
  work: () => Promise<Response>,
): Promise<Response> {
  const sender =
    session === null ? ["nobody", ip, cookies] : [session.key === null ? 0 : session.company?.id, senderOf(session)];
  const callKey = keyedHash("open-call-key", JSON.stringify([sender, key]));
  const ours = keyedHash("open-call-content", JSON.stringify([path, content]));
  const by = randomUUID();
  const now = nowText();
  const lapsed = addSeconds(now, -OPEN_CLAIM_SEC);
  const claim = await claimOpenCall(db(), { callKey, content: ours, path, by, now, lapsed });
  if (claim.state === "running") throw running();
  if (claim.state === "done") {
    if (claim.content !== ours) throw reused();
    return again ? work() : json(JSON.parse(claim.answer), { headers: { "Idempotent-Replayed": "true" } });
  }
  try {
    const answer = await work();
    await keepOpenAnswer(db(), callKey, by, again ? "null" : await answer.clone().text());
    return answer;
  } catch (error) {
    await releaseOpenCall(db(), callKey, by);
    throw error;
  }
}
