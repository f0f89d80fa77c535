import { count, waitMinutes } from "~/domain/format-number";
import { AppError } from "~/lib/errors";
import { refuseWithinTransaction } from "~/lib/within-transaction.server";

const TOO_MANY = "Too many login attempts.";

/** The longest wait for a turn. */
const RETRY_AFTER_SEC = 5;

const waitWords = (seconds: number): string => (seconds < 60 ? count(seconds, "second") : waitMinutes(seconds));

export const tooManyTries = (retryAfterSec: number, code = "auth.too_many"): AppError =>
  new AppError(code, TOO_MANY, {
    status: 429,
    detail: `Try again in ${waitWords(retryAfterSec)}.`,
    details: { retryAfterSec },
  });

/**
 * Lets few through at a time and few wait: hashing takes a thread of the pool that files and addresses need, too.
 * @throws AppError 429 when too many wait
 */
export function gate(atOnce: number, mayWait: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    refuseWithinTransaction("Hashing a password");
    if (running >= atOnce) {
      if (waiting.length >= mayWait) throw tooManyTries(RETRY_AFTER_SEC);
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next waiting one takes this one's place.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
