import { db } from "~/db/database.server";
import { latestPositions, thinnedTrailsOf } from "~/db/repositories/positions.server";
import type { TrailPointRow } from "~/db/repositories/positions.server";
import type { UtcText } from "~/db/tables";
import { epochSec } from "~/domain/time/utc-text";

/** A place on the way of a route's vehicle. */
export interface WayPoint {
  routeId: number;
  atSec: number;
  lat: number;
  lng: number;
  /** positions between the one before and this one were left out */
  isThinned: boolean;
}

const pointOf = (row: Omit<TrailPointRow, "thinned">, isThinned: boolean): WayPoint => ({
  routeId: row.route_id,
  atSec: epochSec(row.taken_at),
  lat: row.lat,
  lng: row.lng,
  isThinned,
});

/** The ways of these routes' vehicles as far as they are known: by route, oldest first, at most about `most` points. */
export async function loadWays(
  companyId: number,
  routeIds: readonly number[],
  range: { from: UtcText; to: UtcText; most: number },
): Promise<WayPoint[]> {
  const stored = await thinnedTrailsOf(db(), companyId, routeIds, range);
  // The open end of a way is stored beside it.
  const latest = await latestPositions(db(), companyId, routeIds);
  const points: WayPoint[] = [];
  const close = () => {
    const last = points.at(-1);
    const end = last && latest.get(last.routeId);
    if (last && end && end.taken_at <= range.to && epochSec(end.taken_at) > last.atSec) points.push(pointOf(end, true));
  };
  for (const row of stored) {
    if (points.length > 0 && points.at(-1)!.routeId !== row.route_id) close();
    points.push(pointOf(row, row.thinned === 1));
  }
  close();
  return points;
}
