import { askedProof } from "~/auth/proof.server";
import type { Session } from "~/auth/session.server";
import { waysInOf } from "~/auth/ways-in.server";
import { db } from "~/db/database.server";
import { listIdentities } from "~/db/repositories/identities.server";
import type { UserRow } from "~/db/tables";
import { mayUnlink } from "~/domain/access/ways-in";
import { services } from "~/services/container.server";

/** What a provider is called; of one that is not set up any more, its address. */
export const titleOfIssuer = (issuer: string): string => services().social.titleOf(issuer) ?? new URL(issuer).host;

/** Accounts elsewhere that open this one, and who else could. */
export async function linkedAccounts(session: Session, user: UserRow) {
  const identities = await listIdentities(db(), user.id);
  const ways = await waysInOf(db(), user);
  const { providers, titleOf } = services().social;
  const linked = new Set(identities.map(({ issuer }) => titleOf(issuer)));
  return {
    hasPassword: ways.hasPassword,
    proof: await askedProof(session),
    identities: identities.map((row) => ({
      id: row.id,
      title: titleOfIssuer(row.issuer),
      email: row.email,
      lastUsedAt: row.last_used_at,
      mayUnlink: mayUnlink(ways),
    })),
    /** that are not linked yet */
    providers: providers.filter(({ title }) => !linked.has(title)),
  };
}
