import { subjectText } from "~/domain/tracking/tracking-subject";
import type { TrackingSubject } from "~/domain/tracking/tracking-subject";
import { notFound } from "~/lib/errors";
import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
import type { RoutingRouteRow, RoutingVisitRow, TrackingLinkRow, UtcText } from "../tables";
import { scoped } from "./scoped.server";

/** How often the subject's link was revoked. */
export async function linkRevision(db: Db, companyId: number, subject: TrackingSubject): Promise<number> {
  const row = (await scoped(db, "tracking_links", companyId)
    .where({ subject: subjectText(subject) })
    .first("revision")) as Pick<TrackingLinkRow, "revision"> | undefined;
  return row?.revision ?? 0;
}

/** When the subject's links were revoked for the last time; null: never. */
export async function linksRevokedAt(db: Db, companyId: number, subject: TrackingSubject): Promise<UtcText | null> {
  const row = (await scoped(db, "tracking_links", companyId)
    .where({ subject: subjectText(subject) })
    .first("updated_at")) as Pick<TrackingLinkRow, "updated_at"> | undefined;
  return row?.updated_at ?? null;
}

/**
 * Makes every link that was given out for the subject an unknown one, also of one that was removed: it may come back.
 * @throws AppError 404 for another company's
 */
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
  const table = kind === "route" ? "routing_routes" : "routing_visits";
  const known = await trx(table as string)
    .where({ company_id: companyId, id })
    .first("id");
  if (known === undefined) throw notFound(kind === "route" ? "Route" : "Visit");
  const row = {
    company_id: companyId,
    subject: subjectText(subject),
    route_id: kind === "route" ? id : null,
    visit_id: kind === "visit" ? id : null,
    revision: 1,
    created_at: now,
    updated_at: now,
  };
  try {
    await trx("tracking_links").insert(row);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await raise();
  }
}

/** With how often its link was revoked: a link that is wrong asks as much as one about nothing. */
export type Linked<Row> = Row & { link_revision: number | null };

const linked = <Row>(db: Db, table: "routing_routes" | "routing_visits", subject: TrackingSubject) =>
  db(table as string)
    .join("companies", "companies.id", `${table}.company_id`)
    .leftJoin("tracking_links as link", (on) =>
      on.on("link.company_id", `${table}.company_id`).andOnVal("link.subject", subjectText(subject)),
    )
    .whereNull("companies.deleted_at")
    .where(`${table}.id`, subject.id)
    .first(`${table}.*`, "link.revision as link_revision") as Promise<Linked<Row> | undefined>;

/** A route that a link names, also one that was removed; none of a company that was closed. */
export const findLinkedRouteAcrossCompanies = (db: Db, routeId: number): Promise<Linked<RoutingRouteRow> | undefined> =>
  linked(db, "routing_routes", { kind: "route", id: routeId });

/** The same for a visit. */
export const findLinkedVisitAcrossCompanies = (db: Db, visitId: number): Promise<Linked<RoutingVisitRow> | undefined> =>
  linked(db, "routing_visits", { kind: "visit", id: visitId });
