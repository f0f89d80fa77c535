import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { lastDayByStatus, listRoutesByStatus } from "~/db/repositories/routes.server";
import { isBreak } from "~/domain/route/replay";
import { RouteStatus } from "~/domain/route/route-status";
import { midnightEpoch, todayIn } from "~/domain/time/time-zone";
import { utcText } from "~/domain/time/utc-text";
import { packRows } from "~/lib/columns";
import { encodePolyline } from "~/lib/polyline";
import { inTurns } from "~/lib/turns.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { services } from "~/services/container.server";
import { nowSecOf } from "~/services/now.server";
import { trackedStop } from "../tracked-stop";
import { withOwnColours } from "../tracking-view";
import type { TrackedRoute, TrackedStop } from "../tracking-view";
import { loadRouteStops } from "./route-stops.server";
import { loadContext, MOST_SHOWN, trackedRoute } from "./tracking-page.server";
import { loadWays } from "./ways.server";
import type { WayPoint } from "./ways.server";

/** Points of all vehicles' ways, so that a day is one answer: about 200 kB before it is compressed. */
const MOST_REPLAYED = { ...MOST_SHOWN, points: 30_000 };
/** A route belongs to its plan's day, also where it begins the evening before or ends in the morning after. */
const HOUR_SEC = 3600;
const [BEFORE_SEC, AFTER_SEC] = [12 * HOUR_SEC, 48 * HOUR_SEC];

/** The way of a route's vehicle, packed. */
export interface PackedTrail {
  /** of the route */
  id: number;
  /** when its first position was taken, and seconds from each to the next one */
  startSec: number;
  gaps: number[];
  /** which points nobody knows the way to, by their index */
  breaks: number[];
  /** encoded */
  line: string;
}

/**
 * A day as it was driven, in one bounded answer.
 * @param asked 'YYYY-MM-DD'; undefined: the last one that was driven: after midnight, or far from the warehouse, that
 * is not today
 */
export async function loadReplay(session: CompanySession, asked: string | undefined, most = MOST_REPLAYED) {
  const companyId = session.company.id;
  authorize(session, "route.list", { companyId });
  const zone = await zoneOfUser(session);
  const today = todayIn(zone, nowSecOf(session));
  const statuses = [RouteStatus.OnRoute, RouteStatus.Completed];
  const day = asked ?? (await lastDayByStatus(db(), companyId, statuses)) ?? today;
  const found = await listRoutesByStatus(db(), companyId, statuses, { limit: most.routes + 1, day });
  const rows = found.slice(0, most.routes);
  const ids = rows.map(({ id }) => id);
  const { stopsOf, hasMoreStops } = await loadRouteStops(companyId, ids, most.visits);
  const context = await loadContext(companyId, rows);
  const zones = [...new Set(rows.map(context.zoneOf))];
  const timeZone = zones.length === 1 ? zones[0]! : zone;
  const midnights = (zones.length === 0 ? [zone] : zones).map((one) => midnightEpoch(day, one));
  const points = await loadWays(companyId, ids, {
    from: utcText(Math.min(...midnights) - BEFORE_SEC),
    to: utcText(Math.max(...midnights) + AFTER_SEC),
    most: most.points,
  });
  const routes: TrackedRoute[] = [];
  const stops: TrackedStop[] = [];
  for (const row of rows) {
    const own = stopsOf(row.id);
    routes.push(trackedRoute(row, own, null, context));
    stops.push(...own.map((visit) => trackedStop(visit, context.clockOf(row))));
  }
  // Somebody who looks at an empty day is led to the last one that was driven.
  const drivenDay = rows.length > 0 ? day : await lastDayByStatus(db(), companyId, statuses);
  return {
    day,
    /** the last day that was driven; null: none yet */
    drivenDay: drivenDay ?? null,
    /** A field for days offers none behind it. */
    lastDay: day > today ? day : today,
    timeZone,
    hasMore: found.length > rows.length,
    hasMoreStops,
    routes: withOwnColours(routes),
    stops: await inTurns(packRows(stops)),
    trails: packTrails(points),
    map: services().baseMaps.current(session.user.settings.map),
  };
}

export type ReplayData = Awaited<ReturnType<typeof loadReplay>>;

function packTrails(points: readonly WayPoint[]): PackedTrail[] {
  const trails: (PackedTrail & { lastSec: number; path: [lng: number, lat: number][] })[] = [];
  for (const { routeId: id, atSec, lng, lat, isThinned } of points) {
    let trail = trails.at(-1);
    if (trail?.id !== id)
      trails.push((trail = { id, startSec: atSec, lastSec: atSec, gaps: [], breaks: [], line: "", path: [] }));
    else {
      if (isBreak(atSec - trail.lastSec, isThinned)) trail.breaks.push(trail.path.length);
      trail.gaps.push(atSec - trail.lastSec);
    }
    trail.lastSec = atSec;
    trail.path.push([lng, lat]);
  }
  return trails.map(({ id, startSec, gaps, breaks, path }) => ({
    id,
    startSec,
    gaps,
    breaks,
    line: encodePolyline(path),
  }));
}
