import type { Db } from "~/db/client.server";
import { countPasskeys } from "~/db/repositories/factors.server";
import { listIdentities } from "~/db/repositories/identities.server";
import type { UserRow } from "~/db/tables";
import { invitedAccountOf } from "~/domain/team/invitation-answer";
import type { InvitedAccount } from "~/domain/team/invitation-answer";
import { hasOwnWayIn } from "~/domain/access/ways-in";
import type { WaysIn } from "~/domain/access/ways-in";

/** How the holder of the account can sign in by themselves. */
export async function waysInOf(db: Db, user: Pick<UserRow, "id" | "password_hash">): Promise<WaysIn> {
  const identities = await listIdentities(db, user.id);
  const passkeys = await countPasskeys(db, user.id);
  return { hasPassword: user.password_hash !== null, identities: identities.length, passkeys };
}

/** How the account with an invited e-mail stands. */
export const invitedAccount = async (db: Db, account: UserRow | undefined): Promise<InvitedAccount> =>
  invitedAccountOf(account && { ...account, hasOwnWayIn: hasOwnWayIn(await waysInOf(db, account)) });
