/** Visits for lists and files, with what stands around them: few questions, however many visits. */
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import type { RoutingVisitRow, TableRows } from "../tables";
import { namesForFigures } from "./figure-names.server";
import { scoped, scopedAlso } from "./scoped.server";

type Around = "routing_plans" | "routing_routes" | "warehouses";

/** Some columns of the rows of these ids; removed rows and those of other companies are left out. */
async function byId<T extends Around, Column extends keyof TableRows[T] & string>(
  db: Db,
  companyId: number,
  table: T,
  ids: readonly (number | null)[],
  columns: readonly Column[],
): Promise<ReadonlyMap<number, Pick<TableRows[T], Column>>> {
  type Row = Pick<TableRows[T], Column> & { id: number };
  const found = new Map<number, Row>();
  for (const batch of inBatches([...new Set(ids.filter((id) => id !== null))], 1000)) {
    const rows = (await scopedAlso(db, table, companyId)
      .whereIn(`${table}.id`, batch)
      .select(["id", ...columns].map((column) => `${table}.${column}`))) as Row[];
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** What stands around visits: by id, and the names of drivers and vehicles also of removed ones. */
export interface VisitSurroundings {
  plans: ReadonlyMap<number, Pick<TableRows["routing_plans"], "title" | "service_date" | "warehouse_id">>;
  routes: ReadonlyMap<number, Pick<TableRows["routing_routes"], "status" | "driver_id" | "vehicle_id">>;
  warehouses: ReadonlyMap<number, Pick<TableRows["warehouses"], "title" | "time_zone" | "lat" | "lng">>;
  drivers: ReadonlyMap<number, string>;
  vehicles: ReadonlyMap<number, string>;
}

export async function surroundingsOf(
  db: Db,
  companyId: number,
  rows: readonly Pick<RoutingVisitRow, "plan_id" | "route_id" | "warehouse_id">[],
): Promise<VisitSurroundings> {
  const idsIn = (column: "plan_id" | "route_id" | "warehouse_id") => rows.map((row) => row[column]);
  const [plans, routes] = await Promise.all([
    byId(db, companyId, "routing_plans", idsIn("plan_id"), ["title", "service_date", "warehouse_id"]),
    byId(db, companyId, "routing_routes", idsIn("route_id"), ["status", "driver_id", "vehicle_id"]),
  ]);
  const warehouseIds = [...idsIn("warehouse_id"), ...[...plans.values()].map((plan) => plan.warehouse_id)];
  const idsOf = (column: "driver_id" | "vehicle_id") => [...routes.values()].flatMap((route) => route[column] ?? []);
  return {
    plans,
    routes,
    warehouses: await byId(db, companyId, "warehouses", warehouseIds, ["title", "time_zone", "lat", "lng"]),
    drivers: await namesForFigures(db, companyId, "driver", idsOf("driver_id")),
    vehicles: await namesForFigures(db, companyId, "vehicle", idsOf("vehicle_id")),
  };
}

/** Those of the ids that the company has, newest first. */
export async function listVisitsByIds(db: Db, companyId: number, ids: readonly number[]): Promise<RoutingVisitRow[]> {
  if (ids.length === 0) return [];
  return (await scoped(db, "routing_visits", companyId)
    .whereIn("id", [...ids])
    .orderBy("id", "desc")) as RoutingVisitRow[];
}

/** The versions of plans, by id. */
export async function planVersions(
  db: Db,
  companyId: number,
  planIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, number>> {
  const plans = await byId(db, companyId, "routing_plans", planIds, ["version"]);
  return new Map([...plans].map(([id, { version }]) => [id, version]));
}
