import { PlanStatus } from "~/domain/plan/plan-status";
import { RouteStatus } from "~/domain/route/route-status";
import { InvitationType } from "~/domain/team/invitation";
import { addTo } from "~/lib/grouped";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { updateMany } from "../dialect.server";
import type { Changes, DateText, New, RetimeDepth, RoutingRouteRow, UtcText } from "../tables";
import {
  assertReferences,
  findById,
  getById,
  getByIds,
  insertScoped,
  softDelete,
  restoreRemoved,
  scoped,
} from "./scoped.server";

export type NewRouteRow = New<RoutingRouteRow, "plan_id">;
export type RouteChanges = Omit<Changes<RoutingRouteRow>, "version">;

export const getRoute = (db: Db, companyId: number, routeId: number): Promise<RoutingRouteRow> =>
  getById(db, "routing_routes", companyId, routeId);
/** In the order of the ids. @throws AppError 404 when one is not the company's */
export const getRoutes = (db: Db, companyId: number, ids: readonly number[]): Promise<RoutingRouteRow[]> =>
  getByIds(db, "routing_routes", companyId, ids);
export const findRoute = (db: Db, companyId: number, routeId: number): Promise<RoutingRouteRow | undefined> =>
  findById(db, "routing_routes", companyId, routeId);

/** Removed ones too; those of other companies are left out. */
export const routesWithRemoved = async (
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<RoutingRouteRow[]> =>
  (await db("routing_routes")
    .where({ company_id: companyId })
    .whereIn("id", [...ids])) as RoutingRouteRow[];

/** Routes of a plan in their order; the index in this list chooses the colour. */
export async function listRoutesOfPlan(db: Db, companyId: number, planId: number): Promise<RoutingRouteRow[]> {
  return (await scoped(db, "routing_routes", companyId)
    .where({ plan_id: planId })
    .orderBy("position")
    .orderBy("id")) as RoutingRouteRow[];
}

/** A route with what a driver's list shows of its plan. */
export interface DriverRoute extends RoutingRouteRow {
  plan_title: string;
  service_date: DateText;
  vehicle_title: string | null;
  plate: string | null;
}

/** Routes of the company's plans, with what lists show of plan and vehicle. */
const withPlanAndVehicle = (db: Db, companyId: number) =>
  scoped(db, "routing_routes", companyId)
    .join("routing_plans as plan", "plan.id", "routing_routes.plan_id")
    .leftJoin("vehicles as vehicle", "vehicle.id", "routing_routes.vehicle_id")
    .whereNull("plan.deleted_at")
    .select(
      "routing_routes.*",
      "plan.title as plan_title",
      "plan.service_date",
      "vehicle.title as vehicle_title",
      "vehicle.plate",
    );

/** Routes of a driver (a member), newest day first. */
export async function listRoutesOfDriver(
  db: Db,
  companyId: number,
  memberId: number,
  filter: { from?: DateText; to?: DateText; statuses?: readonly number[]; limit?: number } = {},
): Promise<DriverRoute[]> {
  const query = withPlanAndVehicle(db, companyId).where("routing_routes.driver_id", memberId);
  if (filter.statuses) query.whereIn("routing_routes.status", [...filter.statuses]);
  if (filter.from) query.where("plan.service_date", ">=", filter.from);
  if (filter.to) query.where("plan.service_date", "<=", filter.to);
  return (await query
    .orderBy("plan.service_date", "desc")
    .orderBy("routing_routes.id")
    .limit(filter.limit ?? 200)) as DriverRoute[];
}

/** A route with what the tracking list shows of its plan, vehicle and driver. */
export interface RouteOnRoad extends DriverRoute {
  driver_name: string | null;
  driver_surname: string | null;
  driver_phone: string | null;
}

/** Routes that have one of these statuses, with their driver. */
const routesByStatus = (db: Db, companyId: number, statuses: readonly number[]) =>
  withPlanAndVehicle(db, companyId)
    .leftJoin("company_members as driver", "driver.id", "routing_routes.driver_id")
    .leftJoin("users as account", (join) =>
      join.on("account.id", "driver.user_id").andOnVal("driver.invitation_type", InvitationType.Accepted),
    )
    .whereIn("routing_routes.status", [...statuses])
    .select(
      "driver.name as driver_name",
      "driver.surname as driver_surname",
      // The same as `memberPhone` says.
      db.raw("coalesce(driver.phone, account.phone) as driver_phone"),
    );

/** The earliest day first. @param day of their plan; left out: all */
export async function listRoutesByStatus(
  db: Db,
  companyId: number,
  statuses: readonly number[],
  { limit = 200, day }: { limit?: number; day?: DateText } = {},
): Promise<RouteOnRoad[]> {
  const query = routesByStatus(db, companyId, statuses);
  if (day !== undefined) query.where("plan.service_date", day);
  return (await query.orderBy("plan.service_date").orderBy("routing_routes.id").limit(limit)) as RouteOnRoad[];
}

/** The day of routes, where it isn't the same one everywhere. */
interface DayByWarehouse {
  /** of all warehouses that `elsewhere` doesn't name, and of routes without one */
  day: DateText;
  /** warehouses where it is another day */
  elsewhere: ReadonlyMap<DateText, readonly number[]>;
}

/** Approved routes of a day that nobody has started, of plans that are still open; the earliest start first. */
export const listWaitingRoutes = async (
  db: Db,
  companyId: number,
  { day, elsewhere }: DayByWarehouse,
  limit: number,
): Promise<RouteOnRoad[]> =>
  (await routesByStatus(db, companyId, [RouteStatus.Scheduled])
    // What follows says it too, but databases choose no index by that.
    .whereIn("plan.service_date", [day, ...elsewhere.keys()])
    .where((either) => {
      either.where((here) => {
        here
          .where("plan.service_date", day)
          .where((place) =>
            place
              .whereNull("routing_routes.warehouse_id")
              .orWhereNotIn("routing_routes.warehouse_id", [...elsewhere.values()].flat()),
          );
      });
      for (const [other, warehouseIds] of elsewhere)
        either.orWhere((there) => {
          there.where("plan.service_date", other).whereIn("routing_routes.warehouse_id", [...warehouseIds]);
        });
    })
    .whereNot("plan.status", PlanStatus.Completed)
    .orderByRaw("routing_routes.start_time is null")
    .orderBy("routing_routes.start_time")
    .orderBy("routing_routes.id")
    .limit(limit)) as RouteOnRoad[];

/** A route with what says that its vehicle and its driver are taken. */
export type BookedRoute = Pick<
  DriverRoute,
  "id" | "plan_id" | "plan_title" | "service_date" | "vehicle_id" | "vehicle_title" | "plate" | "driver_id"
> &
  Pick<DriverRoute, "start_time" | "finish_time">;

/** Routes of a day, or from a day on, that are still to be driven, earliest day first. */
export async function listBookedRoutes(
  db: Db,
  companyId: number,
  day: { on: DateText } | { from: DateText },
): Promise<BookedRoute[]> {
  const query = scoped(db, "routing_plans", companyId)
    // A plan's routes are its company's. Asked for the company too, databases begin with all the routes it ever had.
    .join("routing_routes as route", "route.plan_id", "routing_plans.id")
    .leftJoin("vehicles as vehicle", "vehicle.id", "route.vehicle_id")
    .whereNull("route.deleted_at")
    .whereNot("route.status", RouteStatus.Completed)
    .where((some) => some.whereNotNull("route.vehicle_id").orWhereNotNull("route.driver_id"));
  if ("on" in day) query.where("routing_plans.service_date", day.on);
  else query.where("routing_plans.service_date", ">=", day.from);
  return (await query
    .orderBy("routing_plans.service_date")
    .orderBy("route.id")
    .select(
      "route.id",
      "route.plan_id",
      "routing_plans.title as plan_title",
      "routing_plans.service_date",
      "route.vehicle_id",
      "vehicle.title as vehicle_title",
      "vehicle.plate",
      "route.driver_id",
      "route.start_time",
      "route.finish_time",
    )) as BookedRoute[];
}

/** The newest day on which the company has a route with one of these statuses; undefined where there is none. */
export async function lastDayByStatus(
  db: Db,
  companyId: number,
  statuses: readonly number[],
): Promise<DateText | undefined> {
  const ofPlan = scoped(db, "routing_routes", companyId)
    .whereRaw("?? = ??", ["routing_routes.plan_id", "routing_plans.id"])
    .whereIn("routing_routes.status", [...statuses]);
  const plan = (await scoped(db, "routing_plans", companyId)
    .whereExists(ofPlan)
    .orderBy("service_date", "desc")
    .first("service_date")) as { service_date: DateText } | undefined;
  return plan?.service_date;
}

/** Ids of the routes of each of these plans in their order: the index chooses the colour. */
export async function routeOrderOfPlans(
  db: Db,
  companyId: number,
  planIds: readonly number[],
): Promise<Map<number, number[]>> {
  const orders = new Map<number, number[]>();
  if (planIds.length === 0) return orders;
  const rows = (await scoped(db, "routing_routes", companyId)
    .whereIn("plan_id", [...planIds])
    .orderBy("position")
    .orderBy("id")
    .select("id", "plan_id")) as Pick<RoutingRouteRow, "id" | "plan_id">[];
  for (const { id, plan_id } of rows) addTo(orders, plan_id, id);
  return orders;
}

/** @returns the new id. @throws AppError 404 for a plan, vehicle, driver … of another company */
export const insertRoute = (db: Db, companyId: number, values: NewRouteRow, now: UtcText): Promise<number> =>
  insertScoped(db, "routing_routes", companyId, values, now);

/**
 * Changes several routes at once, each raising its version; the plan's version guards against others' edits.
 * @throws AppError 404 when one of them is not the company's
 */
export async function updateRoutes(
  db: Db,
  companyId: number,
  changes: readonly ({ id: number } & RouteChanges)[],
  now: UtcText,
): Promise<void> {
  if (changes.length === 0) return;
  await getByIds(
    db,
    "routing_routes",
    companyId,
    changes.map((change) => change.id),
  );
  await assertReferences(db, companyId, changes);
  await updateMany(
    db,
    "routing_routes",
    changes,
    { updated_at: now, version: db.raw("version + 1") },
    { company_id: companyId },
  );
}

/** Hides routes. Their visits are the caller's to reset. @throws AppError 404 */
export const removeRoutes = (db: Db, companyId: number, ids: readonly number[], now: UtcText): Promise<void> =>
  softDelete(db, "routing_routes", companyId, ids, now);

/** Shows hidden routes again. @throws AppError 404 when one is not hidden */
export const restoreRoutes = (db: Db, companyId: number, ids: readonly number[], now: UtcText): Promise<void> =>
  restoreRemoved(db, "routing_routes", companyId, ids, now);

export type OpenRoute = Pick<RoutingRouteRow, "id" | "plan_id" | "vehicle_id">;

/** Routes from a day on that are still to be driven, with these vehicles, or starting or ending at this warehouse. */
export async function listOpenRoutesWith(
  db: Db,
  companyId: number,
  what: { vehicleIds: readonly number[] } | { warehouseId: number },
  from: string,
): Promise<OpenRoute[]> {
  const query = scoped(db, "routing_routes", companyId)
    .join("routing_plans as plan", (join) =>
      join.on("plan.id", "routing_routes.plan_id").andOn("plan.company_id", "routing_routes.company_id"),
    )
    .whereNull("plan.deleted_at")
    .where("plan.service_date", ">=", from)
    .whereNot("routing_routes.status", RouteStatus.Completed);
  if ("vehicleIds" in what) query.whereIn("routing_routes.vehicle_id", [...what.vehicleIds]);
  else query.whereRaw("COALESCE(routing_routes.warehouse_id, plan.warehouse_id) = ?", [what.warehouseId]);
  return (await query
    .orderBy("routing_routes.id")
    .select("routing_routes.id", "routing_routes.plan_id", "routing_routes.vehicle_id")) as OpenRoute[];
}

/** Marks routes whose times have to follow a change elsewhere. What a mark asks for already is still to be done. */
export async function markRetimes(
  db: Db,
  companyId: number,
  ids: readonly number[],
  depth: RetimeDepth,
  now: UtcText,
): Promise<void> {
  for (const batch of inBatches(ids)) {
    const marked = scoped(db, "routing_routes", companyId).whereIn("id", batch);
    if (depth === 1) marked.whereNull("retime");
    await marked.update({ retime: depth, updated_at: now });
  }
}

/** The marks of routes, which nobody sets until the transaction ends. Change the plan under its lock. */
export async function lockRetimes(
  trx: Db,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, RetimeDepth>> {
  const marks = new Map<number, RetimeDepth>();
  for (const batch of inBatches(ids)) {
    const rows = (await scoped(trx, "routing_routes", companyId)
      .whereIn("id", batch)
      .orderBy("id")
      .forUpdate()
      .select("id", "retime")) as Pick<RoutingRouteRow, "id" | "retime">[];
    for (const { id, retime } of rows) if (retime !== null) marks.set(id, retime);
  }
  return marks;
}

/** Their times follow. */
export async function clearRetimes(db: Db, companyId: number, ids: readonly number[]): Promise<void> {
  for (const batch of inBatches(ids))
    await scoped(db, "routing_routes", companyId).whereIn("id", batch).whereNotNull("retime").update({ retime: null });
}

/** The routes of a plan that were marked and left. */
export interface LeftRetimes {
  companyId: number;
  planId: number;
  routeIds: number[];
}

/** Of all companies: those that are still to be driven from a day on, and haven't changed since a time. */
export async function listLeftRetimesAcrossCompanies(
  db: Db,
  { from, until }: { from: DateText; until: UtcText },
): Promise<LeftRetimes[]> {
  const rows = (await db("routing_routes")
    .join("routing_plans as plan", "plan.id", "routing_routes.plan_id")
    // By its values: SQLite has no statistics that let it look for what is not null in an index.
    .whereIn("routing_routes.retime", [1, 2])
    .where("routing_routes.updated_at", "<=", until)
    .whereNull("routing_routes.deleted_at")
    .whereNot("routing_routes.status", RouteStatus.Completed)
    .whereNull("plan.deleted_at")
    .where("plan.service_date", ">=", from)
    .orderBy(["routing_routes.plan_id", "routing_routes.id"])
    .select("routing_routes.id", "routing_routes.plan_id", "routing_routes.company_id")) as Pick<
    RoutingRouteRow,
    "id" | "plan_id" | "company_id"
  >[];
  const plans = new Map<number, LeftRetimes>();
  for (const { id, plan_id: planId, company_id: companyId } of rows) {
    const known = plans.get(planId);
    if (known === undefined) plans.set(planId, { companyId, planId, routeIds: [id] });
    else known.routeIds.push(id);
  }
  return [...plans.values()];
}
