import type { Db } from "~/db/client.server";
import { isSessionOpen } from "~/db/repositories/sessions.server";
import { lockUser } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { notAuthorized } from "~/lib/errors";
import { nowText } from "~/services/now.server";

/**
 * Holds the account of whoever is signed in, for a change that took a while to prepare.
 * @throws AppError 401 when the session has ended since, 404
 */
export async function lockOwnAccount(
  trx: Db,
  { sessionId, userId }: { sessionId: number; userId: number },
): Promise<UserRow> {
  const user = await lockUser(trx, userId);
  if (!(await isSessionOpen(trx, userId, sessionId, nowText()))) throw notAuthorized();
  return user;
}
