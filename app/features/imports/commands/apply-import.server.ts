import type { CompanySession } from "~/auth/session.server";
import { planFromRow, vehicleFromRow, vehicleToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { insertNewVisits } from "~/db/planning-changes.server";
import { getPlan, lockPlan } from "~/db/repositories/plans.server";
import { scoped } from "~/db/repositories/scoped.server";
import { getVehicles, insertVehicle, updateVehicle } from "~/db/repositories/vehicles.server";
import { getWarehouse, warehousesByExternalId } from "~/db/repositories/warehouses.server";
import type { VehicleRow } from "~/db/tables";
import { planningChanges } from "~/domain/changes";
import type { NewVisit } from "~/domain/changes";
import { UNSCHEDULED_POSITION } from "~/domain/constants";
import type { ImportProblem, MadeOfRow, ParsedSheet } from "~/domain/import/parse-rows";
import type { SheetMapping } from "~/domain/import/sheet-mapping";
import type { Plan } from "~/domain/plan/plan";
import { newRoutes, nextPosition } from "~/domain/route/new-route";
import type { UtcText } from "~/domain/time/utc-text";
import { BLANK_VISIT } from "~/domain/visit/new-visit";
import { VisitSource } from "~/domain/visit/visit-source";
import { PIECE } from "~/lib/pieces";
import { yieldToOthers } from "~/lib/turns.server";
import { changePlanWithin } from "~/planner/change-plan.server";
import { noVisits } from "~/planner/load-visits.server";
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
  visitIds: readonly number[];
  createdVehicleIds: number[];
  updatedVehicleIds: number[];
  /** the updated ones as they were: their routes get new times */
  vehiclesBefore: VehicleRow[];
  routeIds: readonly number[];
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
  // Locked before anything else, as by every change of a plan.
  if (target.planId !== null) await lockPlan(trx, companyId, target.planId);
  const plan = target.planId === null ? null : planFromRow(await getPlan(trx, companyId, target.planId));
  const warehouseId = plan ? plan.warehouseId : target.warehouseId;
  if (warehouseId !== null) await getWarehouse(trx, companyId, warehouseId);

  const vehicles = await saveVehicles(
    trx,
    companyId,
    content,
    { warehouseId, chosen: plan === null ? target.warehouseId : null },
    now,
  );
  const visits = await newVisits(trx, content.sheets, { companyId, plan, warehouseId, sheetId });
  const stored =
    plan === null
      ? { visitIds: await insertNewVisits(trx, companyId, visits.visits, now), routeIds: [] }
      : await putIntoPlan(trx, session, plan.id, [...vehicles.created, ...vehicles.updated], visits.visits);
  return {
    ...stored,
    createdVehicleIds: vehicles.created,
    updatedVehicleIds: vehicles.updated,
    vehiclesBefore: vehicles.before,
    withoutPlace: visits.visits.filter((visit) => visit.lat === null).length,
    warehouseId,
    problems: [...vehicles.problems, ...visits.problems],
    made: [
      ...vehicles.made,
      ...visits.places.map((at, index): MadeRow => ({ ...at, made: { visitId: stored.visitIds[index]! } })),
    ],
  };
}

/** The visits, and a route at the end of the plan for each active vehicle that has none there yet. */
async function putIntoPlan(
  trx: Db,
  session: CompanySession,
  planId: number,
  vehicleIds: readonly number[],
  visits: NewVisit[],
): Promise<Pick<AppliedImport, "visitIds" | "routeIds">> {
  const companyId = session.company.id;
  const vehicles = (await getVehicles(trx, companyId, vehicleIds)).map(vehicleFromRow);
  const { createdVisitIds, createdRouteIds } = await changePlanWithin(
    trx,
    { companyId, userId: session.user.id },
    {
      kind: "plan.import",
      planId,
      subject: {},
      load: noVisits,
      decide: ({ plan, routes }) => {
        const used = new Set(routes.map((route) => route.vehicleId));
        const added = vehicles.filter((vehicle) => vehicle.status === 1 && !used.has(vehicle.id));
        return {
          ok: true,
          changes: planningChanges({
            createVisits: visits,
            createRoutes: newRoutes(plan, added, nextPosition(routes)),
          }),
          about: { names: [], visits: visits.length, routeIds: [] },
        };
      },
      // The import tells of all that it made once it is stored.
      events: () => [],
    },
  );
  return { visitIds: createdVisitIds, routeIds: createdRouteIds };
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

interface VisitOwner {
  companyId: number;
  plan: Plan | null;
  warehouseId: number | null;
  sheetId: number;
}

interface NewVisits {
  visits: NewVisit[];
  /** of each visit, in the file */
  places: RowAt[];
  problems: ImportProblem[];
}

async function newVisits(trx: Db, sheets: readonly ParsedSheet[], owner: VisitOwner): Promise<NewVisits> {
  const { companyId, plan, warehouseId, sheetId } = owner;
  const wanted = sheets
    .flatMap((sheet) => sheet.visits.map(({ item }) => item.externalWarehouseId))
    .filter((id) => id !== null);
  const byExternalId = plan || wanted.length === 0 ? new Map() : await warehousesByExternalId(trx, companyId, wanted);
  const made: NewVisits = { visits: [], places: [], problems: [] };
  for (const { sheet, visits } of sheets) {
    for (const { row, item } of visits) {
      if (made.visits.length % PIECE === 0) await yieldToOthers();
      const named = item.externalWarehouseId === null ? undefined : byExternalId.get(item.externalWarehouseId);
      if (!plan && item.externalWarehouseId !== null && !named)
        made.problems.push(unknownWarehouse(sheet, row, item.externalWarehouseId));
      made.places.push({ sheet, row });
      made.visits.push({
        ...BLANK_VISIT,
        ...item,
        companyId,
        planId: plan?.id ?? null,
        warehouseId: named?.id ?? warehouseId,
        position: UNSCHEDULED_POSITION,
        source: VisitSource.Import,
        sourceId: String(sheetId),
      });
    }
  }
  return made;
}

const unknownWarehouse = (sheet: string, row: number, value: string): ImportProblem => ({
  sheet,
  row,
  column: null,
  field: "External warehouse id",
  value,
  message:
    `Row ${row}: External warehouse id '${value}' belongs to none of your warehouses. ` +
    "The visit was imported without it.",
  dropped: false,
});
