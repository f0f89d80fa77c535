/** A recipient whom somebody has looked for, and may decide on now. */
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findLookedFor } from "~/db/repositories/recipient-erasures.server";
import { standingVisits, visitsOfRecipient } from "~/db/rights/find-recipient.server";
import { ShortPieces } from "~/db/short-pieces.server";
import type { RecipientErasureRow } from "~/db/tables";
import { LOOKED_FOR_SEC, recipientBlocker } from "~/domain/rights/may-erase-recipient";
import type { RecipientContact } from "~/domain/rights/recipient-contact";
import { addSeconds } from "~/domain/time/utc-text";
import { nowText } from "~/services/now.server";
import { openContact } from "./sealed-contact.server";

interface LookedFor {
  row: RecipientErasureRow;
  contact: RecipientContact;
  /** how phones without a country code are read */
  country: string;
  /** why they can't be erased yet, as it is now; null: they can */
  blocker: string | null;
}

/** Null: nobody has lately, or it is decided already. */
export async function lookedForRecipient(session: CompanySession, id: number): Promise<LookedFor | null> {
  const companyId = session.company.id;
  const now = nowText();
  const asked = { id, userId: session.user.id, since: addSeconds(now, -LOOKED_FOR_SEC) };
  const row = await findLookedFor(db(), companyId, asked);
  const opened = row === undefined ? null : openContact(row.contact);
  if (row === undefined || opened === null) return null;
  const { country, ...contact } = opened;
  const recipient = { companyId, contact, country, lastVisitId: row.last_visit_id };
  const visits = await visitsOfRecipient(new ShortPieces(db()), recipient);
  const blocker = recipientBlocker(await standingVisits(db(), companyId, visits), now.slice(0, 10));
  return { row, contact, country, blocker };
}
