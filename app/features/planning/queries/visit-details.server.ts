import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { routeFromRow, visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findPlan } from "~/db/repositories/plans.server";
import { findRoute } from "~/db/repositories/routes.server";
import { findVisit, getVisit, listVisitsOfRoute } from "~/db/repositories/visits.server";
import { isSudo } from "~/domain/access/actor";
import { whyNot } from "~/domain/decision";
import type { Visit } from "~/domain/visit/visit";
import { canChangeVisit } from "~/domain/visit/visit-permissions";

/** What the visit panel shows and edits. */
export type VisitDetails = Pick<
  Visit,
  "id" | "name" | "address" | "postcode" | "type" | "lat" | "lng" | "startTime" | "endTime" | "serviceTime" | "packageCapacity" | "packageLoad" | "recipientName" | "recipientPhone" | "recipientNote" | "deliveryNote"
> & Pick<Visit, "status" | "routeId" | "planId" | "completedAt" | "confirmationType" | "failReasonId" | "unservedReason"> & {
  /** version of the plan that these values belong to */
  version: number;
  /** why nothing may be changed now; null: it may */
  readOnlyReason: string | null;
  /** for the sudo admin alone */
  debug: { position: number; createdAt: string; updatedAt: string } | null;
};

/** @throws AppError 404 */
export async function loadVisitDetails(session: CompanySession, visitId: number): Promise<VisitDetails> {
  const companyId = session.company.id;
  authorize(session, "visit.view", { companyId });
  const visit = visitFromRow(await getVisit(db(), companyId, visitId));
  const plan = visit.planId === null ? undefined : await findPlan(db(), companyId, visit.planId);
  const route = visit.routeId === null ? undefined : await findRoute(db(), companyId, visit.routeId);
  const visits = visit.routeId === null ? [] : (await listVisitsOfRoute(db(), companyId, visit.routeId)).map(visitFromRow);
  const { id, name, address, postcode, type, lat, lng, startTime, endTime, serviceTime, packageCapacity, packageLoad, recipientName, recipientPhone, recipientNote, deliveryNote } = visit;
  const { status, routeId, planId, completedAt, confirmationType, failReasonId, unservedReason } = visit;
  return {
    id, name, address, postcode, type, lat, lng, startTime, endTime, serviceTime, packageCapacity, packageLoad, recipientName, recipientPhone, recipientNote, deliveryNote,
    status, routeId, planId, completedAt, confirmationType, failReasonId, unservedReason,
    version: plan?.version ?? 0,
    readOnlyReason: whyNot(canChangeVisit(visit, route ? routeFromRow(route) : null, visits)),
    debug: isSudo(session.actor) ? { position: visit.position, createdAt: visit.createdAt, updatedAt: visit.updatedAt } : null,
  };
}

/** The visit that the address names (`?visit=`), when it stands in this plan. */
export async function loadAskedVisit(session: CompanySession, planId: number, request: Request): Promise<VisitDetails | null> {
  const asked = new URL(request.url).searchParams.get("visit");
  if (asked === null || !/^[1-9]\d{0,14}$/.test(asked)) return null;
  const row = await findVisit(db(), session.company.id, Number(asked));
  return row?.plan_id === planId ? loadVisitDetails(session, row.id) : null;
}
