import type { UserSettings } from "~/domain/access/user-settings";
import { parseJson, toJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { lockUser, updateUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { nowText } from "~/services/now.server";

/** Changes some of what a user has chosen for themselves; the rest stays. @throws AppError 404 */
export const changeSettings = (userId: number, changes: UserSettings, within: Db = db()): Promise<void> =>
  withTransaction(within, async (trx) => {
    // All choices are one text: without the lock, one of two that are made at once would be lost.
    const before = parseJson<UserSettings>((await lockUser(trx, userId)).settings, {});
    await updateUser(trx, userId, { settings: toJson({ ...before, ...changes }) }, nowText());
  });
