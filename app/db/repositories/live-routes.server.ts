/** What is known of routes on the road between two reports. */
import { RouteStatus } from "~/domain/route/route-status";
import { addSeconds } from "~/domain/time/utc-text";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { updateMany } from "../dialect.server";
import type { LiveRouteRow, UtcText } from "../tables";
import { assertReferences, scoped } from "./scoped.server";

/** By the route's id. */
export async function liveRoutesOf(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
): Promise<Map<number, LiveRouteRow>> {
  const found = new Map<number, LiveRouteRow>();
  for (const batch of inBatches([...new Set(routeIds)], 500))
    for (const row of (await scoped(db, "live_routes", companyId).whereIn("route_id", batch)) as LiveRouteRow[])
      found.set(row.route_id, row);
  return found;
}

/** A route that is looked at again. */
export interface LookedAtRoute {
  companyId: number;
  routeId: number;
  /** on the road, and not removed */
  isOnRoad: boolean;
}

/** Routes of all companies with a report or a change that nobody has looked at, those that left the road too. */
export interface ChangedRoutes {
  changed: LookedAtRoute[];
  /** others of the same plans */
  unchanged: Pick<LiveRouteRow, "id" | "seen_plan_version">[];
  /** there may be more */
  isCut: boolean;
}

/** The clocks of several processes differ by less. */
const CLOCKS_SEC = 5;

/** @param limit so many routes at most */
export async function listChangedRoutesAcrossCompanies(db: Db, limit: number): Promise<ChangedRoutes> {
  const begun = (await db("routing_routes as route")
    .join("routing_plans as plan", "plan.id", "route.plan_id")
    .leftJoin("live_routes as live", "live.route_id", "route.id")
    .where("route.status", RouteStatus.OnRoute)
    .whereNull("route.deleted_at")
    .whereNull("plan.deleted_at")
    .whereNull("live.id")
    .orderBy("route.id")
    .limit(limit)
    .select("route.company_id", "route.id as route_id")) as Pick<CandidateRow, "company_id" | "route_id">[];
  // A report that keeps to the plan by the second raises the plan's version and not the route's.
  const candidates = (await db("live_routes as live")
    .join("routing_routes as route", "route.id", "live.route_id")
    .join("routing_plans as plan", "plan.id", "route.plan_id")
    .where((either) =>
      either
        .whereRaw("live.seen_plan_version <> plan.version")
        .orWhereRaw("live.seen_version <> route.version")
        .orWhereNot("route.status", RouteStatus.OnRoute)
        .orWhereNotNull("route.deleted_at")
        .orWhereNotNull("plan.deleted_at"),
    )
    .orderBy("live.id")
    .limit(limit)
    .select("live.id", "live.company_id", "live.route_id", "live.seen_version", "live.seen_at", "route.status", {
      version: "route.version",
      plan_version: "plan.version",
      removed_at: "route.deleted_at",
      plan_removed_at: "plan.deleted_at",
    })) as CandidateRow[];
  const isOnRoad = (row: CandidateRow) =>
    row.status === RouteStatus.OnRoute && row.removed_at === null && row.plan_removed_at === null;
  const inQuestion = candidates.filter((row) => isOnRoad(row) && row.version === row.seen_version);
  const touched = await routesWithTouchedVisits(db, inQuestion);
  const isUnchanged = (row: CandidateRow) => inQuestion.includes(row) && !touched.has(row.route_id);
  return {
    changed: [
      ...begun.map((row) => ({ companyId: row.company_id, routeId: row.route_id, isOnRoad: true })),
      ...candidates.flatMap((row) =>
        isUnchanged(row) ? [] : [{ companyId: row.company_id, routeId: row.route_id, isOnRoad: isOnRoad(row) }],
      ),
    ],
    unchanged: candidates.filter(isUnchanged).map(({ id, plan_version }) => ({ id, seen_plan_version: plan_version })),
    isCut: begun.length === limit || candidates.length === limit,
  };
}

interface CandidateRow extends Pick<LiveRouteRow, "id" | "company_id" | "route_id" | "seen_version" | "seen_at"> {
  status: number;
  version: number;
  plan_version: number;
  removed_at: UtcText | null;
  plan_removed_at: UtcText | null;
}

/** Routes with a visit that was changed since they were looked at. */
async function routesWithTouchedVisits(db: Db, routes: readonly CandidateRow[]): Promise<Set<number>> {
  if (routes.length === 0) return new Set();
  const rows = (await db("routing_visits as visit")
    .join("live_routes as live", "live.route_id", "visit.route_id")
    .whereIn(
      "live.id",
      routes.map(({ id }) => id),
    )
    .groupBy("visit.route_id")
    .select("visit.route_id", db.raw("MAX(visit.updated_at) AS touched_at"))) as {
    route_id: number;
    touched_at: UtcText;
  }[];
  const touchedAt = new Map(rows.map((row) => [row.route_id, row.touched_at]));
  return new Set(
    routes
      .filter((route) => (touchedAt.get(route.route_id) ?? "") >= addSeconds(route.seen_at, -CLOCKS_SEC))
      .map(({ route_id }) => route_id),
  );
}

/** Nothing has changed on these routes with their plans. */
export const noteUnchangedAcrossCompanies = async (
  db: Db,
  routes: readonly Pick<LiveRouteRow, "id" | "seen_plan_version">[],
): Promise<void> =>
  void (await updateMany(
    db,
    "live_routes",
    routes.map((row) => ({ ...row })),
    {},
    {},
  ));

/** A vehicle with a newer position than the one that its way was measured from. */
export interface MovedVehicle extends LiveRouteRow {
  seen_at: UtcText;
  seen_lat: number;
  seen_lng: number;
}

/** Of all companies, those that waited longest first. @param limit at most so many */
export const listMovedVehiclesAcrossCompanies = async (db: Db, limit: number): Promise<MovedVehicle[]> =>
  (await db("live_routes as live")
    .join("latest_positions as seen", "seen.route_id", "live.route_id")
    .whereNotNull("live.visit_lat")
    .whereNull("live.arrived_at")
    .whereRaw("seen.taken_at > COALESCE(live.since, live.reported_at, '')")
    .orderBy("live.since")
    .orderBy("live.id")
    .limit(limit)
    .select("live.*", {
      seen_at: "seen.taken_at",
      seen_lat: "seen.lat",
      seen_lng: "seen.lng",
    })) as MovedVehicle[];

export type NewLiveRoute = Pick<
  LiveRouteRow,
  | "route_id"
  | "seen_version"
  | "seen_plan_version"
  | "seen_at"
  | "visit_id"
  | "visit_lat"
  | "visit_lng"
  | "told_arrival"
  | "reported_at"
>;

/** Where a route is heading to since its last report. */
export interface Heading {
  row: NewLiveRoute;
  /** what was measured for the same stop, and after the last report, is still good */
  keepsWay: boolean;
}

/** What was measured for another stop, or before the last report, counts no more. */
const NOTHING_MEASURED = { since: null, lat: null, lng: null, duration: 0, is_estimate: 0, arrived_at: null } as const;

/** Notes where these routes are heading to. */
export async function noteHeadings(trx: Db, companyId: number, headings: readonly Heading[]): Promise<void> {
  const known = await liveRoutesOf(
    trx,
    companyId,
    headings.map(({ row }) => row.route_id),
  );
  await updateMany(
    trx,
    "live_routes",
    headings.flatMap(({ row: { told_arrival, ...row }, keepsWay }) => {
      const before = known.get(row.route_id);
      if (before === undefined) return [];
      return [{ ...row, id: before.id, ...(keepsWay ? {} : { ...NOTHING_MEASURED, told_arrival }) }];
    }),
    {},
    { company_id: companyId },
  );
  const added = headings.flatMap(({ row }) => (known.has(row.route_id) ? [] : [row]));
  await assertReferences(trx, companyId, added);
  // Another process may have looked at the same time.
  for (const row of added)
    await trx("live_routes")
      .insert({ ...row, ...NOTHING_MEASURED, company_id: companyId })
      .onConflict("route_id")
      .ignore();
}

/** What was measured from a vehicle's position, while it heads for the same stop. */
export interface MeasuredRow extends Pick<LiveRouteRow, "id"> {
  since: UtcText;
  /** left out: where it was before */
  lat?: number;
  lng?: number;
  duration: number;
  is_estimate?: 0 | 1;
  arrived_at?: UtcText;
  told_arrival?: UtcText;
}

export const keepMeasured = async (db: Db, companyId: number, rows: readonly MeasuredRow[]): Promise<void> =>
  void (await updateMany(
    db,
    "live_routes",
    rows.map((row) => ({ ...row })),
    {},
    { company_id: companyId },
  ));

/** The routes have left the road. */
export const forgetLiveRoutes = async (db: Db, companyId: number, routeIds: readonly number[]): Promise<number> =>
  scoped(db, "live_routes", companyId)
    .whereIn("route_id", [...routeIds])
    .delete();
