import { publishAccessChange } from "./access-changes.server";
import { removeFactors } from "./factors.server";
import { EMAIL_VERIFY, PASSWORD_RESET } from "./account-links.server";
import type { Db } from "~/db/client.server";
import { removeIdentities } from "~/db/repositories/identities.server";
import { endSessions } from "~/db/repositories/sessions.server";
import { revokeTokens } from "~/db/repositories/tokens.server";
import { updateUser } from "~/db/repositories/users.server";
import type { UserChanges } from "~/db/repositories/users.server";
import { afterCommit } from "~/db/transaction.server";
import type { UserRow } from "~/db/tables";
import { nowText } from "~/services/now.server";

/** Nobody has confirmed the e-mail yet, nor worked with the account: it may be anybody's who typed the address. */
export const isUnclaimed = (user: UserRow): boolean =>
  user.email_verified_at === null && user.is_completed === 0 && user.status === "active" && user.deleted_at === null;

/** What whoever owns the mailbox brings along; without a password there is none. */
type Fresh = Pick<UserChanges, "name" | "surname"> & { password_hash: string | null };

/**
 * Gives an account whose e-mail nobody has confirmed to whoever has shown that it is theirs. The password is of whoever
 * typed the e-mail first: it goes, and with it all sessions, links, linked accounts and second factors.
 */
export async function claimAccount(trx: Db, account: UserRow, fresh: Fresh): Promise<void> {
  const now = nowText();
  await updateUser(
    trx,
    account.id,
    { ...fresh, email_verified_at: now, session_version: account.session_version + 1 },
    now,
  );
  await endSessions(trx, account.id);
  await removeIdentities(trx, account.id);
  await removeFactors(trx, account.id);
  await revokeTokens(trx, EMAIL_VERIFY, account.id);
  await revokeTokens(trx, PASSWORD_RESET, account.id);
  afterCommit(trx, () => publishAccessChange(account.id));
}
