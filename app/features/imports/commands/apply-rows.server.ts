import { parseJson, planFromRow, toJson, vehicleFromRow, visitToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { letOthersIn } from "~/db/let-others-in.server";
import { besidesPages } from "~/db/piece-size.server";
import { insertNewVisits } from "~/db/planning-changes.server";
import { getPlan, lockPlan } from "~/db/repositories/plans.server";
import { firstSheetRows, updateSheetRows } from "~/db/repositories/sheet-rows.server";
import type { SheetRowChanges } from "~/db/repositories/sheet-rows.server";
import { getSheet, lockSheet, updateSheet } from "~/db/repositories/sheets.server";
import { getVehicles } from "~/db/repositories/vehicles.server";
import { updateVisits } from "~/db/repositories/visits.server";
import type { VisitChanges } from "~/db/repositories/visits.server";
import { getWarehouse, warehousesByExternalId } from "~/db/repositories/warehouses.server";
import type { RoutingSheetRow, RoutingSheetRowRow, VehicleRow } from "~/db/tables";
import { planningChanges } from "~/domain/changes";
import type { Cell } from "~/domain/import/cell";
import { ImportEntity } from "~/domain/import/import-fields";
import type { ImportedVisit } from "~/domain/import/imported";
import { RecordStatus } from "~/domain/record-status";
import { newRoutes, nextPosition } from "~/domain/route/new-route";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import type { UtcText } from "~/domain/time/utc-text";
import { mapped } from "~/lib/pieces";
import { inTurns } from "~/lib/turns.server";
import { changePlanWithin, inPlanTransaction } from "~/planner/change-plan.server";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";
import { noteRetimes } from "~/planner/note-retimes.server";
import { retimeVehiclesFor } from "~/planner/retime-after.server";
import { lockWaiting } from "~/planner/waiting-visits.server";
import type { Author } from "~/planner/author.server";
import { nowText } from "~/services/now.server";
import { decideVisits } from "../decide-visits";
import type { AppliedVisits, DecidedVisits, VisitOwner, VisitRow } from "../decide-visits";
import { knownVisits } from "../known-visits.server";
import { publishImported } from "../publish-imported.server";
import { rowReader } from "../read-row";
import type { ReadRow } from "../read-row";
import { READY, RowOutcome } from "../row-outcome";
import type { ImportNote } from "../row-notes";
import { importDefaults } from "../import-defaults.server";
import { rememberMappings } from "../remember-mappings.server";
import type { AppliedSummary, ChosenMapping } from "../sheet-book";
import { SheetState } from "~/domain/import/sheet-state";
import type { SheetProgress } from "../sheet-progress";
import { applyVehicles } from "./apply-vehicles.server";
import type { AppliedVehicles, VehicleImportRow } from "./apply-vehicles.server";

/** An import of so many rows is stored by one transaction: all of it or nothing. */
const ROWS_AS_ONE = 5_000;
/** A request that imports answers after this time, with how far it has come. */
const WORK_MS = 1_000;

interface AppliedPiece {
  finished: boolean;
  vehiclesBefore: VehicleRow[];
}

/**
 * Imports rows of the sheet until a second has passed or all are imported. A row and what it became are stored by the
 * same transaction: whoever calls it next, after a restart too, goes on with the rows that are left.
 */
export async function applyRows(
  author: Author,
  sheetId: number,
  { tab, workMs = WORK_MS }: { tab?: string | undefined; workMs?: number } = {},
): Promise<SheetProgress> {
  const { companyId } = author;
  const until = performance.now() + workMs;
  const size = besidesPages(db());
  for (;;) {
    await letOthersIn(db());
    const started = performance.now();
    const { finished, vehiclesBefore } = await inPlanTransaction(companyId, (trx, measured) =>
      applyPiece(trx, author, sheetId, { measured, tab, rows: size.rows }),
    );
    size.took(performance.now() - started);
    if (vehiclesBefore.length > 0) await retimeVehiclesFor(author, vehiclesBefore, tab);
    if (finished || performance.now() >= until) {
      const { rows_applied, rows_total } = await getSheet(db(), companyId, sheetId);
      return { finished, done: rows_applied, total: rows_total };
    }
  }
}

interface Attempt {
  measured: readonly MeasuredLeg[];
  tab: string | undefined;
  /** of a piece */
  rows: number;
}

async function applyPiece(trx: Db, author: Author, sheetId: number, attempt: Attempt): Promise<AppliedPiece> {
  const { companyId } = author;
  // The plan is locked before anything else, as by every change of it.
  const { plan_id } = await getSheet(trx, companyId, sheetId);
  if (plan_id !== null) await lockPlan(trx, companyId, plan_id);
  const sheet = await lockSheet(trx, companyId, sheetId);
  const nothing: AppliedPiece = { finished: true, vehiclesBefore: [] };
  if (sheet.state !== SheetState.Applying) return nothing;
  const limit = sheet.rows_total <= ROWS_AS_ONE ? ROWS_AS_ONE : attempt.rows;
  const rows = await nextRows(trx, sheet, limit);
  const now = nowText();
  const applied = rows.length === 0 ? null : await applyTo(trx, author, { sheet, rows, now }, attempt);
  if (applied !== null) await noteRetimes(trx, author, applied.vehiclesBefore);
  const finished = rows.length < limit;
  const imported = sheet.rows_applied + (applied?.imported ?? 0);
  if (finished && imported > 0) await rememberMappings(trx, sheet, now);
  const summary = parseJson<AppliedSummary>(sheet.sheets, { routes: 0 });
  await updateSheet(
    trx,
    companyId,
    sheetId,
    {
      state: finished ? SheetState.Applied : SheetState.Applying,
      revision: sheet.revision + 1,
      rows_applied: imported,
      sheets: toJson({ ...summary, routes: summary.routes + (applied?.routes ?? 0) }),
      errors: null,
    },
    now,
  );
  return { finished, vehiclesBefore: applied?.vehiclesBefore ?? [] };
}

/** Vehicles first: their routes are there when the visits come. */
async function nextRows(trx: Db, sheet: RoutingSheetRow, limit: number): Promise<RoutingSheetRowRow[]> {
  const { company_id: companyId, id } = sheet;
  const vehicles = await firstSheetRows(trx, companyId, id, { outcomes: READY, entity: "vehicle", limit });
  const rest = { outcomes: READY, entity: "visit", limit: limit - vehicles.length } as const;
  return [...vehicles, ...(await firstSheetRows(trx, companyId, id, rest))];
}

interface Piece {
  sheet: RoutingSheetRow;
  rows: readonly RoutingSheetRowRow[];
  now: UtcText;
}

async function applyTo(trx: Db, author: Author, piece: Piece, attempt: Attempt) {
  const { sheet, rows, now } = piece;
  const { companyId } = author;
  const plan = sheet.plan_id === null ? null : planFromRow(await getPlan(trx, companyId, sheet.plan_id));
  const warehouseId = plan === null ? sheet.warehouse_id : plan.warehouseId;
  if (warehouseId !== null) await getWarehouse(trx, companyId, warehouseId);
  const read = await readAgain(trx, sheet, rows);
  const chosen = plan === null ? sheet.warehouse_id : null;
  const vehicles = await applyVehicles(trx, companyId, read.vehicles, { warehouseId, chosen }, now);
  const owner: VisitOwner = {
    companyId,
    planId: plan?.id ?? null,
    warehouseId,
    sheetId: sheet.id,
    warehouses: plan === null ? await namedWarehouses(trx, companyId, read.visits) : new Map(),
  };
  const visits =
    plan === null
      ? await applyWaiting(trx, owner, read.visits, now)
      : await applyToPlan(trx, author, { owner, rows: read.visits, vehicles }, attempt.measured);
  const results = [...vehicles.results, ...visits.results];
  await storeResults(trx, companyId, rows, results);
  publishImported(trx, companyId, { vehicles, visits, planId: owner.planId }, attempt.tab);
  const imported = results.filter(({ outcome }) => outcome !== RowOutcome.Dropped).length;
  return { imported, routes: visits.routeIds.length, vehiclesBefore: vehicles.before };
}

/** Cells and mapping say what a row is; nothing else is kept of it. */
async function readAgain(trx: Db, sheet: RoutingSheetRow, rows: readonly RoutingSheetRowRow[]) {
  const mappings = parseJson<ChosenMapping[]>(sheet.mappings, []);
  const defaults = await importDefaults(trx, sheet);
  const readers = mappings.map((mapping) => (mapping.entity === null ? null : rowReader(mapping, defaults)));
  const read = await inTurns(
    mapped(rows, (row): { row: RoutingSheetRowRow; as: ReadRow } => ({
      row,
      as: readers[row.sheet]!({ row: row.row, cells: parseJson<Cell[]>(row.cells, []) }),
    })),
  );
  const items = new Map<RoutingSheetRowRow, ImportedVisit>();
  for (const { row, as } of read) if (as.entity === ImportEntity.Visit && as.item !== null) items.set(row, as.item);
  const known = await knownVisits(trx, sheet, items);
  const visits: VisitRow[] = [];
  const vehicles: VehicleImportRow[] = [];
  for (const { row, as } of read) {
    const { given } = as;
    if (as.item === null) continue;
    if (as.entity === "visit")
      visits.push({ rowId: row.id, row: row.row, item: as.item, given, knownId: known.get(row) });
    else vehicles.push({ rowId: row.id, row: row.row, item: as.item, given });
  }
  return { visits, vehicles };
}

const namedWarehouses = async (trx: Db, companyId: number, rows: readonly VisitRow[]) =>
  warehousesByExternalId(
    trx,
    companyId,
    rows.flatMap(({ item }) => item.externalWarehouseId ?? []),
  );

const knownIds = (rows: readonly VisitRow[]): number[] => [...new Set(rows.flatMap(({ knownId }) => knownId ?? []))];

function applied(decided: DecidedVisits, createdIds: readonly number[], routeIds: readonly number[]): AppliedVisits {
  return {
    results: [
      ...decided.known,
      ...decided.createdBy.map((result, index) => ({ ...result, visitId: createdIds[index] })),
    ],
    createdIds,
    updatedIds: decided.patches.map(({ id }) => id),
    routeIds,
  };
}

/** Visits that wait for a plan. One that a plan has taken since it was looked for is not known any more. */
async function applyWaiting(
  trx: Db,
  owner: VisitOwner,
  rows: readonly VisitRow[],
  now: UtcText,
): Promise<AppliedVisits> {
  const { waiting } = await lockWaiting(trx, owner.companyId, knownIds(rows));
  const decided = decideVisits(rows, owner, { visits: waiting, routes: [] });
  const changes = decided.patches.map(({ id, set }) => ({ ...(visitToRow(set) as VisitChanges), id }));
  await updateVisits(trx, owner.companyId, changes, now);
  return applied(decided, await insertNewVisits(trx, owner.companyId, decided.create, now), []);
}

interface ForPlan {
  owner: VisitOwner;
  rows: readonly VisitRow[];
  vehicles: AppliedVehicles;
}

/** The visits, and a route at the end of the plan for each active vehicle that has none there yet. */
async function applyToPlan(
  trx: Db,
  author: Author,
  { owner, rows, vehicles }: ForPlan,
  measured: readonly MeasuredLeg[],
): Promise<AppliedVisits> {
  const { companyId } = owner;
  const vehicleIds = [...new Set(vehicles.results.map(({ vehicleId }) => vehicleId))];
  const withRoutes = (await getVehicles(trx, companyId, vehicleIds)).map(vehicleFromRow);
  const { accepted, createdVisitIds, createdRouteIds } = await changePlanWithin<
    { visits: Awaited<ReturnType<typeof visitsWithTheirRoutes>> },
    { decided: DecidedVisits }
  >(
    trx,
    author,
    {
      kind: "plan.import",
      planId: owner.planId!,
      subject: {},
      load: async () => ({ visits: await visitsWithTheirRoutes(trx, companyId, knownIds(rows)) }),
      decide: ({ plan, routes, visits }) => {
        const used = new Set(routes.map((route) => route.vehicleId));
        const added = withRoutes.filter((vehicle) => vehicle.status === RecordStatus.Active && !used.has(vehicle.id));
        const decided = decideVisits(rows, owner, { visits, routes });
        return {
          ok: true,
          changes: planningChanges({
            visits: decided.patches,
            recalculate: decided.recalculate,
            createVisits: decided.create,
            createRoutes: newRoutes(plan, added, nextPosition(routes)),
          }),
          about: { names: [], visits: decided.create.length + decided.patches.length, routeIds: [] },
          decided,
        };
      },
      // The import tells of all that it made.
      events: () => [],
    },
    measured,
  );
  return applied(accepted.decided, createdVisitIds, createdRouteIds);
}

interface Stored {
  rowId: number;
  outcome: RowOutcome;
  notes: ImportNote[];
  visitId?: number | undefined;
  vehicleId?: number | undefined;
}

/** What each row became, beside it. */
async function storeResults(
  trx: Db,
  companyId: number,
  rows: readonly RoutingSheetRowRow[],
  results: readonly Stored[],
): Promise<void> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changes = results.map(({ rowId, outcome, notes, visitId, vehicleId }): SheetRowChanges => {
    const before = parseJson<ImportNote[]>(byId.get(rowId)?.notes ?? null, []);
    return {
      id: rowId,
      outcome,
      ...(visitId === undefined ? {} : { visit_id: visitId }),
      ...(vehicleId === undefined ? {} : { vehicle_id: vehicleId }),
      ...(notes.length === 0 ? {} : { noted: 1 as const, notes: toJson([...before, ...notes]) }),
    };
  });
  await updateSheetRows(trx, companyId, changes);
}
