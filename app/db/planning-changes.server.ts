import { isUnchanged } from "~/domain/changes";
import type { NewRoute, NewVisit, PlanningChanges } from "~/domain/changes";
import { isApprovedStatus } from "~/domain/route/route-status";
import { inBatches } from "~/lib/in-batches";
import { mapped } from "~/lib/pieces";
import { inTurns } from "~/lib/turns.server";
import type { Db } from "./client.server";
import { planToRow, routeToRow, visitToRow } from "./codecs.server";
import { noteBilled } from "./repositories/billings.server";
import { getPlan, updatePlan } from "./repositories/plans.server";
import { insertRoute, removeRoutes, restoreRoutes, updateRoutes } from "./repositories/routes.server";
import { noteTakenAway } from "./repositories/stops-taken-away.server";
import type { TakenAway } from "./repositories/stops-taken-away.server";
import { insertVisits, removeVisits, restoreVisits, updateVisits } from "./repositories/visits.server";
import type { NewVisitRow, VisitChanges } from "./repositories/visits.server";
import type { NewRouteRow, RouteChanges } from "./repositories/routes.server";
import type { UtcText } from "./tables";

interface SavedChanges {
  /** of the plan, after */
  version: number;
  /** ids of `createVisits`, in their order */
  createdVisitIds: number[];
  /** ids of `createRoutes`, in their order */
  createdRouteIds: number[];
}

const withoutVersion = <T extends { version?: unknown }>(row: T): Omit<T, "version"> => {
  const { version: _version, ...rest } = row;
  return rest;
};

/**
 * Saves what a planning rule decided, in the caller's transaction, and raises the plan's version once (not at all when
 * nothing changes). Recalculations are the caller's.
 * @param expectedVersion the plan's version that the decision was based on; null takes whatever is there
 * @throws AppError 404; 409 'plan.changed'
 */
export async function savePlanningChanges(
  trx: Db,
  companyId: number,
  planId: number,
  expectedVersion: number | null,
  changes: PlanningChanges,
  now: UtcText,
): Promise<SavedChanges> {
  if (isUnchanged(changes))
    return {
      version: (await getPlan(trx, companyId, planId)).version,
      createdVisitIds: [],
      createdRouteIds: [],
    };
  const version = await updatePlan(
    trx,
    companyId,
    planId,
    expectedVersion,
    changes.plan === null ? {} : withoutVersion(planToRow(changes.plan.set)),
    now,
  );
  await noteTakenAway(trx, companyId, planId, takenAway(changes), now);
  // Restored first: the changes may refer to them.
  if (changes.restoreRouteIds.length > 0) await restoreRoutes(trx, companyId, changes.restoreRouteIds, now);
  if (changes.restoreVisitIds.length > 0) await restoreVisits(trx, companyId, changes.restoreVisitIds, now);
  await updateRoutes(
    trx,
    companyId,
    changes.routes.map((patch) => ({ ...(withoutVersion(routeToRow(patch.set)) as RouteChanges), id: patch.id })),
    now,
  );
  const visits = await inTurns(
    mapped(changes.visits, (patch) => ({ ...(visitToRow(patch.set) as VisitChanges), id: patch.id })),
  );
  await updateVisits(trx, companyId, visits, now);
  if (changes.removeVisitIds.length > 0) await removeVisits(trx, companyId, changes.removeVisitIds, now);
  if (changes.removeRouteIds.length > 0) await removeRoutes(trx, companyId, changes.removeRouteIds, now);
  const createdRouteIds = await insertNewRoutes(trx, companyId, changes.createRoutes, now);
  const createdVisitIds = await insertNewVisits(trx, companyId, changes.createVisits, now);
  await noteBilled(trx, companyId, placedOnRoutes(changes, createdVisitIds), now.slice(0, 10));
  return { version, createdVisitIds, createdRouteIds };
}

/** Ids of visits that the changes put on a route. */
const placedOnRoutes = ({ visits, createVisits }: PlanningChanges, createdVisitIds: readonly number[]): number[] => [
  ...visits.flatMap(({ id, set }) => (set.routeId ? [id] : [])),
  ...createdVisitIds.filter((_, index) => createVisits[index]!.routeId !== null),
];

/** Visits that leave their route, and routes that leave their driver, or are hidden from them again. */
const takenAway = ({ visits, removeVisitIds, routes, removeRouteIds }: PlanningChanges): TakenAway => ({
  visitIds: [...visits.flatMap(({ id, set }) => ("routeId" in set ? [id] : [])), ...removeVisitIds],
  routeIds: [
    ...routes.flatMap(({ id, set }) =>
      "driverId" in set || (set.status !== undefined && !isApprovedStatus(set.status)) ? [id] : [],
    ),
    ...removeRouteIds,
  ],
});

/** @returns their ids, in their order */
export async function insertNewRoutes(
  trx: Db,
  companyId: number,
  routes: readonly NewRoute[],
  now: UtcText,
): Promise<number[]> {
  const ids: number[] = [];
  for (const route of routes) ids.push(await insertRoute(trx, companyId, routeToRow(route) as NewRouteRow, now));
  return ids;
}

/** @returns their ids, in their order */
export async function insertNewVisits(
  trx: Db,
  companyId: number,
  visits: readonly NewVisit[],
  now: UtcText,
): Promise<number[]> {
  const rows = await inTurns(mapped(visits, (visit) => visitToRow(visit) as NewVisitRow));
  const ids: number[] = [];
  for (const batch of inBatches(rows)) ids.push(...(await insertVisits(trx, companyId, batch, now)));
  return ids;
}
