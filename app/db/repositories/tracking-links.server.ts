import { subjectText } from "~/domain/tracking/tracking-subject";
import type { TrackingSubject } from "~/domain/tracking/tracking-subject";
import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
import type { RoutingRouteRow, RoutingVisitRow, TrackingLinkRow, UtcText } from "../tables";
import { insertScoped, scoped } from "./scoped.server";

/** How often the subject's link was revoked. */
export async function linkRevision(db: Db, companyId: number, subject: TrackingSubject): Promise<number> {
  const row = (await scoped(db, "tracking_links", companyId)
    .where({ subject: subjectText(subject) })
    .first("revision")) as Pick<TrackingLinkRow, "revision"> | undefined;
  return row?.revision ?? 0;
}

/** Makes every link that was given out for the subject an unknown one. @throws AppError 404 for another company's */
export async function raiseLinkRevision(
  trx: Db,
  companyId: number,
  subject: TrackingSubject,
  now: UtcText,
): Promise<void> {
  const raise = () =>
    scoped(trx, "tracking_links", companyId)
      .where({ subject: subjectText(subject) })
      .update({ updated_at: now, revision: trx.raw("?? + 1", ["revision"]) });
  if ((await raise()) > 0) return;
  const { kind, id } = subject;
  const row = {
    subject: subjectText(subject),
    route_id: kind === "route" ? id : null,
    visit_id: kind === "visit" ? id : null,
    revision: 1,
  };
  try {
    await insertScoped(trx, "tracking_links", companyId, row, now);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await raise();
  }
}

/** A route that a link names, also one that was removed; none of a company that was closed. */
export const findLinkedRouteAcrossCompanies = async (db: Db, routeId: number): Promise<RoutingRouteRow | undefined> =>
  (await db("routing_routes")
    .join("companies", "companies.id", "routing_routes.company_id")
    .whereNull("companies.deleted_at")
    .where("routing_routes.id", routeId)
    .first("routing_routes.*")) as RoutingRouteRow | undefined;

/** The same for a visit. */
export const findLinkedVisitAcrossCompanies = async (db: Db, visitId: number): Promise<RoutingVisitRow | undefined> =>
  (await db("routing_visits")
    .join("companies", "companies.id", "routing_visits.company_id")
    .whereNull("companies.deleted_at")
    .where("routing_visits.id", visitId)
    .first("routing_visits.*")) as RoutingVisitRow | undefined;
