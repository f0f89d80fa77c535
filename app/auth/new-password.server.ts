import { publishAccessChange } from "./access-changes.server";
import { PASSWORD_RESET } from "./account-links.server";
import type { Db } from "~/db/client.server";
import { endSessions, keepSession } from "~/db/repositories/sessions.server";
import { revokeTokens } from "~/db/repositories/tokens.server";
import { setPassword } from "~/db/repositories/users.server";
import { afterCommit } from "~/db/transaction.server";
import { nowText } from "~/services/now.server";

/**
 * Gives an account a new password. Sessions that were opened with the old one end with the commit, and their sockets
 * are closed. A mailed link for a new password ends, too: whoever had got hold of it would change the password again.
 * `keepId`: the session of whoever changes their own password, which goes on. `isDue`: see `setPassword`
 * @throws AppError 404
 */
export async function changePassword(
  trx: Db,
  userId: number,
  passwordHash: string,
  { keepId, isDue = false }: { keepId?: number; isDue?: boolean } = {},
): Promise<void> {
  await setPassword(trx, userId, passwordHash, nowText(), isDue);
  await revokeTokens(trx, PASSWORD_RESET, userId);
  await endSessions(trx, userId, keepId === undefined ? {} : { exceptId: keepId });
  if (keepId !== undefined) await keepSession(trx, userId, keepId);
  afterCommit(trx, () => publishAccessChange(userId));
}
