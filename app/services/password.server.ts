import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { passwordFault } from "~/domain/access/password-rules";
import { AppError } from "~/lib/errors";
import { isCommonPassword } from "./common-passwords.server";
import { gate } from "./hash-gate.server";

/**
 * argon2id with OWASP's minimum (19 MiB, 2 passes, 1 lane; Password Storage Cheat Sheet); runs outside the event loop.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Two of the pool's four threads, and one processor stays with the pages; when ten wait, further requests are refused
 * with 429.
 */
const inTurn = gate(Math.max(1, Math.min(2, availableParallelism() - 1)), 10);

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

/** Compared when the account does not exist, so that the answer takes equally long and reveals nothing. */
let unusedHash: Promise<string> | undefined;

/** @param stored hash of the account, or null when there is no such account */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  unusedHash ??= hash("no account has this password", COST);
  const hashed = stored ?? (await unusedHash);
  const matches = await inTurn(() => verify(hashed, password).catch(() => false));
  return stored !== null && matches;
}

/**
 * @param field of the form
 * @throws AppError 422 naming the field, for a password that somebody must not choose
 */
export function checkNewPassword(password: string, email: string, field = "password"): void {
  const fault = passwordFault(password, email, isCommonPassword);
  if (fault !== null) throw new AppError("password.refused", fault, { status: 422, field });
}
