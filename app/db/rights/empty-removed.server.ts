/**
 * Empties what a company has removed, once it can't be restored any more: texts and places of visits, routes and plans,
 * and of all that belongs to them. The rows stay with their numbers, because figures, what was billed and ids of others
 * rest on them.
 */
import { isInFolderOf } from "~/domain/company/company-files";
import { picturesOfTask } from "~/domain/route/task-pictures";
import { removedBefore } from "~/domain/rights/erasure";
import { eachApart } from "~/lib/each-apart";
import { parseJson, toJson } from "../codecs.server";
import type { Db } from "../client.server";
import { ShortPieces } from "../short-pieces.server";
import type { UtcText } from "../tables";
import { blankInPlanChanges } from "./blank-plan-changes.server";
import { emptied, emptyColumns } from "./empty-columns.server";
import type { FilesToErase } from "./erase-company.server";
import { emptiedColumns, forgetRecordsInLog } from "./forget-records-in-log.server";
import type { RemovedTable } from "./forget-records-in-log.server";
import { columnsOf, TABLE_USES } from "./table-uses";

/** Rows of a company and table in one round: the log is read once for all of them. */
const MOST = 5000;
/** Rows of one statement. */
const AT_ONCE = 200;
/** The visits last: with their plan goes what would otherwise be read change by change. */
const TABLES: readonly RemovedTable[] = ["routing_plans", "routing_routes", "routing_visits"];

interface Removed {
  id: number;
  plan_id: number | null;
  created_at: UtcText;
}

interface Emptying {
  now: UtcText;
  files: Pick<FilesToErase, "remove">;
  signal?: AbortSignal | undefined;
}

/** @returns how many rows @throws the first company's failure, once all have been tried */
export async function emptyRemovedAcrossCompanies(db: Db, { now, files, signal }: Emptying): Promise<number> {
  const companyIds = (await db("companies").whereNull("erased_at").orderBy("id").pluck("id")) as number[];
  let rows = 0;
  await eachApart(companyIds, async (companyId) => {
    const pieces = new ShortPieces(db, signal);
    for (const table of TABLES) rows += await emptyTable(db, pieces, { companyId, table, now, files });
  });
  return rows;
}

interface OfTable extends Omit<Emptying, "signal"> {
  companyId: number;
  table: RemovedTable;
}

/** What belongs to the rows goes before them, so that a round that was broken off finds them again. */
async function emptyTable(db: Db, pieces: ShortPieces, { companyId, table, now, files }: OfTable): Promise<number> {
  const found = await dueRows(pieces, companyId, table, removedBefore(now));
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  const since = found.reduce((first, { created_at }) => (created_at < first ? created_at : first), now);
  await forgetRecordsInLog(pieces, { companyId, table, ids: new Set(ids), since });
  if (table === "routing_plans") await emptyOfPlans(db, pieces, companyId, ids);
  if (table === "routing_visits") await emptyOfVisits(db, pieces, { companyId, found, files });
  const values = await emptied(db, table, emptiedColumns(table));
  await pieces.write(ids, (trx, some) =>
    trx(table as string)
      .where({ company_id: companyId })
      .whereIn("id", some)
      .update(values),
  );
  return ids.length;
}

/** Removed rows that still tell something, in windows of the index of what is removed. */
async function dueRows(
  pieces: ShortPieces,
  companyId: number,
  table: RemovedTable,
  before: UtcText,
): Promise<Removed[]> {
  const columns = table === "routing_plans" ? ["id", "created_at"] : ["id", "created_at", "plan_id"];
  const due: Removed[] = [];
  for (let after: { deleted_at: UtcText; id: number } = { deleted_at: "" as UtcText, id: 0 }; due.length < MOST;) {
    const rows = await pieces.look(
      async (db) =>
        (await db(table as string)
          .where({ company_id: companyId })
          .whereBetween("deleted_at", [after.deleted_at, before])
          .where((later) => later.where("deleted_at", ">", after.deleted_at).orWhere("id", ">", after.id))
          .orderBy("deleted_at")
          .orderBy("id")
          .limit(AT_ONCE)
          .select([...columns, ...emptiedColumns(table), "deleted_at"])) as (Removed & { deleted_at: UtcText })[],
    );
    for (const row of rows) if (tellsSomething(row, table)) due.push({ ...row, plan_id: row.plan_id ?? null });
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) break;
    after = last;
  }
  return due.map(({ id, plan_id, created_at }) => ({ id, plan_id, created_at }));
}

const tellsSomething = (row: object, table: RemovedTable): boolean =>
  emptiedColumns(table).some((column) => ((row as Record<string, unknown>)[column] ?? "") !== "");

/** Nobody can undo anything in them: of their changes stays who made which, when, and of calculations the same. */
async function emptyOfPlans(db: Db, pieces: ShortPieces, companyId: number, planIds: readonly number[]): Promise<void> {
  for (const planId of planIds)
    for (const table of ["plan_changes", "routing_queries"] as const)
      await emptyColumns(db, pieces, { companyId, table, of: { column: "plan_id", ids: [planId] } });
}

interface OfVisits {
  companyId: number;
  found: readonly Removed[];
  files: Pick<FilesToErase, "remove">;
}

async function emptyOfVisits(db: Db, pieces: ShortPieces, { companyId, found, files }: OfVisits): Promise<void> {
  const ids = found.map(({ id }) => id);
  await removePictures(db, pieces, { companyId, ids, files });
  await pieces.write(ids, (trx, some) => removeMessages(trx, companyId, some));
  await pieces.write(ids, (trx, some) =>
    trx("visit_geocodes").where({ company_id: companyId }).whereIn("visit_id", some).delete(),
  );
  for (const table of ["recipient_replies", "routing_sheet_rows"] as const)
    await emptyColumns(db, pieces, { companyId, table, of: { column: "visit_id", ids } });
  const planIds = [...new Set(found.flatMap(({ plan_id }) => plan_id ?? []))];
  const fields = columnsOf(TABLE_USES.routing_visits, "recipients").map(camelCase);
  for (const planId of planIds) {
    const ofPlan = found.filter(({ plan_id }) => plan_id === planId).map(({ id }) => id);
    const about = await blankInPlanChanges(db, companyId, {
      planIds: [planId],
      visitIds: new Set(ofPlan),
      fields,
      marks: ['"visits":[{'],
    });
    await pieces.write(about, forgetNames);
  }
}

/** How long an address is kept goes by its last message, which is not known any more then. */
async function removeMessages(trx: Db, companyId: number, visitIds: readonly number[]): Promise<void> {
  const messages = () =>
    trx("recipient_messages")
      .where({ company_id: companyId })
      .whereIn("visit_id", [...visitIds]);
  const told = (await messages()
    .groupBy("channel", "contact")
    .select("channel", "contact")
    .max("updated_at as last")) as { channel: string; contact: string; last: UtcText }[];
  for (const { channel, contact, last } of told)
    await trx("message_contacts")
      .where({ company_id: companyId, channel, contact })
      .where("updated_at", "<", last)
      .update({ updated_at: last });
  await messages().delete();
}

const camelCase = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Names in the plan's list of changes aren't told apart: those of all visits of such a change go. */
async function forgetNames(trx: Db, changeIds: readonly number[]): Promise<void> {
  const rows = await trx("plan_changes")
    .whereIn("id", [...changeIds])
    .select("id", "about");
  for (const { id, about } of rows) {
    const told = parseJson<{ names?: unknown; fields?: unknown } | null>(about, null);
    if (told === null || typeof told !== "object") continue;
    const { fields: _fields, ...rest } = told;
    await trx("plan_changes")
      .where({ id })
      .update({ about: toJson({ ...rest, names: [] }) });
  }
}

/** Files go before their rows; reports that were refused for these visits go as a whole. */
async function removePictures(
  db: Db,
  pieces: ShortPieces,
  { companyId, ids, files }: { companyId: number; ids: readonly number[]; files: Pick<FilesToErase, "remove"> },
): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const of = (trx: Db, table: "routing_visit_attachments" | "road_tasks") =>
      trx(table as string)
        .where({ company_id: companyId })
        .whereIn("visit_id", some);
    const paths = (await of(db, "routing_visit_attachments").pluck("path")) as string[];
    const details = (await of(db, "road_tasks").pluck("details")) as string[];
    await files.remove([
      ...paths.filter((path) => isInFolderOf(companyId, path)),
      ...details.flatMap((text) => picturesOfTask(companyId, parseJson<unknown>(text, null)).map(({ key }) => key)),
    ]);
    await pieces.write([some], async (trx) => {
      await of(trx, "routing_visit_attachments").delete();
      await of(trx, "road_tasks").delete();
    });
  }
}
