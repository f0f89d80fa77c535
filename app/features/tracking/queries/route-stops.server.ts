import { shownVisitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listShownVisitsOfRoutes } from "~/db/repositories/plan-visits.server";
import type { ShownVisit } from "~/domain/visit/visit";
import { isLocationVisit, isUnscheduled } from "~/domain/visit/visit-order";
import { mapped } from "~/lib/pieces";
import { inTurns } from "~/lib/turns.server";

/**
 * The stops that are scheduled on routes, in the order of driving.
 * @param most visits that are read, starts and ends included
 */
export async function loadRouteStops(companyId: number, routeIds: readonly number[], most: number) {
  const rows = await listShownVisitsOfRoutes(db(), companyId, routeIds, most + 1);
  const byRoute = new Map<number, ShownVisit[]>(routeIds.map((id) => [id, []]));
  for (const visit of await inTurns(mapped(rows.slice(0, most), shownVisitFromRow)))
    if (isLocationVisit(visit) && !isUnscheduled(visit)) byRoute.get(visit.routeId ?? 0)?.push(visit);
  return {
    stopsOf: (routeId: number): readonly ShownVisit[] => byRoute.get(routeId) ?? [],
    /** there are visits that were not read: some routes have more stops, the last one among them perhaps too */
    hasMoreStops: rows.length > most,
  };
}
