import { identityUnlinkedMail } from "~/auth/account-mails";
import { authorize } from "~/auth/actor.server";
import { doneNote } from "~/auth/done-note.server";
import { proveBy } from "~/auth/proof.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { waysInOf } from "~/auth/ways-in.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { listIdentities, removeIdentity } from "~/db/repositories/identities.server";
import { lockUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { mayUnlink } from "~/domain/access/ways-in";
import { AppError, notFound } from "~/lib/errors";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { publicLink } from "~/services/public-address.server";
import { titleOfIssuer } from "../queries/linked-accounts.server";
import type { IdentityUnlinking } from "../schemas";

/**
 * An account elsewhere opens this one no more; a mail tells its holder.
 * @throws AppError 403 without a proof, 404, 409 for the last way in, 422, 429
 */
export async function unlinkIdentity(session: CompanySession, input: IdentityUnlinking): Promise<void> {
  authorize(session, "profile.update");
  const { userId } = ofPerson(session);
  await proveBy(session, input.password);
  const find = async (of: Db) => {
    const identity = (await listIdentities(of, userId)).find(({ id }) => id === input.identity_id);
    if (identity === undefined) throw notFound("Linked account");
    return identity;
  };
  const title = titleOfIssuer((await find(db())).issuer);
  await withTransaction(db(), async (trx) => {
    // Of two that are unlinked at once, one has to see the other gone.
    const user = await lockUser(trx, userId);
    const { id } = await find(trx);
    if (!mayUnlink(await waysInOf(trx, user)))
      throw new AppError("identity.last", "This is your only way to sign in. Set a password first.", { status: 409 });
    await removeIdentity(trx, userId, id);
    await queueMail(trx, identityUnlinkedMail(user.email, title, publicLink(paths.profile()), doneNote()));
  });
}
