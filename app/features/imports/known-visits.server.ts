import { parseJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { plannedVisitsByName } from "~/db/repositories/named-visits.server";
import type { NamedVisitRow } from "~/db/repositories/named-visits.server";
import { isFileKnown, visitsOfSameFile } from "~/db/repositories/sheet-rows.server";
import { idsByExternalId } from "~/db/repositories/plan-visits.server";
import type { RoutingSheetRow, RoutingSheetRowRow } from "~/db/tables";
import { PLANNED_VISITS_HEADER } from "~/domain/import/import-fields";
import type { ImportedVisit } from "~/domain/import/imported";
import type { SheetMapping } from "~/domain/import/sheet-mapping";
import { ownKey } from "./row-key.server";
import { plainNote } from "./row-notes";
import type { ImportNote } from "./row-notes";
import { pairedByPlace, sameNameAndPlace } from "./same-visit";

type Row = Pick<RoutingSheetRowRow, "sheet" | "row" | "match_key">;
type Sheet = Pick<RoutingSheetRow, "id" | "company_id" | "plan_id" | "file_hash" | "mappings">;
/** What rows of visits say. */
type Items<R> = ReadonlyMap<R, ImportedVisit>;

/**
 * The visits that rows speak of: those of the plan with the same external id. Where no plan says for which day a visit
 * is, ids say nothing: a customer who orders every day comes with the same one. A row is also known again by its place,
 * where the very same file was imported to the same plan, or to none, before. Visits that a plan exported come back to
 * it under their names and places; in any other file a second order of a customer looks the same.
 */
export async function knownVisits<R extends Row>(trx: Db, sheet: Sheet, items: Items<R>): Promise<Map<R, number>> {
  const rows = [...items.keys()];
  const { company_id: companyId, plan_id: planId } = sheet;
  const known = new Map<R, number>();
  const hasId = (row: R): boolean => ownKey(row.match_key) !== null;
  const keyed = planId === null ? [] : rows.filter(hasId);
  if (planId !== null && keyed.length > 0) {
    const keys = keyed.map((row) => row.match_key!);
    const byKey = await idsByExternalId(trx, companyId, planId, keys);
    for (const row of keyed) {
      const id = byKey.get(row.match_key!);
      if (id !== undefined) known.set(row, id);
    }
  }
  const places = rows.filter((row) => planId === null || !hasId(row));
  if (sheet.file_hash !== null && places.length > 0) {
    const file = { sheetId: sheet.id, hash: sheet.file_hash, planId };
    const earlier = await visitsOfSameFile(trx, companyId, file, places);
    const byPlace = new Map(earlier.map(({ sheet: at, row, visit_id }) => [`${at} ${row}`, visit_id]));
    for (const row of places) {
      const id = byPlace.get(`${row.sheet} ${row.row}`);
      if (id !== undefined) known.set(row, id);
    }
  }
  if (planId === null) return known;
  const isExported = exportedSheets(sheet);
  const open = subset(items, (row) => !hasId(row) && !known.has(row) && isExported(row));
  const taken = new Set(known.values());
  const visits = (await namedVisits(trx, companyId, planId, open)).filter(({ id }) => !taken.has(id));
  for (const [row, { id }] of pairedByPlace(open, visits)) known.set(row, id);
  return known;
}

/**
 * Says of rows that add a visit where one with the same name and place is planned already: in the plan; without one in
 * the latest plans, but only for files that were imported before or exported. Most customers order more than once.
 */
export async function plannedNotes<R extends Row>(trx: Db, sheet: Sheet, added: Items<R>): Promise<Map<R, ImportNote>> {
  const { id, company_id: companyId, plan_id: planId, file_hash: hash } = sheet;
  const isExported = exportedSheets(sheet);
  const isAsked =
    planId !== null || (hash !== null && (await isFileKnown(trx, companyId, { sheetId: id, hash })))
      ? () => true
      : isExported;
  const asked = subset(added, (row) => isAsked(row) && (planId === null || ownKey(row.match_key) === null));
  const notes = new Map<R, ImportNote>();
  const visits = await namedVisits(trx, companyId, planId, asked);
  for (const [row, item] of asked) {
    const same = visits.filter((one) => sameNameAndPlace(item, one));
    const visit = same.find(isStop) ?? same[0];
    if (visit !== undefined) notes.set(row, plannedNote(row.row, visit, planId === null));
  }
  return notes;
}

const isStop = ({ route_id, label_position }: NamedVisitRow): boolean => route_id !== null && label_position > 0;

function plannedNote(row: number, visit: NamedVisitRow, anyPlan: boolean): ImportNote {
  const plan = anyPlan ? `plan '${visit.plan_title}'` : "this plan";
  const stop = isStop(visit) ? `, as stop ${visit.label_position}` : "";
  return plainNote(row, "planned", `'${visit.name}' is in ${plan} already${stop}. The row adds it once more.`, "kept");
}

function exportedSheets({ mappings }: Sheet): (row: Row) => boolean {
  const exported = parseJson<SheetMapping[]>(mappings, []).map(({ headers }) =>
    headers.includes(PLANNED_VISITS_HEADER),
  );
  return ({ sheet }) => exported[sheet] === true;
}

const subset = <R>(items: Items<R>, isIn: (row: R) => boolean): Items<R> =>
  new Map([...items].filter(([row]) => isIn(row)));

const namedVisits = async <R>(
  trx: Db,
  companyId: number,
  planId: number | null,
  items: Items<R>,
): Promise<NamedVisitRow[]> =>
  plannedVisitsByName(
    trx,
    companyId,
    planId,
    [...items.values()].map(({ name }) => name),
  );
