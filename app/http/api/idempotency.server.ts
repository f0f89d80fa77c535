import { createHash } from "node:crypto";
import { senderOf } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { claimAndWork } from "~/http/execute-once.server";
import { AppError } from "~/lib/errors";

export const IDEMPOTENCY_HEADER = "Idempotency-Key";
const IS_KEY = /^[\x21-\x7e]{1,255}$/;

/** The key of a request; null when it has none. @throws AppError 422 */
export function idempotencyKey(headers: Headers): string | null {
  const given = headers.get(IDEMPOTENCY_HEADER)?.trim() ?? "";
  if (given === "") return null;
  if (!IS_KEY.test(given))
    throw new AppError("api.idempotency_key", "Idempotency-Key is not correct: 1 to 255 characters without blanks", {
      status: 422,
    });
  return given;
}

interface Kept<T> {
  /** of the payload that was answered */
  content: string;
  answer: T;
}

const hash = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

/**
 * Carries out a call once for each key of its sender; the same call again gets the stored answer, after restarts and
 * in other processes too. A call that was refused has no effect, and its key may come again.
 * @param content path and payload
 * @throws AppError 422 for another payload under the same key, 409 while the first has no answer yet
 */
export async function onceForKey<T>(
  session: CompanySession,
  key: string | null,
  { path, content }: { path: string; content: unknown },
  work: () => Promise<T>,
): Promise<{ answer: T; isRepeated: boolean }> {
  if (key === null) return { answer: await work(), isRepeated: false };
  const ours = hash([path, content]);
  let isRepeated = true;
  const kept = await claimAndWork<Kept<T>>(
    session,
    { key: `api.${hash([senderOf(session), key])}`, name: path, waitMs: 0 },
    async () => {
      isRepeated = false;
      return { content: ours, answer: await work() };
    },
  );
  if (kept.content !== ours)
    throw new AppError("api.idempotency_reused", "This Idempotency-Key was used for another request.", { status: 422 });
  return { answer: kept.answer, isRepeated };
}
