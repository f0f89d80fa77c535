import { waysInOf } from "~/auth/ways-in.server";
import { db } from "~/db/database.server";
import { listIdentities } from "~/db/repositories/identities.server";
import type { UserRow } from "~/db/tables";
import { mayUnlink } from "~/domain/access/ways-in";
import { services } from "~/services/container.server";

/** Accounts elsewhere that open this one, and who else could. */
export async function linkedAccounts(user: UserRow) {
  const identities = await listIdentities(db(), user.id);
  const ways = await waysInOf(db(), user);
  const { providers, titleOf } = services().social;
  const linked = new Set(identities.map(({ issuer }) => titleOf(issuer)));
  return {
    hasPassword: ways.hasPassword,
    identities: identities.map((row) => ({
      id: row.id,
      // Of a provider that is not set up any more, its address.
      title: titleOf(row.issuer) ?? new URL(row.issuer).host,
      email: row.email,
      lastUsedAt: row.last_used_at,
      mayUnlink: mayUnlink(ways),
    })),
    /** that are not linked yet */
    providers: providers.filter(({ title }) => !linked.has(title)),
  };
}
