/** Carries out what companies have decided about recipients. */
import { dueErasuresAcrossCompanies, endErasure } from "~/db/repositories/recipient-erasures.server";
import { eraseRecipient, knownByContact } from "~/db/rights/erase-recipient.server";
import type { RecipientToErase } from "~/db/rights/erase-recipient.server";
import { standingVisits, visitsOfRecipient } from "~/db/rights/find-recipient.server";
import { forgetSheetOfRecipient, sheetsOfVisits, sheetsWithFiles } from "~/db/rights/sheet-files.server";
import { ShortPieces } from "~/db/short-pieces.server";
import type { RecipientErasureRow } from "~/db/tables";
import { recipientBlocker } from "~/domain/rights/may-erase-recipient";
import { grouped } from "~/lib/grouped";
import { publishChange } from "~/realtime/publisher.server";
import { openContact } from "../sealed-contact.server";
import { eraseDue } from "./erase-due.server";
import type { Erasing } from "./erase-due.server";
import { filesIn } from "./files.server";
import { sheetMentions } from "./sheet-mentions.server";

/** Recipients whose erasure was confirmed. @returns how many @throws the first failure, once all have been tried */
export function eraseRecipients(erasing: Erasing): Promise<number> {
  const rows = new Map<number, RecipientErasureRow>();
  return eraseDue(
    async (but) => {
      const due = await dueErasuresAcrossCompanies(erasing.db, but);
      for (const row of due) rows.set(row.id, row);
      return due.map(({ id }) => id);
    },
    (id) => carryOut(erasing, rows.get(id)!),
    erasing.signal,
  );
}

/** False while somebody is on the way to them, because that was planned after the decision. */
async function carryOut(erasing: Erasing, row: RecipientErasureRow): Promise<void | false> {
  const { db, storage, now, signal } = erasing;
  const { id, company_id: companyId } = row;
  const opened = openContact(row.contact);
  if (opened === null) return endErasure(db, companyId, id, { outcome: "lost", now });
  const { country, ...contact } = opened;
  const pieces = new ShortPieces(db, signal);
  const found = { companyId, contact, country, lastVisitId: row.last_visit_id };
  const recipient = { ...found, visits: await visitsOfRecipient(pieces, found) };
  const standing = await standingVisits(db, companyId, recipient.visits);
  if (recipientBlocker(standing, now.slice(0, 10)) !== null) return false;
  await forgetSheets(erasing, recipient);
  await eraseRecipient(db, pieces, recipient, { now, files: filesIn(storage) });
  await endErasure(db, companyId, id, { outcome: "done", now });
  tellPages(recipient);
}

/** Open pages show what is there now. */
function tellPages({ companyId, visits }: RecipientToErase): void {
  for (const [planId, ofPlan] of grouped(visits, (visit) => visit.planId))
    publishChange(companyId, {
      model: "RoutingVisit",
      action: "update",
      ids: ofPlan.map(({ id }) => id),
      ...(planId !== null && { planId }),
    });
  publishChange(companyId, { model: "Company", action: "update", ids: [companyId] });
}

/** Uploaded spreadsheets can't be changed: one that names the recipient goes as a whole, and what came of it stays. */
async function forgetSheets(
  { db, storage, spreadsheets, signal }: Erasing,
  { companyId, visits, contact }: RecipientToErase,
): Promise<void> {
  const { finder } = knownByContact({ contact });
  const ofVisits = await sheetsOfVisits(
    db,
    companyId,
    visits.map(({ id }) => id),
  );
  for await (const sheet of sheetsWithFiles(db, companyId)) {
    signal?.throwIfAborted();
    if (!ofVisits.has(sheet.id) && !(await sheetMentions({ storage, spreadsheets, signal }, sheet, finder))) continue;
    await filesIn(storage).remove([sheet.file_path, sheet.rows_path].filter((key) => key !== null));
    await forgetSheetOfRecipient(db, companyId, sheet.id);
  }
}
