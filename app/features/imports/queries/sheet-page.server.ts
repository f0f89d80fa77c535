import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findPlan } from "~/db/repositories/plans.server";
import { countSheetRows } from "~/db/repositories/sheet-rows.server";
import type { RowCount } from "~/db/repositories/sheet-rows.server";
import { getSheet } from "~/db/repositories/sheets.server";
import { countAsked, countToFix, countUnasked } from "~/db/repositories/visit-geocodes.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { RoutingSheetRow } from "~/db/tables";
import { importField } from "~/domain/import/import-fields";
import { whenWords } from "~/domain/time/day-words";
import { epochSec } from "~/domain/time/utc-text";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { services } from "~/services/container.server";
import { nowSec, THE_TIME, validToday } from "~/services/now.server";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import { importDefaults } from "../import-defaults.server";
import { isChecked, readBook } from "../read-book.server";
import { RowOutcome } from "../row-outcome";
import type { AppliedSummary, ChosenMapping, Target } from "../sheet-book";
import { rowsBelowHeader, rowsToCheck } from "../sheet-progress";
import { hasCheckedRows, isUnderWay, mayBeMapped, SheetState, sheetState } from "~/domain/import/sheet-state";
import { columnsDialog } from "./columns-dialog.server";
import { loadRow, loadRows } from "./sheet-rows.server";

/** One import from the uploaded file to the list of what its rows became. @throws AppError 403, 404 */
export async function loadSheetPage(session: CompanySession, request: Request, sheetId: number) {
  authorize(session, "import.run");
  const companyId = session.company.id;
  const sheet = await getSheet(db(), companyId, sheetId);
  const state = sheetState(sheet.state);
  const timeZone = await zoneOfUser(session);
  const { outlines, mappings } = readBook(sheet);
  const counts = countsOf(await countSheetRows(db(), companyId, sheetId));
  const withRows = hasCheckedRows(state) || state === SheetState.Failed;
  return {
    id: sheet.id,
    title: sheet.title,
    state,
    when: whenWords(epochSec(sheet.created_at), nowSec(), timeZone),
    valid: validToday(THE_TIME, [timeZone]),
    target: await targetOf(companyId, sheet),
    sheets: mappings.map((mapping, index) => sheetFacts(mapping, outlines[index]!, index)),
    counts: {
      ...counts,
      routes: parseJson<AppliedSummary>(sheet.sheets, { routes: 0 }).routes,
    },
    places: counts.visits.created > 0 && state !== SheetState.Applying ? await placesOf(companyId, sheetId) : null,
    progress: isUnderWay(state)
      ? state === SheetState.Mapped
        ? { done: sheet.rows_total, total: rowsToCheck(outlines, mappings) }
        : { done: sheet.rows_total - counts.ready - counts.left, total: sheet.rows_total - counts.left }
      : null,
    failure: state === SheetState.Failed ? (parseJson<string[]>(sheet.errors, [])[0] ?? "Importing was failed") : null,
    mayTryAgain: state === SheetState.Failed && (counts.ready > 0 || !isChecked(sheet)),
    rows: withRows ? await loadRows(session, request, sheet) : null,
    row: withRows ? await loadRow(session, request, sheet) : null,
    columns: mayBeMapped(state) ? columnsDialog(request, outlines, mappings, await importDefaults(db(), sheet)) : null,
  };
}
export type SheetPage = Awaited<ReturnType<typeof loadSheetPage>>;
export type SheetFacts = SheetPage["sheets"][number];

async function targetOf(companyId: number, sheet: RoutingSheetRow): Promise<Target> {
  const plan = sheet.plan_id === null ? undefined : await findPlan(db(), companyId, sheet.plan_id);
  const warehouse = sheet.warehouse_id === null ? undefined : await findWarehouse(db(), companyId, sheet.warehouse_id);
  return { plan: plan ? { id: plan.id, title: plan.title } : null, warehouse: warehouse?.title ?? null };
}

/** How far the addresses of the import's visits are looked up; null where every visit has its place. */
async function placesOf(companyId: number, sheetId: number) {
  const isReady = await services().geocoder.isReady();
  const waiting = isReady ? await countUnasked(db(), companyId, { sheetId }) : 0;
  const toFix = await countToFix(db(), companyId, { sheetId, withUnasked: !isReady });
  return waiting + toFix === 0 ? null : { waiting, toFix, asked: await countAsked(db(), companyId, sheetId) };
}

/** What is said of one sheet of the file. */
function sheetFacts(mapping: ChosenMapping, outline: SheetOutline, index: number) {
  const { entity, columns, headers } = mapping;
  const labels = columns.flatMap((key) =>
    key === null || entity === null ? [] : (importField(entity, key)?.label ?? []),
  );
  return {
    index,
    name: mapping.sheet,
    entity,
    hidden: outline.hidden,
    rows: entity === null ? outline.rowsTotal : rowsBelowHeader(outline, mapping),
    hiddenRows: outline.hiddenRows,
    withoutHidden: mapping.withoutHidden,
    labels,
    columns: headers.length,
    /** of columns that are not imported, those that have a header */
    ignored: entity === null ? [] : headers.filter((_, column) => columns[column] === null).slice(0, 50),
    unsure: mapping.sure ? 0 : Math.max(1, mapping.unsure.length),
  };
}

function countsOf(rows: readonly RowCount[]) {
  const sum = (is: (row: RowCount) => boolean): number =>
    rows.reduce((total, row) => total + (is(row) ? row.total : 0), 0);
  const of = (entity: RowCount["entity"]) => {
    const by = (outcome: string) => sum((row) => row.entity === entity && row.outcome === outcome);
    return {
      create: by(RowOutcome.Create),
      update: by(RowOutcome.Update),
      created: by(RowOutcome.Created),
      updated: by(RowOutcome.Updated),
      unchanged: by(RowOutcome.Unchanged),
    };
  };
  return {
    visits: of("visit"),
    vehicles: of("vehicle"),
    all: sum(() => true),
    left: sum(({ outcome }) => outcome === RowOutcome.Dropped),
    ready: sum(({ outcome }) => outcome === RowOutcome.Create || outcome === RowOutcome.Update),
    /** imported, with a value that was changed or left out */
    noted: sum((row) => row.noted === 1 && row.outcome !== RowOutcome.Dropped),
  };
}
