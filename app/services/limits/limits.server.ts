import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { AppError } from "~/lib/errors";
import { refuseWithinTransaction } from "~/lib/within-transaction.server";

/** How often something may be done. The window begins with the first use and ends all at once. */
export interface Limit {
  /** short and unique: it names the rows */
  name: string;
  uses: number;
  windowSec: number;
}

/**
 * Counts what senders do, for all processes together where there is a database: on a connection of its own, so that
 * what was counted stays counted. Never inside a transaction.
 */
export interface Limits {
  /**
   * Counts a use, before anything is done for it.
   * @param uses so many at once, or none: what is refused then is not counted
   * @returns seconds to wait; 0: go on
   */
  take(limit: Limit, key: string, uses?: number): Promise<number>;
  /** Uses that were counted for something that isn't done then. */
  giveBack(limit: Limit, key: string, uses: number): Promise<void>;
  /** What a use would answer, without counting one. @returns seconds to wait; 0: there is room */
  look(limit: Limit, key: string): Promise<number>;
  /** How many uses are left of a key, and in how many seconds all of them are back. Counts none. */
  room(limit: Limit, key: string): Promise<{ left: number; waitSec: number }>;
  /** Resets the count of a key, e.g. after a successful sign-in. */
  forget(limit: Limit, key: string): Promise<void>;
}

export interface LimiterOptions {
  keyPrefix: string;
  points: number;
  /** seconds */
  duration: number;
}

/** A key of any length, and of any content: an e-mail is not stored in clear. */
const shortKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

/** @param limiterOf one counter of the library, over whatever it counts in */
export function limitsWith(limiterOf: (options: LimiterOptions) => RateLimiterAbstract): Limits {
  const limiters = new Map<string, RateLimiterAbstract>();
  const of = ({ name, uses, windowSec }: Limit): RateLimiterAbstract => {
    // The same name with other uses counts in the same rows: a company that pays for more has used up as much.
    const numbers = `${name} ${uses} ${windowSec}`;
    const known = limiters.get(numbers);
    if (known !== undefined) return known;
    const made = limiterOf({ keyPrefix: name, points: uses, duration: windowSec });
    limiters.set(numbers, made);
    return made;
  };
  const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));
  const giveBack: Limits["giveBack"] = async (limit, key, uses) => {
    refuseWithinTransaction("limits().giveBack");
    await of(limit).reward(shortKey(key), uses);
  };
  return {
    giveBack,
    async take(limit, key, uses = 1) {
      refuseWithinTransaction("limits().take");
      try {
        await of(limit).consume(shortKey(key), uses);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        if (uses > 1) await giveBack(limit, key, uses);
        return secondsOf(refusal);
      }
    },
    async look(limit, key) {
      refuseWithinTransaction("limits().look");
      const used = await of(limit).get(shortKey(key));
      return used === null || used.consumedPoints < limit.uses ? 0 : secondsOf(used);
    },
    async room(limit, key) {
      refuseWithinTransaction("limits().room");
      const used = await of(limit).get(shortKey(key));
      if (used === null) return { left: limit.uses, waitSec: limit.windowSec };
      return { left: Math.max(0, limit.uses - used.consumedPoints), waitSec: secondsOf(used) };
    },
    async forget(limit, key) {
      refuseWithinTransaction("limits().forget");
      await of(limit).delete(shortKey(key));
    },
  };
}

const inMemory = (): Limits => limitsWith((options) => new RateLimiterMemory(options));

let current = inMemory();

export const limits = (): Limits => current;

/** Given at boot where there is a database; without one, a process counts for itself. */
export function setLimits(next: Limits | undefined): void {
  current = next ?? inMemory();
}

/** Of what may be sent again later. */
const LATER = [409, 429];

/** The answer to one who has to wait. Whoever answers over HTTP sends `Retry-After` with it. */
export const waitError = (code: string, message: string, retryAfterSec: number): AppError =>
  new AppError(code, message, { status: 429, details: { retryAfterSec } });

/** The seconds of such an answer; undefined for any other error. */
export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof AppError) || !LATER.includes(error.status)) return undefined;
  const { retryAfterSec } = (error.details ?? {}) as { retryAfterSec?: unknown };
  return typeof retryAfterSec === "number" ? retryAfterSec : undefined;
}
