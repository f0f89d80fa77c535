import { authorize } from "~/auth/actor.server";
import { proveBy } from "~/auth/proof.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { confirmErasure } from "~/db/repositories/recipient-erasures.server";
import { withTransaction } from "~/db/transaction.server";
import { refusalError } from "~/domain/decision";
import { mayEraseRecipient } from "~/domain/rights/may-erase-recipient";
import { readContact } from "~/domain/rights/recipient-contact";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { lookedForRecipient } from "../looked-for.server";
import type { RecipientErasure } from "../schemas";

const gone = (): AppError =>
  new AppError("recipient.gone", "This is too long ago, or done already. Look for the recipient again.", {
    status: 409,
  });

/**
 * Decides that a recipient is erased: within the hour, most often within a minute (features/rights/run). Nothing brings
 * them back.
 * @throws AppError 403, also without a proof, 409 while visits of theirs are ahead, 422, 429
 */
export async function eraseRecipient(
  session: CompanySession,
  { erasure_id: id, contact: typed, password }: RecipientErasure,
): Promise<void> {
  authorize(session, "recipient.erase");
  const companyId = session.company.id;
  await proveBy(session, password);
  const looked = await lookedForRecipient(session, id);
  if (looked === null) throw gone();
  const { contact, country, blocker } = looked;
  const again = readContact(typed, country);
  const allowed = mayEraseRecipient(blocker, again?.contact ?? null, contact.contact);
  if (!allowed.ok) throw refusalError(allowed.error);
  await withTransaction(db(), async (trx) => {
    if (!(await confirmErasure(trx, companyId, id, nowText()))) throw gone();
  });
}
