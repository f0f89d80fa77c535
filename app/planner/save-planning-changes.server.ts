import { planToRow, routeToRow, visitToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { updatePlan } from "~/db/repositories/plans.server";
import { removeRoutes, updateRoutes } from "~/db/repositories/routes.server";
import { insertVisits, removeVisits, updateVisits } from "~/db/repositories/visits.server";
import type { NewVisitRow } from "~/db/repositories/visits.server";
import type { PlanningChanges } from "~/domain/changes";
import type { UtcText } from "~/domain/time/utc-text";

/**
 * Stores what a rule decided about one plan, its routes and its visits, and raises the plan's version.
 * Call it in a transaction. What has to be calculated again (`changes.recalculate`) is the caller's.
 * @param expectedVersion version of the plan that the decision was based on; null takes whatever is there
 * @returns the plan's new version
 * @throws AppError 404; 409 `plan.changed` when somebody else was faster
 */
export async function savePlanningChanges(trx: Db, companyId: number, planId: number, expectedVersion: number | null, changes: PlanningChanges, now: UtcText): Promise<number> {
  const version = await updatePlan(trx, companyId, planId, expectedVersion, changes.plan ? planToRow(changes.plan.set) : {}, now);
  await updateRoutes(trx, companyId, changes.routes.map(({ id, set }) => ({ id, ...routeToRow(set) })), now);
  await updateVisits(trx, companyId, changes.visits.map(({ id, set }) => ({ id, ...visitToRow(set) })), now);
  await insertVisits(trx, companyId, changes.createVisits.map((visit) => visitToRow(visit) as NewVisitRow), now);
  await removeVisits(trx, companyId, changes.removeVisitIds, now);
  await removeRoutes(trx, companyId, changes.removeRouteIds, now);
  return version;
}
