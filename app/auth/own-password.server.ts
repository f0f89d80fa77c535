import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { tooManyTries } from "~/services/hash-gate.server";
import { limits } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";
import { verifyPassword } from "~/services/password.server";

/** Guesses by somebody who has only the session, from wherever. */
const TRIES: Limit = { name: "own-password", uses: 10, windowSec: 15 * 60 };

/** Is this the password of whoever is signed in? @throws AppError 429 */
export async function isOwnPassword(userId: number, password: string): Promise<boolean> {
  const waitSec = await limits().take(TRIES, String(userId));
  if (waitSec > 0) throw tooManyTries(waitSec);
  const isRight = await verifyPassword((await getUserAcrossCompanies(db(), userId)).password_hash, password);
  if (isRight) await limits().forget(TRIES, String(userId));
  return isRight;
}
