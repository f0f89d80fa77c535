import { doneNote } from "~/auth/done-note.server";
import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { identityLinkedMail } from "~/auth/account-mails";
import type { Session } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { insertIdentity } from "~/db/repositories/identities.server";
import { withTransaction } from "~/db/transaction.server";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";
import type { PendingLink } from "../social-cookies.server";

/**
 * The identity opens the account from now on; a mail tells its holder.
 * @param title of the provider
 * @throws AppError 409 'identity.taken' when it opens another one
 */
export async function linkIdentity(session: Session, pending: PendingLink, title: string): Promise<void> {
  const { issuer, subject, email, userId } = pending;
  await withTransaction(db(), async (trx) => {
    const id = await insertIdentity(trx, { user_id: userId, issuer, subject, email }, nowText());
    await noteInLog(trx, {
      by: logAuthorOf(session),
      companyId: session.company?.id ?? null,
      action: "identity.link",
      subject: { model: "UserIdentity", ids: [id] },
    });
    await queueMail(trx, identityLinkedMail(session.user.email, title, publicLink(paths.profile()), doneNote()));
  });
}
