import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { tooManyTries } from "~/services/hash-gate.server";
import { limits } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";
import { verifyPassword } from "~/services/password.server";

/** Guesses by somebody who has only the session, from wherever. */
const TRIES: Limit = { name: "own-password", uses: 10, windowSec: 15 * 60 };

/**
 * The account of whoever is signed in, as it was when this was found to be its password; null: it is another one.
 * @throws AppError 429
 */
export async function accountWithPassword(userId: number, password: string): Promise<UserRow | null> {
  const waitSec = await limits().take(TRIES, String(userId));
  if (waitSec > 0) throw tooManyTries(waitSec);
  const user = await getUserAcrossCompanies(db(), userId);
  if (!(await verifyPassword(user.password_hash, password))) return null;
  await limits().forget(TRIES, String(userId));
  return user;
}

/** Is this the password of whoever is signed in? @throws AppError 429 */
export const isOwnPassword = async (userId: number, password: string): Promise<boolean> =>
  (await accountWithPassword(userId, password)) !== null;
