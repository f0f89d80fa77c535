import type { CompanySession } from "~/auth/session.server";
import { planFromRow, routeToRow, vehicleToRow, visitToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { BATCH, inBatches } from "~/db/dialect.server";
import { recordPlanChange } from "~/db/repositories/plan-changes.server";
import { getPlan, touchPlan } from "~/db/repositories/plans.server";
import { insertRoute, listRoutesOfPlan } from "~/db/repositories/routes.server";
import { scoped } from "~/db/repositories/scoped.server";
import { getVehicles, insertVehicle, updateVehicle } from "~/db/repositories/vehicles.server";
import { insertVisits } from "~/db/repositories/visits.server";
import type { NewVisitRow } from "~/db/repositories/visits.server";
import { getWarehouse, warehousesByExternalId } from "~/db/repositories/warehouses.server";
import type { RoutingPlanRow, VehicleRow } from "~/db/tables";
import { routeEndsOf } from "~/domain/place";
import type { ImportProblem, MadeOfRow, ParsedSheet } from "~/domain/import/parse-rows";
import type { SheetMapping } from "~/domain/import/sheet-mapping";
import type { UtcText } from "~/domain/time/utc-text";
import { PIECE } from "~/lib/pieces";
import { othersTurn } from "~/lib/turns.server";
import { VisitSource } from "~/domain/visit/visit-source";
import { NOTHING_LOGGED } from "~/domain/plan/plan-log";
import type { About, LoggedSide } from "~/domain/plan/plan-log";
import { matchVehicles } from "../match-vehicles";
import type { RowAt } from "../match-vehicles";

export interface ImportTarget {
  planId: number | null;
  /** Where visits wait when there is no plan; also the warehouse of new vehicles. */
  warehouseId: number | null;
}

export interface ImportContent {
  sheets: readonly ParsedSheet[];
  mappings: readonly SheetMapping[];
}

export interface AppliedImport {
  visitIds: number[];
  createdVehicleIds: number[];
  updatedVehicleIds: number[];
  /** the updated ones as they were: their routes get new times */
  vehiclesBefore: VehicleRow[];
  routeIds: number[];
  withoutPlace: number;
  warehouseId: number | null;
  /** beside those that parsing found */
  problems: ImportProblem[];
  made: MadeRow[];
}

/** What a row of the file became. */
export interface MadeRow extends RowAt {
  made: MadeOfRow;
}

/**
 * Stores what a workbook holds. Run it in a transaction: it leaves everything or nothing.
 * @throws AppError 404 for another company's plan or warehouse
 */
export async function applyImport(
  trx: Db,
  session: CompanySession,
  content: ImportContent,
  target: ImportTarget,
  sheetId: number,
  now: UtcText,
): Promise<AppliedImport> {
  const companyId = session.company.id;
  // The version first: it also locks the plan until the end.
  const version = target.planId === null ? null : await touchPlan(trx, companyId, target.planId, null, now);
  const plan = target.planId === null ? null : await getPlan(trx, companyId, target.planId);
  const warehouseId = plan ? plan.warehouse_id : target.warehouseId;
  if (warehouseId !== null) await getWarehouse(trx, companyId, warehouseId);

  const vehicles = await saveVehicles(
    trx,
    companyId,
    content,
    { warehouseId, chosen: plan === null ? target.warehouseId : null },
    now,
  );
  const routeIds = plan ? await addRoutes(trx, companyId, plan, [...vehicles.created, ...vehicles.updated], now) : [];
  const visits = await saveVisits(trx, companyId, content.sheets, { plan, warehouseId, sheetId }, now);

  if (plan && version !== null) {
    const made = (ids: readonly number[]) => ids.map((id) => ({ id, created: true }));
    const after: LoggedSide = { plan: null, visits: made(visits.ids), routes: made(routeIds) };
    const about: About = { names: [], visits: visits.ids.length, routeIds };
    await recordPlanChange(
      trx,
      companyId,
      {
        planId: plan.id,
        userId: session.user.id,
        kind: "plan.import",
        planVersion: version,
        before: NOTHING_LOGGED,
        after,
        about,
      },
      now,
    );
  }
  return {
    visitIds: visits.ids,
    createdVehicleIds: vehicles.created,
    updatedVehicleIds: vehicles.updated,
    vehiclesBefore: vehicles.before,
    routeIds,
    withoutPlace: visits.withoutPlace,
    warehouseId,
    problems: [...vehicles.problems, ...visits.problems],
    made: [...vehicles.made, ...visits.made],
  };
}

/** Where vehicles belong: new ones, and all of them when the user chose a warehouse. */
interface VehiclePlace {
  warehouseId: number | null;
  chosen: number | null;
}

async function saveVehicles(
  trx: Db,
  companyId: number,
  { sheets, mappings }: ImportContent,
  { warehouseId, chosen }: VehiclePlace,
  now: UtcText,
) {
  if (sheets.every((sheet) => sheet.vehicles.length === 0))
    return { created: [], updated: [], before: [], problems: [], made: [] };
  const existing = (await scoped(trx, "vehicles", companyId).whereNot("plate", "").select("id", "plate")) as {
    id: number;
    plate: string;
  }[];
  const matches = matchVehicles(sheets, mappings, existing);
  const created: number[] = [];
  const made: MadeRow[] = matches.update.map(({ at, id }) => ({ ...at, made: { vehicleId: id } }));
  for (const { at, item } of matches.create) {
    const id = await insertVehicle(trx, companyId, { ...vehicleToRow(item), warehouse_id: warehouseId }, now);
    created.push(id);
    made.push({ ...at, made: { vehicleId: id } });
  }
  const changes = matches.update
    .map(({ id, fields }) => ({
      id,
      values: { ...vehicleToRow(fields), ...(chosen === null ? {} : { warehouse_id: chosen }) },
    }))
    .filter(({ values }) => Object.keys(values).length > 0);
  const before =
    changes.length === 0
      ? []
      : await getVehicles(
          trx,
          companyId,
          changes.map(({ id }) => id),
        );
  for (const { id, values } of changes) {
    await updateVehicle(trx, companyId, id, values, now);
  }
  return { created, updated: matches.update.map(({ id }) => id), before, problems: matches.problems, made };
}

/** A route at the end of the plan for each active vehicle that has none there yet. */
async function addRoutes(
  trx: Db,
  companyId: number,
  plan: RoutingPlanRow,
  vehicleIds: readonly number[],
  now: UtcText,
): Promise<number[]> {
  if (vehicleIds.length === 0) return [];
  const routes = await listRoutesOfPlan(trx, companyId, plan.id);
  const ends = routeToRow(routeEndsOf(planFromRow(plan)));
  let position = routes.reduce((last, route) => Math.max(last, route.position), 0);
  const ids: number[] = [];
  for (const vehicle of await getVehicles(trx, companyId, vehicleIds)) {
    if (vehicle.status !== 1 || routes.some((route) => route.vehicle_id === vehicle.id)) continue;
    position += 1;
    ids.push(
      await insertRoute(
        trx,
        companyId,
        {
          ...ends,
          plan_id: plan.id,
          warehouse_id: plan.warehouse_id,
          vehicle_id: vehicle.id,
          driver_id: vehicle.driver_id,
          position,
        },
        now,
      ),
    );
  }
  return ids;
}

interface VisitOwner {
  plan: RoutingPlanRow | null;
  warehouseId: number | null;
  sheetId: number;
}

async function saveVisits(trx: Db, companyId: number, sheets: readonly ParsedSheet[], owner: VisitOwner, now: UtcText) {
  const problems: ImportProblem[] = [];
  const wanted = sheets
    .flatMap((sheet) => sheet.visits.map(({ item }) => item.externalWarehouseId))
    .filter((id) => id !== null);
  const byExternalId =
    owner.plan || wanted.length === 0 ? new Map() : await warehousesByExternalId(trx, companyId, wanted);
  const rows: NewVisitRow[] = [];
  const places: RowAt[] = [];
  for (const sheet of sheets) {
    for (const { row, item } of sheet.visits) {
      if (rows.length % PIECE === 0) await othersTurn();
      const named = item.externalWarehouseId === null ? undefined : byExternalId.get(item.externalWarehouseId);
      if (!owner.plan && item.externalWarehouseId !== null && !named)
        problems.push(unknownWarehouse(sheet.sheet, row, item.externalWarehouseId));
      places.push({ sheet: sheet.sheet, row });
      rows.push({
        ...visitToRow(item),
        name: item.name,
        plan_id: owner.plan?.id ?? null,
        warehouse_id: named?.id ?? owner.warehouseId,
        source: VisitSource.Import,
        source_id: String(owner.sheetId),
      });
    }
  }
  const ids: number[] = [];
  for (const batch of inBatches(rows, BATCH)) {
    ids.push(...(await insertVisits(trx, companyId, batch, now)));
  }
  const made = places.flatMap((at, index): MadeRow[] =>
    ids[index] === undefined ? [] : [{ ...at, made: { visitId: ids[index] } }],
  );
  return { ids, problems, made, withoutPlace: rows.filter((row) => row.lat === null).length };
}

const unknownWarehouse = (sheet: string, row: number, value: string): ImportProblem => ({
  sheet,
  row,
  column: null,
  field: "External warehouse id",
  value,
  message: `Row ${row}: External warehouse id '${value}' belongs to none of your warehouses. The visit was imported without it.`,
  dropped: false,
});
