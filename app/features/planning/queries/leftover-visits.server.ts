import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listFailedVisits, listUnscheduledVisits } from "~/db/repositories/visits.server";
import { localParts } from "~/domain/time/time-zone";
import { parseUtcText } from "~/domain/time/utc-text";
import { failReasonTitle } from "~/domain/visit/fail-reasons";
import { reasonOf } from "../plan-view";
import { loadPlanContext, planHead } from "./plan-page.server";

const windowOf = (visit: { startTime: string | null; endTime: string | null }): string =>
  visit.startTime || visit.endTime ? `${visit.startTime || "…"}–${visit.endTime || "…"}` : "any time";

async function head(session: CompanySession, planId: number) {
  authorize(session, "plan.view", { companyId: session.company.id });
  const { plan, routes, context } = await loadPlanContext(session, planId);
  const nameOf = (routeId: number | null): string | null => {
    const route = routes.find((one) => one.id === routeId);
    if (route === undefined) return null;
    return (route.vehicleId === null ? undefined : context.vehicles.get(route.vehicleId)?.title) ?? "No Vehicle";
  };
  return { plan: planHead(plan, context.timeZone), nameOf };
}

/** Visits that no route serves, each with its reason, and vehicle by vehicle where a calculation said so. @throws AppError 404 */
export async function loadUnservedPage(session: CompanySession, planId: number) {
  const { plan, nameOf } = await head(session, planId);
  const visits = (await listUnscheduledVisits(db(), session.company.id, planId)).map(visitFromRow);
  return {
    plan,
    visits: visits.map((visit) => ({
      id: visit.id,
      name: visit.name,
      address: visit.address,
      window: windowOf(visit),
      reason: reasonOf(visit) ?? "Not calculated yet.",
      vehicles: (visit.unservedReason?.vehicles ?? []).map((one) => ({ vehicle: nameOf(one.routeId) ?? "A removed route", message: one.message })),
      suggestion: visit.unservedReason?.suggestion?.message ?? null,
    })),
  };
}

/** Visits that failed: when, on which route, why. @throws AppError 404 */
export async function loadFailedPage(session: CompanySession, planId: number) {
  const { plan, nameOf } = await head(session, planId);
  const visits = (await listFailedVisits(db(), session.company.id, planId)).map(visitFromRow);
  return {
    plan,
    visits: visits.map((visit) => {
      const at = parseUtcText(visit.completedAt);
      return {
        id: visit.id,
        name: visit.name,
        address: visit.address,
        routeId: visit.routeId,
        vehicle: nameOf(visit.routeId),
        failedAt: at === null ? null : localParts(at, plan.timeZone).time,
        reason: failReasonTitle(visit.failReasonId) ?? "No reason given",
      };
    }),
  };
}
