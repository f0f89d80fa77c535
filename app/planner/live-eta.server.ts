import { stopOnRoadFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { liveRoutesOf } from "~/db/repositories/live-routes.server";
import { routeStates, stopsOnRoad } from "~/db/repositories/road-state.server";
import type { RouteStateRow } from "~/db/repositories/road-state.server";
import { findWidths } from "~/db/repositories/visit-predictions.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { LiveRouteRow } from "~/db/tables";
import { liveTimes, servedStops } from "~/domain/route/live-times";
import type { LiveTimes, RouteOnRoad, StopOnRoad, WayLeft } from "~/domain/route/live-times";
import { RouteStatus } from "~/domain/route/route-status";
import { dayClock } from "~/domain/time/service-clock";
import { parseUtcText } from "~/domain/time/utc-text";
import { DEFAULT_WIDTHS, etaWindow } from "~/domain/visit/eta-window";
import type { LiveEta, Widths } from "~/domain/visit/eta-window";
import { nowSec } from "~/services/now.server";
import { zoneOfWarehouse } from "./zone-of-warehouse.server";

/**
 * When the vehicles of these routes reach the visits that are still to be served, by the visit's id, with the window
 * that recipients are told. Visits without a planned time are left out, and so are routes of other companies.
 * @param now epoch seconds
 */
export async function liveEtasOf(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
  now: number = nowSec(),
): Promise<Map<number, LiveEta>> {
  const widths = await widthsOf(db, companyId);
  const etas = new Map<number, LiveEta>();
  for (const { state } of await routesOnRoad(db, companyId, routeIds))
    for (const [visitId, eta] of etasOfRoute(state, widths, now)) etas.set(visitId, eta);
  return etas;
}

interface LiveRoute {
  /** by the visit's id */
  etas: Map<number, LiveEta>;
  /** when the last of what is left is over, its end included; null: nothing is left, or nobody knows */
  endsSec: number | null;
}

/** One route with its end, from the same times. @param now epoch seconds */
export async function liveRouteOf(db: Db, companyId: number, routeId: number, now: number): Promise<LiveRoute> {
  const [loaded] = await routesOnRoad(db, companyId, [routeId]);
  if (loaded === undefined) return { etas: new Map(), endsSec: null };
  const times = liveTimes(loaded.state, now);
  const etas = etasOfRoute(loaded.state, await widthsOf(db, companyId), now, times);
  return { etas, endsSec: times.stops.at(-1)?.end ?? null };
}

/** How wide the company's windows are. */
export const widthsOf = async (db: Db, companyId: number): Promise<Widths> =>
  (await findWidths(db, companyId))?.widths ?? DEFAULT_WIDTHS;

/** The way to the next stop of those routes of which one is known, by the route's id. */
export async function waysLeftOf(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
): Promise<Map<number, WayLeft>> {
  const loaded = await routesOnRoad(db, companyId, routeIds);
  return new Map(
    loaded.flatMap(({ row, state }) => (state.wayLeft === null ? [] : [[row.id, state.wayLeft] as const])),
  );
}

export interface LoadedRoute {
  row: RouteStateRow;
  state: RouteOnRoad;
}

/** Routes of the company, with what predictions about them follow from. */
export async function routesOnRoad(db: Db, companyId: number, routeIds: readonly number[]): Promise<LoadedRoute[]> {
  if (routeIds.length === 0) return [];
  const rows = await routeStates(db, companyId, routeIds);
  const stops = await stopsOnRoad(
    db,
    companyId,
    rows.map(({ id }) => id),
  );
  const live = await liveRoutesOf(
    db,
    companyId,
    rows.map(({ id }) => id),
  );
  const zones = new Map<number | null, string>();
  for (const id of new Set(rows.map((row) => row.warehouse_id)))
    zones.set(id, zoneOfWarehouse(id === null ? undefined : await findWarehouse(db, companyId, id)));
  return rows.map((row) => {
    const visits = (stops.get(row.id) ?? []).map(stopOnRoadFromRow);
    return {
      row,
      state: {
        route: { status: row.status },
        plannedAt: row.updated_at,
        serviceDate: row.service_date,
        timeZone: zones.get(row.warehouse_id)!,
        visits,
        wayLeft: wayLeftOf(live.get(row.id), visits),
      },
    };
  });
}

/** Null: nothing was measured, or the stop has been moved since. */
function wayLeftOf(live: LiveRouteRow | undefined, visits: readonly StopOnRoad[]): WayLeft | null {
  const since = parseUtcText(live?.since);
  if (live === undefined || live.visit_id === null || since === null) return null;
  const stop = visits.find(({ id }) => id === live.visit_id);
  if (stop?.lat !== live.visit_lat || stop?.lng !== live.visit_lng) return null;
  return {
    visitId: live.visit_id,
    sinceSec: since,
    durationSec: live.duration,
    arrivedSec: parseUtcText(live.arrived_at),
  };
}

/** The windows of the stops ahead, for times that were found before. */
export function etasOfRoute(
  state: RouteOnRoad,
  widths: Widths,
  now: number,
  times: LiveTimes = liveTimes(state, now),
): Map<number, LiveEta> {
  const clock = dayClock(state.serviceDate, state.timeZone);
  const isOnRoad = state.route.status === RouteStatus.OnRoute;
  return new Map(
    servedStops(times).map(({ visit, arrival, begin, stopsBefore }) => {
      const prediction = { beginSec: begin, stopsBefore, opensSec: clock(visit.startTime) };
      const window = etaWindow(prediction, widths, isOnRoad ? now : undefined);
      const isPassed = !isOnRoad && window.toSec <= now;
      const { basis, madeAt } = times;
      return [visit.id, { etaSec: arrival, beginSec: begin, ...window, isPassed, basis, madeAt, stopsBefore }];
    }),
  );
}
