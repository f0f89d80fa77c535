import { hash, verify } from "@node-rs/argon2";
import { gate } from "./hash-gate.server";

/**
 * argon2id with OWASP's minimum (19 MiB, 2 passes, 1 lane; Password Storage Cheat Sheet); runs outside the event loop.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two of the pool's four threads; when ten wait, further requests are refused with 429. */
const atMostTwo = gate(2, 10);

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Compared when the account does not exist, so that the answer takes equally long and reveals nothing. */
let unusedHash: Promise<string> | undefined;

/** @param stored hash of the account, or null when there is no such account */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  unusedHash ??= hashPassword("no account has this password");
  const hashed = stored ?? (await unusedHash);
  const matches = await atMostTwo(() => verify(hashed, password).catch(() => false));
  return stored !== null && matches;
}
