import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { scoped } from "~/db/repositories/scoped.server";
import { namesForFigures } from "~/db/repositories/figure-names.server";
import { pageBehind, whereCounted } from "~/db/repositories/figure-visits.server";
import type { PageOfRows } from "~/db/repositories/paging.server";
import { listDrivers } from "~/db/repositories/members.server";
import { listVehicles } from "~/db/repositories/vehicles.server";
import { findVisit, pagedVisits, visitsQuery } from "~/db/repositories/visits.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import type { RoutingPlanRow, RoutingRouteRow, RoutingVisitRow, WarehouseRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { memberName } from "~/domain/access/person-name";
import type { RouteStatus } from "~/domain/route/route-status";
import { displayedVisitStatus, shownName } from "~/domain/visit/visit-display";
import { visitSourceLabel } from "~/domain/visit/visit-source";
import { VisitStatus, visitStatusLabel } from "~/domain/visit/visit-status";
import { visitTypeLabel } from "~/domain/visit/visit-type";
import type { VisitType } from "~/domain/visit/visit-type";
import { chosenOf, dialogOf, listOf, listRequest } from "~/http/list-request.server";
import { windowInColumn } from "~/domain/time/time-window";
import { titleAndPlate, vehicleName } from "~/domain/vehicle/vehicle";
import { failReasonTitle } from "~/domain/visit/fail-reasons";
import { freshFigures } from "~/planner/fresh-figures.server";
import { services } from "~/services/container.server";
import { csvLines } from "~/services/export/csv";
import type { ExportCell, ExportTable } from "~/services/export/table";
import { isNarrowed, readVisitsFilter } from "./visits-filter";
import { chosenColumns } from "./visits-columns";
import { PLANNED_PARAM } from "./visits-view";

const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";
/** Of a filter's list. */
const MOST_OPTIONS = 500;

type Plans = ReadonlyMap<number, Pick<RoutingPlanRow, "title" | "service_date">>;
type Routes = ReadonlyMap<number, Pick<RoutingRouteRow, "status" | "driver_id" | "vehicle_id">>;
type Warehouses = ReadonlyMap<number, Pick<WarehouseRow, "title">>;

/** What stands around the visits of a page. */
interface Around {
  plans: Plans;
  routes: Routes;
  warehouses: Warehouses;
  drivers: ReadonlyMap<number, string>;
  vehicles: ReadonlyMap<number, string>;
}

/** Rows of one table by id; ids of other companies are left out. */
async function byId<Row extends { id: number }>(
  companyId: number,
  table: "routing_plans" | "routing_routes" | "warehouses",
  ids: readonly (number | null)[],
  columns: readonly string[],
): Promise<Map<number, Row>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : ((await scoped(db(), table, companyId)
          .whereIn(`${table}.id`, wanted)
          .select(["id", ...columns].map((column) => `${table}.${column}`))) as Row[]);
  return new Map(rows.map((row) => [row.id, row]));
}

function shown(row: RoutingVisitRow, { plans, routes, warehouses, drivers, vehicles }: Around) {
  const route = row.route_id === null ? undefined : routes.get(row.route_id);
  const plan = row.plan_id === null ? undefined : plans.get(row.plan_id);
  return {
    id: row.id,
    name: row.name,
    code: row.external_id ?? "",
    address: row.address,
    type: visitTypeLabel(row.type),
    status: displayedVisitStatus(
      { status: row.status as VisitStatus, routeId: row.route_id },
      route ? { status: route.status as RouteStatus } : null,
    ),
    plan: row.plan_id !== null && plan ? { id: row.plan_id, title: plan.title, date: plan.service_date } : null,
    warehouse: row.warehouse_id === null ? null : (warehouses.get(row.warehouse_id)?.title ?? null),
    driver: drivers.get(route?.driver_id ?? 0) ?? null,
    vehicle: vehicles.get(route?.vehicle_id ?? 0) ?? null,
    recipient: row.recipient_name,
    window: windowInColumn(row.start_time, row.end_time),
    reason: row.status === VisitStatus.Failed ? failReasonTitle(row.fail_reason_id) : null,
    source: visitSourceLabel(row.source),
    hasPlace: row.lat !== null && row.lng !== null,
  };
}
export type VisitListItem = ReturnType<typeof shown>;

/** Those of the ids that the company has, in the order of the list, and the versions of their plans. */
async function chosenVisits(companyId: number, ids: readonly number[]) {
  const rows =
    ids.length === 0
      ? []
      : ((await scoped(db(), "routing_visits", companyId)
          .whereIn("id", [...ids])
          .orderBy("id", "desc")) as RoutingVisitRow[]);
  const plans = await byId<Pick<RoutingPlanRow, "id" | "version">>(
    companyId,
    "routing_plans",
    rows.map((row) => row.plan_id),
    ["version"],
  );
  return {
    visits: rows.map((row) => ({
      id: row.id,
      name: shownName({ type: row.type as VisitType, name: row.name }),
      isPlanned: row.plan_id !== null,
    })),
    versions: [...plans.values()].map(({ id, version }) => `${id}:${version}`).join(","),
  };
}

/** What stands around these visits, by few questions. */
async function aroundOf(companyId: number, rows: readonly RoutingVisitRow[]): Promise<Around> {
  const [plans, routes, warehouses] = await Promise.all([
    byId<Pick<RoutingPlanRow, "id" | "title" | "service_date">>(
      companyId,
      "routing_plans",
      rows.map((row) => row.plan_id),
      ["title", "service_date"],
    ),
    byId<Pick<RoutingRouteRow, "id" | "status" | "driver_id" | "vehicle_id">>(
      companyId,
      "routing_routes",
      rows.map((row) => row.route_id),
      ["status", "driver_id", "vehicle_id"],
    ),
    byId<Pick<WarehouseRow, "id" | "title">>(
      companyId,
      "warehouses",
      rows.map((row) => row.warehouse_id),
      ["title"],
    ),
  ]);
  const idsOf = (column: "driver_id" | "vehicle_id") => [...routes.values()].flatMap((route) => route[column] ?? []);
  return {
    plans,
    routes,
    warehouses,
    drivers: await namesForFigures(db(), companyId, "driver", idsOf("driver_id")),
    vehicles: await namesForFigures(db(), companyId, "vehicle", idsOf("vehicle_id")),
  };
}

/** The query of what the address asks for. Behind a figure stand exactly the visits that it counts. */
async function askedVisits(companyId: number, request: Request) {
  const params = new URL(request.url).searchParams;
  const filter = readVisitsFilter(params);
  const planned = { "0": false, "1": true }[params.get(PLANNED_PARAM) ?? ""];
  const { search } = listRequest(request);
  const { behind, status: shownStatus, from, to, driver: driverId, vehicle: vehicleId, warehouse } = filter;
  const shared = { search, planned, shownStatus };
  if (behind === null) {
    const warehouseId = warehouse ?? undefined;
    const query = visitsQuery(db(), companyId, { ...shared, from, to, driverId, vehicleId, warehouseId });
    return { filter, planned, query, page: (one: PageOfRows) => pagedVisits(query, one) };
  }
  const routes = { from: from ?? FIRST_DAY, to: to ?? LAST_DAY, driverId, vehicleId, warehouseId: warehouse };
  await freshFigures(companyId, routes);
  const query = visitsQuery(db(), companyId, shared);
  whereCounted(db(), query, companyId, behind, routes);
  // Where nothing else narrows the list, its length is the figure.
  const isFigure = search === "" && planned === undefined && shownStatus === undefined;
  const page = (one: PageOfRows) =>
    isFigure ? pageBehind(db(), companyId, behind, routes, one) : pagedVisits(query, one);
  return { filter, planned, query, page };
}

/** Whom and what the list can be narrowed to. */
async function filterOptions(companyId: number) {
  const [drivers, vehicles, warehouses] = await Promise.all([
    listDrivers(db(), companyId),
    listVehicles(db(), companyId, { first: MOST_OPTIONS }),
    listWarehouses(db(), companyId, { first: MOST_OPTIONS }),
  ]);
  return {
    drivers: drivers.map((member) => ({ value: String(member.id), label: memberName(member) })),
    vehicles: vehicles.rows.map((vehicle) => ({
      value: String(vehicle.id),
      label: titleAndPlate(vehicle) || vehicleName(vehicle),
    })),
    warehouses: warehouses.rows.map(({ id, title }) => ({ value: String(id), label: title })),
  };
}

/**
 * Every visit of the company, newest first, and the waiting one that a dialog of the list is about.
 * @throws AppError 403
 */
export async function loadVisitsPage(session: CompanySession, request: Request) {
  const companyId = session.company.id;
  authorize(session, "visit.list", { companyId });
  const asked = listRequest(request);
  const { filter, planned, page } = await askedVisits(companyId, request);
  const found = await page(asked.page);
  const around = await aroundOf(companyId, found.rows);
  const dialog = dialogOf(request);
  const subject = dialog.id === null ? undefined : await findVisit(db(), companyId, dialog.id);
  return {
    list: {
      ...listOf(asked, found, (row) => shown(row, around)),
      narrowed: asked.search !== "" || planned !== undefined || isNarrowed(filter),
    },
    filter,
    options: await filterOptions(companyId),
    columns: chosenColumns(request),
    /** a visit in a plan is changed there */
    subject: subject && subject.plan_id === null ? visitFromRow(subject) : null,
    chosen: await chosenVisits(companyId, chosenOf(request, ["edit-visits", "remove-visits"])),
    map: services().baseMaps.current(session.user.settings.map),
    rights: {
      update: can(session.actor, "visit.update"),
      remove: can(session.actor, "visit.remove"),
      import: can(session.actor, "import.run"),
    },
  };
}
export type VisitsPageData = Awaited<ReturnType<typeof loadVisitsPage>>;

/** Of a file: the newest. */
export const MOST_EXPORTED = 20_000;
const EXPORTED_AT_ONCE = 500;

/** The same visits as a file, at most 20,000. @throws AppError 403 */
export async function visitsFile(
  session: CompanySession,
  request: Request,
  format: "xlsx" | "csv",
): Promise<Uint8Array | Iterable<string>> {
  const companyId = session.company.id;
  authorize(session, "visit.list", { companyId });
  const { query } = await askedVisits(companyId, request);
  const rows: ExportCell[][] = [];
  for (let last: number | null = null; rows.length < MOST_EXPORTED;) {
    const next = query.clone().orderBy("routing_visits.id", "desc").limit(EXPORTED_AT_ONCE);
    if (last !== null) next.where("routing_visits.id", "<", last);
    const found = (await next) as RoutingVisitRow[];
    const around = await aroundOf(companyId, found);
    rows.push(...found.map((row) => exportedCells(shown(row, around), row)));
    if (found.length < EXPORTED_AT_ONCE) break;
    last = found.at(-1)!.id;
  }
  const table: ExportTable = { name: "Visits", columns: EXPORTED_COLUMNS, rows };
  return format === "csv" ? csvLines(table) : services().files.make({ kind: "workbook", tables: [table] });
}

const EXPORTED_COLUMNS = [
  "Id",
  "Name",
  "Order",
  "Address",
  "Type",
  "Status",
  "Plan",
  "Date",
  "Warehouse",
  "Driver",
  "Vehicle",
  "Recipient",
  "Window",
  "Planned arrival (UTC)",
  "Completed (UTC)",
  "Fail reason",
  "Source",
].map((header) => ({ header, width: header === "Name" || header === "Address" ? 30 : 16 }));

const exportedCells = (visit: VisitListItem, row: RoutingVisitRow): ExportCell[] => [
  visit.id,
  visit.name,
  visit.code,
  visit.address,
  visit.type,
  visitStatusLabel(visit.status),
  visit.plan?.title ?? null,
  visit.plan?.date ?? null,
  visit.warehouse,
  visit.driver,
  visit.vehicle,
  visit.recipient,
  visit.window,
  row.arrival_time,
  row.completed_at,
  visit.reason,
  visit.source,
];
