/** The links with which people without an account follow a route or a visit. */
import type { Db } from "~/db/client.server";
import { findPlanWithRemoved } from "~/db/repositories/plans.server";
import { getRoute } from "~/db/repositories/routes.server";
import { linkRevision } from "~/db/repositories/tracking-links.server";
import { getVisit } from "~/db/repositories/visits.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { RoutingPlanRow, WarehouseRow } from "~/db/tables";
import type { LinkedDay } from "~/domain/tracking/link-life";
import { subjectText } from "~/domain/tracking/tracking-subject";
import type { TrackingSubject } from "~/domain/tracking/tracking-subject";
import { VisitType } from "~/domain/visit/visit-type";
import { notFound } from "~/lib/errors";
import { paths } from "~/paths";
import { isSameSecret, urlSignature } from "~/services/secret.server";
import { zoneOfWarehouse } from "./zone-of-warehouse.server";

/** Each revocation makes another one. */
const hashOf = (subject: TrackingSubject, revision: number): string =>
  urlSignature("tracking-link", `${subjectText(subject)}:${revision}`);

/** The hash of the route's public link. @throws AppError 404 for another company's route */
export async function routeTrackingHash(db: Db, companyId: number, routeId: number): Promise<string> {
  await getRoute(db, companyId, routeId);
  return hashNow(db, companyId, { kind: "route", id: routeId });
}

/** The hash of the visit's public link. @throws AppError 404 for another company's visit, and for a start */
export async function visitTrackingHash(db: Db, companyId: number, visitId: number): Promise<string> {
  const { type } = await getVisit(db, companyId, visitId);
  if (type !== VisitType.Delivery && type !== VisitType.Pickup) throw notFound("Visit");
  return hashNow(db, companyId, { kind: "visit", id: visitId });
}

/** The public path of a route, without the base path. @throws AppError 404 */
export const routeTrackingPath = async (db: Db, companyId: number, routeId: number): Promise<string> =>
  paths.publicRoute(routeId, await routeTrackingHash(db, companyId, routeId));

/** The public path of a visit, without the base path. @throws AppError 404 */
export const visitTrackingPath = async (db: Db, companyId: number, visitId: number): Promise<string> =>
  paths.publicVisit(visitId, await visitTrackingHash(db, companyId, visitId));

async function hashNow(db: Db, companyId: number, subject: TrackingSubject): Promise<string> {
  return hashOf(subject, await linkRevision(db, companyId, subject));
}

export interface Linked {
  company_id: number;
  plan_id: number | null;
  warehouse_id: number | null;
  updated_at: string;
}

/** What the life of a link depends on. The link of a plan that was removed lives on for as long as it would have. */
export async function dayOfLink(
  db: Db,
  { company_id: companyId, plan_id: planId, warehouse_id: ownWarehouse, updated_at: updatedAt }: Linked,
): Promise<{ plan: RoutingPlanRow | undefined; warehouse: WarehouseRow | undefined; day: LinkedDay }> {
  const plan = planId === null ? undefined : await findPlanWithRemoved(db, companyId, planId);
  const warehouseId = plan?.warehouse_id ?? ownWarehouse;
  const warehouse = warehouseId === null ? undefined : await findWarehouse(db, companyId, warehouseId);
  const serviceDate = plan?.service_date ?? null;
  return { plan, warehouse, day: { serviceDate, timeZone: zoneOfWarehouse(warehouse), updatedAt } };
}

/** Whether the hash opens the subject, whose links were revoked so many times. */
export const isLinkHash = (subject: TrackingSubject, revision: number | null, hash: string): boolean =>
  isSameSecret(hash, hashOf(subject, revision ?? 0));
