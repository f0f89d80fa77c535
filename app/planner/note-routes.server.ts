/**
 * Notes what is predicted about the routes on the road after each of their reports, and when their visits really began.
 * Which routes have changed is read from the tables: any process may look, and none has to remember.
 */
import { db } from "~/db/database.server";
import {
  forgetLiveRoutes,
  listChangedRoutesAcrossCompanies,
  liveRoutesOf,
  noteHeadings,
  noteUnchangedAcrossCompanies,
} from "~/db/repositories/live-routes.server";
import type { Heading, LookedAtRoute } from "~/db/repositories/live-routes.server";
import { trailsOf } from "~/db/repositories/positions.server";
import {
  insertPredictions,
  predictionsOfRoutes,
  removeOpenPredictions,
  updatePredictions,
} from "~/db/repositories/visit-predictions.server";
import type { LiveRouteRow, UtcText } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { driveOrder } from "~/domain/route/drive-order";
import { lastReport } from "~/domain/route/departed";
import { liveTimes, nextToServe } from "~/domain/route/live-times";
import { notePredictions } from "~/domain/route/note-predictions";
import type { PredictionChanges } from "~/domain/route/note-predictions";
import { epochSec } from "~/domain/time/utc-text";
import type { SeenAt } from "~/domain/visit/began-at";
import { isPast } from "~/domain/visit/visit-order";
import { grouped } from "~/lib/grouped";
import { nowSec, nowText } from "~/services/now.server";
import { routesOnRoad, widthsOf } from "./live-eta.server";
import type { LoadedRoute } from "./live-eta.server";

/** Routes that are looked at in one go. */
const ROUTES_AT_ONCE = 50;

/** Notes what is predicted about routes that have changed since they were looked at. @returns whether there are more */
export async function noteChangedRoutes(): Promise<boolean> {
  const { changed, unchanged, isCut } = await listChangedRoutesAcrossCompanies(db(), ROUTES_AT_ONCE);
  await noteUnchangedAcrossCompanies(db(), unchanged);
  const failures: unknown[] = [];
  for (const [companyId, routes] of grouped(changed, (route) => route.companyId))
    await noteRoutes(companyId, routes).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  return isCut;
}

async function noteRoutes(companyId: number, routes: readonly LookedAtRoute[]): Promise<void> {
  const ids = routes.map(({ routeId }) => routeId);
  const seenAt = nowText();
  const widths = await widthsOf(db(), companyId);
  const predictions = await predictionsOfRoutes(db(), companyId, ids);
  const live = await liveRoutesOf(db(), companyId, ids);
  const loaded = await routesOnRoad(db(), companyId, ids);
  const changes: PredictionChanges[] = [];
  for (const route of loaded) {
    const routeId = route.row.id;
    const known = new Map(
      predictions.flatMap(({ visitId, routeId: of, ...one }) => (of === routeId ? [[visitId, one] as const] : [])),
    );
    const trail = known.size === 0 ? [] : await trailOf(companyId, route, live.get(routeId));
    changes.push(notePredictions({ routeId, state: route.state, known, trail, widths }, nowSec()));
  }
  const gone = predictions.filter((one) => !loaded.some(({ row }) => row.id === one.routeId));
  const onRoad = new Set(routes.flatMap(({ routeId, isOnRoad }) => (isOnRoad ? [routeId] : [])));
  const headings = loaded.filter(({ row }) => onRoad.has(row.id)).map((route) => headingOf(route, seenAt));
  const left = ids.filter((id) => !headings.some(({ row }) => row.route_id === id));
  await withTransaction(db(), async (trx) => {
    await removeOpenPredictions(trx, companyId, [
      ...changes.flatMap(({ removedIds }) => removedIds),
      ...gone.map(({ id }) => id),
    ]);
    await insertPredictions(
      trx,
      companyId,
      changes.flatMap(({ added }) => added),
      seenAt,
    );
    await updatePredictions(
      trx,
      companyId,
      changes.flatMap(({ changed }) => changed),
      seenAt,
    );
    await noteHeadings(trx, companyId, headings);
    await forgetLiveRoutes(trx, companyId, left);
  });
}

/** Where the route's vehicle was seen since it left, oldest first, and when it came to where it was heading last. */
async function trailOf(
  companyId: number,
  { row, state }: LoadedRoute,
  live: LiveRouteRow | undefined,
): Promise<SeenAt[]> {
  const completed = state.visits.flatMap((visit) => (isPast(visit) ? (visit.completedAt ?? []) : [])).sort();
  const [from, to] = [completed[0], completed.at(-1)];
  if (from === undefined || to === undefined) return [];
  const rows = await trailsOf(db(), companyId, [row.id], { from, to });
  const trail = rows.map(({ taken_at, lat, lng }): SeenAt => ({ sec: epochSec(taken_at), lat, lng }));
  if (live === undefined || live.arrived_at === null || live.visit_lat === null || live.visit_lng === null)
    return trail;
  const arrived = { sec: epochSec(live.arrived_at), lat: live.visit_lat, lng: live.visit_lng };
  return [...trail, arrived].sort((a, b) => a.sec - b.sec);
}

function headingOf({ row, state }: LoadedRoute, seenAt: UtcText): Heading {
  const next = nextToServe(driveOrder(state.visits));
  return {
    row: {
      route_id: row.id,
      seen_version: row.version,
      seen_plan_version: row.plan_version,
      seen_at: seenAt,
      visit_id: next?.id ?? null,
      visit_lat: next?.lat ?? null,
      visit_lng: next?.lng ?? null,
      reported_at: lastReport(state.visits),
      told_arrival: next?.arrivalTime ?? null,
    },
    keepsWay: liveTimes(state, epochSec(seenAt)).basis === "position",
  };
}
