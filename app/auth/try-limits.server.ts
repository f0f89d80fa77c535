import { limits } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";

const WINDOW_SEC = 5 * 60;

const BY_ACCOUNT_AND_ADDRESS: Limit = { name: "sign-in-pair", uses: 10, windowSec: WINDOW_SEC };
/** Passwords of one account that are guessed from many addresses. */
const BY_ACCOUNT: Limit = { name: "sign-in-account", uses: 50, windowSec: WINDOW_SEC };
/** One address that tries many accounts; an office that shares one signs in within it. */
const BY_ADDRESS: Limit = { name: "sign-in-address", uses: 100, windowSec: WINDOW_SEC };
const BY_KNOWN_BROWSER: Limit = { name: "sign-in-browser", uses: 10, windowSec: WINDOW_SEC };

interface SignInTry {
  email: string;
  /** IP of the visitor */
  ip: string;
  /** the browser's id where the account was signed in from it before, else null */
  knownBrowser: string | null;
}

/**
 * Counts a use by each limit in turn. What one refuses isn't counted by the next: guessing at one account doesn't use
 * up the tries of others.
 * @returns seconds to wait; 0: go on
 */
export async function takeAll(counts: readonly (readonly [Limit, string])[]): Promise<number> {
  for (const [limit, key] of counts) {
    const waitSec = await limits().take(limit, key);
    if (waitSec > 0) return waitSec;
  }
  return 0;
}

/**
 * Counts a try to sign in. Strangers who guess an account's password make each other wait, and not the browsers that
 * the account is known from.
 * @returns seconds to wait; 0: go on
 */
export function countTry({ email, ip, knownBrowser }: SignInTry): Promise<number> {
  if (knownBrowser !== null) return limits().take(BY_KNOWN_BROWSER, `${knownBrowser} ${email}`);
  const address = networkOf(ip);
  return takeAll([
    [BY_ACCOUNT_AND_ADDRESS, `${address} ${email}`],
    [BY_ACCOUNT, email],
    [BY_ADDRESS, address],
  ]);
}

/** The password was right. */
export function resetTries({ email, ip, knownBrowser }: SignInTry): Promise<void> {
  return knownBrowser === null
    ? limits().forget(BY_ACCOUNT_AND_ADDRESS, `${networkOf(ip)} ${email}`)
    : limits().forget(BY_KNOWN_BROWSER, `${knownBrowser} ${email}`);
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
