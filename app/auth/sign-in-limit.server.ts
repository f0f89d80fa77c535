/** Counts tries and says how long to wait, in the memory of this process. */
export interface TryLimit {
  /** Counts a try, before anything is done for it. @returns seconds to wait; 0: go on */
  take(key: string, nowMs: number): number;
  /** Resets the count of a key, after a successful sign-in. */
  forget(key: string): void;
}

/**
 * @param tries that are let through within `windowMs`; one that is refused isn't counted, so that waiting always helps
 * @param maxKeys remembered at most; the oldest are forgotten first, so that a flood of names can't fill the memory
 */
export function tryLimit(tries: number, windowMs: number, maxKeys: number): TryLimit {
  const taken = new Map<string, number[]>();
  return {
    take(key, nowMs) {
      const recent = (taken.get(key) ?? []).filter((at) => nowMs - at < windowMs);
      if (recent.length >= tries) return Math.max(1, Math.ceil((recent[0]! + windowMs - nowMs) / 1000));
      taken.delete(key);
      taken.set(key, [...recent, nowMs]);
      if (taken.size > maxKeys) taken.delete(taken.keys().next().value!);
      return 0;
    },
    forget: (key) => void taken.delete(key),
  };
}

const WINDOW_MS = 5 * 60_000;
const MAX_KEYS = 10_000;

const byAccountAndAddress = tryLimit(10, WINDOW_MS, MAX_KEYS);
/** Passwords of one account that are guessed from many addresses. */
const byAccount = tryLimit(50, WINDOW_MS, MAX_KEYS);
/** One address that tries many accounts; an office that shares one signs in within it. */
const byAddress = tryLimit(100, WINDOW_MS, MAX_KEYS);
const byKnownBrowser = tryLimit(10, WINDOW_MS, MAX_KEYS);

export interface SignInTry {
  email: string;
  /** IP of the visitor */
  ip: string;
  /** the browser's id where the account was signed in from it before, else null */
  knownBrowser: string | null;
}

/**
 * Counts a try to sign in. Strangers who guess an account's password make each other wait, and not the browsers that
 * the account is known from.
 * @returns seconds to wait; 0: go on
 */
export function countTry({ email, ip, knownBrowser }: SignInTry, nowMs: number): number {
  if (knownBrowser !== null) return byKnownBrowser.take(`${knownBrowser} ${email}`, nowMs);
  const address = networkOf(ip);
  // What one limit refuses isn't counted by the next: guessing at one account doesn't use up the tries of others.
  for (const [limit, key] of [
    [byAccountAndAddress, `${address} ${email}`],
    [byAccount, email],
    [byAddress, address],
  ] as const) {
    const waitSec = limit.take(key, nowMs);
    if (waitSec > 0) return waitSec;
  }
  return 0;
}

/** The password was right. */
export function resetTries({ email, ip, knownBrowser }: SignInTry): void {
  if (knownBrowser !== null) byKnownBrowser.forget(`${knownBrowser} ${email}`);
  else byAccountAndAddress.forget(`${networkOf(ip)} ${email}`);
}

/** A network with one IPv6 address usually has the other 2^64 of its prefix, too. */
export function networkOf(ip: string): string {
  const [whole = ""] = ip.replace(/^::ffff:(?=\d+\.)/i, "").split("%");
  if (!whole.includes(":")) return whole;
  const [head = "", tail] = whole.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  return [...groups, ...Array<string>(zeros).fill("0"), ...rest]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":");
}
