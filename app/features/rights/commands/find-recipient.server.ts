import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { addErasure } from "~/db/repositories/recipient-erasures.server";
import { companyCountryCode } from "~/db/repositories/reference.server";
import { countsOfRecipient, lastVisitOf, standingVisits, visitsOfRecipient } from "~/db/rights/find-recipient.server";
import type { RecipientCounts } from "~/db/rights/find-recipient.server";
import { ShortPieces } from "~/db/short-pieces.server";
import { recipientBlocker } from "~/domain/rights/may-erase-recipient";
import { readContact } from "~/domain/rights/recipient-contact";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { sealContact } from "../sealed-contact.server";

const noContact = (): AppError =>
  new AppError("recipient.contact", "Enter an e-mail or a phone number", { status: 422, field: "contact" });

/**
 * Looks for all visits of a recipient, and keeps whom it was about, sealed, for the one who decides. Nothing is erased.
 * @throws AppError 403, 422
 */
export async function findRecipient(
  session: CompanySession,
  typed: string,
): Promise<RecipientCounts & { erasure_id: number; blocker: string | null }> {
  authorize(session, "recipient.erase");
  const companyId = session.company.id;
  const country = (await companyCountryCode(db(), companyId)) ?? "";
  const contact = readContact(typed, country);
  if (contact === null) throw noContact();
  const now = nowText();
  const recipient = { companyId, contact, country, lastVisitId: await lastVisitOf(db(), companyId) };
  const visits = await visitsOfRecipient(new ShortPieces(db()), recipient);
  const counts = await countsOfRecipient(db(), recipient, visits);
  const erasure = {
    user_id: session.user.id,
    contact: sealContact({ ...contact, country }),
    last_visit_id: recipient.lastVisitId,
    ...counts,
  };
  const blocker = recipientBlocker(await standingVisits(db(), companyId, visits), now.slice(0, 10));
  return { erasure_id: await addErasure(db(), companyId, erasure, now), ...counts, blocker };
}
