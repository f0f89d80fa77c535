import type { Knex } from "knex";
import { inBatches } from "~/lib/in-batches";
import { parseJson, toJson } from "../codecs.server";
import type { Db } from "../client.server";
import { secondsOf, updateMany } from "../dialect.server";
import type { DateText, LatestPositionRow, UtcText, VehiclePositionRow, WarehouseRow } from "../tables";
import type { ShortPieces } from "../short-pieces.server";
import { recountRoutes } from "./figures.server";
import { scoped, scopedAlso } from "./scoped.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds, epochSec, utcText } from "~/domain/time/utc-text";
import type { Position } from "~/domain/position/position";
import { endAt } from "~/domain/position/trail";
import type { OpenLine, StoredPosition, TrailEnd } from "~/domain/position/trail";
import { KNOWN_GAP_SEC } from "~/domain/route/replay";
import { RouteStatus } from "~/domain/route/route-status";
import { VisitType } from "~/domain/visit/visit-type";

/** Where the vehicles of these routes are, newest known; routes that nobody shared a position of are left out. */
export async function latestPositions(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
): Promise<Map<number, LatestPositionRow>> {
  if (routeIds.length === 0) return new Map();
  const rows = (await scoped(db, "latest_positions", companyId).whereIn("route_id", [
    ...routeIds,
  ])) as LatestPositionRow[];
  return new Map(rows.map((row) => [row.route_id, row]));
}

/** The way of these routes' vehicles between two instants, both included, oldest first. */
export async function trailsOf(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
  { from, to }: { from: UtcText; to: UtcText },
): Promise<VehiclePositionRow[]> {
  if (routeIds.length === 0) return [];
  return (await scopedAlso(db, "vehicle_positions", companyId)
    .whereIn("route_id", [...routeIds])
    .whereBetween("taken_at", [from, to])
    .orderBy("taken_at")
    .orderBy("id")) as VehiclePositionRow[];
}

/** What decides whether positions of a route are taken. */
export interface SharedRoute {
  driver_id: number | null;
  status: number;
  /** when it was started; null: not yet */
  started_at: UtcText | null;
  /** when it was finished; null: not yet */
  ended_at: UtcText | null;
  service_date: DateText;
  /** where the day begins, which says by which clock it ends; null: nowhere */
  warehouse: Pick<WarehouseRow, "time_zone" | "lat" | "lng"> | null;
}

type SharedRouteRow = Omit<SharedRoute, "warehouse"> &
  Pick<WarehouseRow, "time_zone" | "lat" | "lng"> & { warehouse_id: number | null };

/** Undefined: the company has no such route. */
export async function findSharedRoute(db: Db, companyId: number, routeId: number): Promise<SharedRoute | undefined> {
  const row = (await scoped(db, "routing_routes", companyId)
    .where("routing_routes.id", routeId)
    .join("routing_plans as plan", "plan.id", "routing_routes.plan_id")
    .leftJoin("warehouses as warehouse", (on) =>
      on.on("warehouse.id", "=", db.raw("coalesce(plan.warehouse_id, routing_routes.warehouse_id)")),
    )
    .leftJoin("routing_visits as start", (on) =>
      on
        .on("start.route_id", "routing_routes.id")
        .andOnVal("start.type", VisitType.Start)
        .andOnNull("start.deleted_at"),
    )
    .leftJoin("routing_visits as end", (on) =>
      on.on("end.route_id", "routing_routes.id").andOnVal("end.type", VisitType.End).andOnNull("end.deleted_at"),
    )
    .first(
      "routing_routes.driver_id",
      "routing_routes.status",
      "start.completed_at as started_at",
      "end.completed_at as ended_at",
      "plan.service_date",
      "warehouse.id as warehouse_id",
      "warehouse.time_zone",
      "warehouse.lat",
      "warehouse.lng",
    )) as SharedRouteRow | undefined;
  if (row === undefined) return undefined;
  const { warehouse_id, time_zone, lat, lng, ...route } = row;
  return { ...route, warehouse: warehouse_id === null ? null : { time_zone, lat, lng } };
}

const positionOf = (row: LatestPositionRow | VehiclePositionRow): Position => ({
  atSec: epochSec(row.taken_at),
  lat: row.lat,
  lng: row.lng,
  memberId: row.member_id,
  accuracyM: row.accuracy,
  headingDeg: row.heading,
  speedKmh: row.speed,
});

const columnsOf = ({ atSec, lat, lng, memberId, accuracyM, headingDeg, speedKmh }: Position) => ({
  member_id: memberId,
  taken_at: utcText(atSec),
  lat,
  lng,
  accuracy: accuracyM,
  heading: headingDeg,
  speed: speedKmh,
});

/** The trail of a route as far as it goes. */
export interface KnownTrail {
  /** of its row in `latest_positions` */
  rowId: number;
  end: TrailEnd;
  /** its first position, which is stored nowhere else yet */
  isNew: boolean;
}

/**
 * Where the trails of these routes end, locked until the end of the transaction. A route without a trail begins one at
 * the position that is given for it; those that are removed, or another company's, are left out.
 */
export async function lockTrails(
  trx: Db,
  companyId: number,
  firsts: ReadonlyMap<number, Position>,
): Promise<Map<number, KnownTrail>> {
  const read = async (routeIds: readonly number[]) =>
    (await scoped(trx, "latest_positions", companyId)
      .whereIn("route_id", [...routeIds])
      .forUpdate()) as LatestPositionRow[];
  const rows = await read([...firsts.keys()]);
  const known = new Set(rows.map((row) => row.route_id));
  const missing = [...firsts.keys()].filter((routeId) => !known.has(routeId));
  const begin =
    missing.length === 0
      ? []
      : ((await scoped(trx, "routing_routes", companyId).whereIn("id", missing).pluck("id")) as number[]);
  if (begin.length > 0) {
    const begun = begin.map((id) => ({ company_id: companyId, route_id: id, ...columnsOf(firsts.get(id)!) }));
    // Another process may begin the same trail.
    await trx("latest_positions").insert(begun).onConflict("route_id").ignore();
    rows.push(...(await read(begin)));
  }
  return new Map(rows.map((row) => [row.route_id, knownTrail(row)]));
}

function knownTrail(row: LatestPositionRow): KnownTrail {
  const newest = positionOf(row);
  const line = parseJson<OpenLine | null>(row.line, null);
  return { rowId: row.id, end: line === null ? endAt(newest) : { newest, line }, isNew: line === null };
}

/** A route's trail from the last position before a second, up to another one. */
export async function storedTrail(
  db: Db,
  companyId: number,
  routeId: number,
  { fromSec, toSec }: { fromSec: number; toSec: number },
): Promise<StoredPosition[]> {
  const before = (await scopedAlso(db, "vehicle_positions", companyId)
    .where({ route_id: routeId })
    .where("taken_at", "<", utcText(fromSec))
    .max("taken_at as at")
    .first()) as { at: UtcText | null };
  const range = { from: before.at ?? utcText(fromSec), to: utcText(toSec) };
  return (await trailsOf(db, companyId, [routeId], range)).map((row) => ({
    position: positionOf(row),
    isThinned: row.thinned === 1,
  }));
}

/** What has become of a trail. */
export interface TrailUpdate {
  routeId: number;
  rowId: number;
  end: TrailEnd;
  stored: readonly StoredPosition[];
  /** seconds of positions that were stored before */
  thinned: readonly number[];
}

/** Within the transaction that locked them. */
export async function storeTrails(trx: Db, companyId: number, updates: readonly TrailUpdate[]): Promise<void> {
  const latest = updates.map(({ rowId, end }) => ({ id: rowId, ...columnsOf(end.newest), line: toJson(end.line) }));
  await updateMany(trx, "latest_positions", latest, {}, { company_id: companyId });
  const rows = updates.flatMap(({ routeId, stored }) =>
    stored.map(({ position, isThinned }) => ({
      company_id: companyId,
      route_id: routeId,
      ...columnsOf(position),
      thinned: isThinned ? (1 as const) : (0 as const),
    })),
  );
  if (rows.length > 0) await trx("vehicle_positions").insert(rows).onConflict(["route_id", "taken_at"]).merge();
  for (const { routeId, thinned } of updates)
    if (thinned.length > 0)
      await scoped(trx, "vehicle_positions", companyId)
        .where({ route_id: routeId })
        .whereIn("taken_at", thinned.map(utcText))
        .update({ thinned: 1 });
  await recountCompleted(
    trx,
    companyId,
    updates.map(({ routeId }) => routeId),
  );
}

/** How far a vehicle went is counted when its route is completed; a phone without a network sends it later. */
async function recountCompleted(trx: Db, companyId: number, routeIds: readonly number[]): Promise<void> {
  const completed = (await scoped(trx, "routing_routes", companyId)
    .whereIn("id", [...routeIds])
    .where({ status: RouteStatus.Completed })
    .pluck("id")) as number[];
  await recountRoutes(trx, companyId, completed);
}

/** Removes what is older than its company keeps it. */
export async function removeOldPositionsAcrossCompanies(db: Db, pieces: ShortPieces, now: UtcText): Promise<void> {
  const choices = await db("companies").distinct("positions_kept_days");
  for (const { positions_kept_days: days } of choices)
    for (const table of ["vehicle_positions", "latest_positions"] as const)
      await pieces.repeat(async (trx, size) => {
        const ids = (await trx(table)
          .join("companies", "companies.id", `${table}.company_id`)
          .where("companies.positions_kept_days", days)
          .where(`${table}.taken_at`, "<", addSeconds(now, -days * DAY_SEC))
          .limit(size)
          .pluck(`${table}.id`)) as number[];
        await trx(table).whereIn("id", ids).delete();
        return ids.length === size;
      });
}

/** Positions of a company that are older than `before`. */
export async function countOldPositions(db: Db, companyId: number, before: UtcText): Promise<number> {
  const row = await scoped(db, "vehicle_positions", companyId)
    .where("taken_at", "<", before)
    .count({ total: "*" })
    .first<{ total: number | string }>();
  return Number(row?.total ?? 0);
}

/** A place of a way, and whether positions between the one before and this one were left out. */
export type TrailPointRow = Pick<VehiclePositionRow, "route_id" | "taken_at" | "lat" | "lng" | "thinned">;

const POINT_COLUMNS = ["route_id", "taken_at", "lat", "lng"] as const;
/** While the positions of more routes are numbered, SQLite's thread can't serve other queries. */
const ROUTES_AT_ONCE = 20;

/**
 * The same as `trailsOf` by route, with at most about so many points, spread evenly: a day of many vehicles has more
 * than a page can show. Each way keeps its first and last point, and both sides of a gap that nobody knows the way
 * through.
 * @param most of all routes together, beside those that are kept anyway
 */
export async function thinnedTrailsOf(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
  { from, to, most }: { from: UtcText; to: UtcText; most: number },
): Promise<TrailPointRow[]> {
  if (routeIds.length === 0) return [];
  const query = (ids: readonly number[]) =>
    scopedAlso(db, "vehicle_positions", companyId)
      .whereIn("route_id", [...ids])
      .whereBetween("taken_at", [from, to]);
  const { n } = (await query(routeIds).count({ n: "*" }).first()) as { n: number | string };
  const every = Math.max(1, Math.ceil(Number(n) / most));
  const found: TrailPointRow[] = [];
  for (const ids of inBatches(
    [...routeIds].sort((one, other) => one - other),
    ROUTES_AT_ONCE,
  )) {
    const points = every === 1 ? query(ids).select([...POINT_COLUMNS, "thinned"]) : somePoints(db, query(ids), every);
    found.push(...((await points.orderBy("route_id").orderBy("taken_at")) as TrailPointRow[]));
  }
  return found;
}

/** Of each route every so many-th, the last, and those before and behind a gap: between others, some are left out. */
function somePoints(db: Db, query: Knex.QueryBuilder, every: number): Knex.QueryBuilder {
  const ofRoute = db.raw("over (partition by route_id order by taken_at)");
  const sec = secondsOf(db, "taken_at");
  const numbered = query.select([
    ...POINT_COLUMNS,
    "thinned",
    db.raw("? as sec", [sec]),
    db.raw("row_number() ? as nth", [ofRoute]),
    db.raw("lag(?) ? as before_sec", [sec, ofRoute]),
    // 0: the way to the next one is known, as positions were left out there.
    db.raw("lead(case when thinned = 0 then ? else 0 end) ? as next_sec", [sec, ofRoute]),
  ]);
  const endsGap = db.raw("thinned = 0 and sec > before_sec + ?", [KNOWN_GAP_SEC]);
  return db
    .from(numbered.as("numbered"))
    .whereRaw("nth % ? = 1", [every])
    .orWhereNull("next_sec")
    .orWhereRaw("next_sec > sec + ?", [KNOWN_GAP_SEC])
    .orWhereRaw("(?)", [endsGap])
    .select([...POINT_COLUMNS, db.raw("case when ? then 0 else 1 end as thinned", [endsGap])]);
}
