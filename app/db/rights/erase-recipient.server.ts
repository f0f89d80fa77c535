/** Takes one recipient of one company out of everything that is stored; that somebody was served stays told. */
import { isInFolderOf } from "~/domain/company/company-files";
import { ERASED_CONTACT, ERASED_RECIPIENT } from "~/domain/rights/may-erase-recipient";
import { personFinder } from "~/domain/rights/person-in-text";
import { wordsOfContact } from "~/domain/rights/recipient-contact";
import { picturesOfTask } from "~/domain/route/task-pictures";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { parseJson } from "../codecs.server";
import type { ShortPieces } from "../short-pieces.server";
import type { AuditLogRow, UtcText } from "../tables";
import type { FilesToErase } from "./erase-company.server";
import { OF_CUSTOMERS } from "./erase-person.server";
import { IDS_AT_ONCE } from "./find-recipient.server";
import type { RecipientOfCompany, VisitOfRecipient } from "./find-recipient.server";
import { forgetInCalculations } from "./forget-in-calculations.server";
import { forgetInPlanChanges, forgetInWebhooks } from "./forget-of-visits.server";
import { takeOutOfTable, whereMentioned } from "./person-words.server";
import type { KnownAs } from "./person-words.server";
import { tablesForRecipients } from "./recipient-uses";
import { COMPANY_TABLES, columnsOf, TABLE_USES } from "./table-uses";
import type { TableName } from "./table-uses";

export interface RecipientToErase extends RecipientOfCompany {
  /** as they were found, from their contact */
  visits: readonly VisitOfRecipient[];
}

/** How texts name the recipient: by the contact alone, many are called the same. */
export function knownByContact({ contact }: Pick<RecipientOfCompany, "contact">): KnownAs {
  const words = wordsOfContact(contact);
  return { words, finder: personFinder(words, ERASED_CONTACT) };
}

/**
 * Erases a recipient. Each piece is a transaction of its own. Their visits, which they are found by, are emptied last:
 * whoever is killed in the middle finds all of it again with the next call. Files go before the rows that name them.
 */
export async function eraseRecipient(
  db: Db,
  pieces: ShortPieces,
  recipient: RecipientToErase,
  { now, files }: { now: UtcText; files: FilesToErase },
): Promise<void> {
  const { companyId, visits, lastVisitId } = recipient;
  const known = knownByContact(recipient);
  await forgetInLog(pieces, recipient, known);
  await forgetInPlanChanges(pieces, recipient);
  await forgetInCalculations(pieces, recipient);
  await forgetInWebhooks(pieces, recipient);
  await emptyMentioningRows(pieces, recipient, known);
  const ids = visits.map(({ id }) => id);
  await removeFiles(pieces, ids, { companyId, files });
  for (const table of tablesForRecipients("removed"))
    await pieces.write(ids, (trx, some) => ofVisits(trx, table, companyId, some).delete());
  await removeOfContact(pieces, recipient);
  const person = { pseudonym: ERASED_CONTACT, proven: known, inTeam: known };
  const takeOutOf = (table: TableName) =>
    // What the team writes about itself stays: a company may be reached by the same phone.
    takeOutOfTable(db, pieces, {
      table,
      person,
      uses: ["recipients", "inner"],
      scope: (query) => {
        query.where({ company_id: companyId });
        if (table === "routing_visits") query.where("id", "<=", lastVisitId);
        return query;
      },
    });
  for (const table of COMPANY_TABLES) if (table !== "routing_visits") await takeOutOf(table);
  for (const table of tablesForRecipients("emptied"))
    if (table !== "routing_visits") {
      const changes = await emptied(db, table);
      await pieces.write(ids, (trx, some) => ofVisits(trx, table, companyId, some).update(changes));
    }
  const changes = { ...(await emptied(db, "routing_visits")), ...REST_OF_VISIT, updated_at: now };
  await pieces.write(ids, (trx, some) =>
    trx("routing_visits").where({ company_id: companyId }).whereIn("id", some).update(changes),
  );
  // Notes of others, such as "ring at …".
  await takeOutOf("routing_visits");
}

const ofVisits = (db: Db, table: TableName, companyId: number, visitIds: readonly number[]) =>
  db(table as string)
    .where({ company_id: companyId })
    .whereIn("visit_id", [...visitIds]);

/** Of a visit, beside its texts: what it is called, and where the phone was at their door. */
const REST_OF_VISIT = {
  name: ERASED_RECIPIENT,
  reported_lat: null,
  reported_lng: null,
  reported_accuracy: null,
} as const;

/** All columns about customers without what is in them. */
async function emptied(db: Db, table: TableName): Promise<Record<string, string | null>> {
  const info = await db(table as string).columnInfo();
  return Object.fromEntries(
    columnsOf(TABLE_USES[table], "recipients").map((column) => [
      column,
      info[column]?.nullable === true ? null : EMPTY_JSON.includes(column) ? "[]" : "",
    ]),
  );
}

/** Columns that are never without JSON. */
const EMPTY_JSON: readonly string[] = ["cells"];

/** What the activity tells of their visits and tasks, and of other records of customers that mention them. */
function forgetInLog(
  pieces: ShortPieces,
  { companyId, visits }: RecipientToErase,
  { words, finder }: KnownAs,
): Promise<void> {
  const visitIds = new Set(visits.map(({ id }) => id));
  const isTold = ({ changes }: Pick<AuditLogRow, "changes">): boolean => {
    const told = parseJson<unknown>(changes, null);
    if (!Array.isArray(told)) return false;
    return (told as ({ model?: unknown; id?: unknown } | null)[]).some(
      (one) =>
        OF_CUSTOMERS.includes(one?.model) &&
        ((one?.model === "Visit" && visitIds.has(Number(one.id))) || finder.has(JSON.stringify(one))),
    );
  };
  let after = 0;
  return pieces.repeat(async (trx, size) => {
    const rows = () => trx("audit_log").where({ company_id: companyId }).where("id", ">", after);
    const ids: number[] = await rows().orderBy("id").limit(size).pluck("id");
    const last = ids.at(-1);
    if (last === undefined) return false;
    const found = (await rows()
      .where("id", "<=", last)
      .where((either) => {
        either.where("changes", "like", '%"model":"Visit"%');
        either.orWhere((one) => whereMentioned(one, ["changes"], words));
      })
      .select("id", "changes")) as Pick<AuditLogRow, "id" | "changes">[];
    const about = found.filter(isTold).map(({ id }) => id);
    await trx("audit_log").whereIn("id", about).update({ changes: null });
    after = last;
    return ids.length === size;
  });
}

/**
 * Rows of imports that have their e-mail or phone are theirs, whether a visit came of them or not. Those that wait to
 * be imported are left out.
 */
async function emptyMentioningRows(
  pieces: ShortPieces,
  { companyId }: RecipientToErase,
  { words, finder }: KnownAs,
): Promise<void> {
  let after = 0;
  await pieces.repeat(async (trx, size) => {
    const rows = () => trx("routing_sheet_rows").where({ company_id: companyId }).where("id", ">", after);
    const ids: number[] = await rows().orderBy("id").limit(size).pluck("id");
    const last = ids.at(-1);
    if (last === undefined) return false;
    const found = rows().where("id", "<=", last).where({ entity: "visit" }).select("id", "cells", "outcome");
    whereMentioned(found, ["cells"], words);
    for (const { id, cells, outcome } of (await found) as { id: number; cells: string; outcome: string }[]) {
      if (!finder.has(cells)) continue;
      const isWaiting = outcome === "create" || outcome === "update";
      await trx("routing_sheet_rows")
        .where({ id })
        .update({ cells: "[]", match_key: null, notes: null, ...(isWaiting && { outcome: "dropped" }) });
    }
    after = last;
    return ids.length === size;
  });
}

/** Photos and signatures of the visits, and of reports that no longer fitted. */
async function removeFiles(
  pieces: ShortPieces,
  visitIds: readonly number[],
  { companyId, files }: { companyId: number; files: FilesToErase },
): Promise<void> {
  for (const some of inBatches(visitIds, IDS_AT_ONCE)) {
    const [paths, details] = await pieces.look(async (db) => [
      (await ofVisits(db, "routing_visit_attachments", companyId, some).pluck("path")) as string[],
      (await ofVisits(db, "road_tasks", companyId, some).pluck("details")) as string[],
    ]);
    const ofTasks = details.flatMap((one) => picturesOfTask(companyId, parseJson<unknown>(one, null)));
    await files.remove([...paths.filter((path) => isInFolderOf(companyId, path)), ...ofTasks.map(({ key }) => key)]);
  }
}

/** What went to their address or number, also where the visit has named somebody else since. */
async function removeOfContact(
  pieces: ShortPieces,
  { companyId, contact, lastVisitId }: RecipientToErase,
): Promise<void> {
  await pieces.repeat(async (trx, size) => {
    const rows = () =>
      trx("recipient_messages")
        .where({ company_id: companyId, ...contact })
        .where("visit_id", "<=", lastVisitId);
    const ids: number[] = await rows().limit(size).pluck("id");
    await rows().whereIn("id", ids).delete();
    return ids.length === size;
  });
  for (const table of tablesForRecipients("contact"))
    await pieces.repeat(async (trx) => {
      await trx(table as string)
        .where({ company_id: companyId, ...contact })
        .delete();
      return false;
    });
}
