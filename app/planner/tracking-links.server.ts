/** The links with which people without an account follow a route or a visit. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "~/db/client.server";
import { getRoute } from "~/db/repositories/routes.server";
import { linkRevision } from "~/db/repositories/tracking-links.server";
import { getVisit } from "~/db/repositories/visits.server";
import { subjectText } from "~/domain/tracking/tracking-subject";
import type { TrackingSubject } from "~/domain/tracking/tracking-subject";
import { VisitType } from "~/domain/visit/visit-type";
import { notFound } from "~/lib/errors";
import { paths } from "~/paths";
import { keyOfPurpose } from "~/services/secret.server";

/** 144 bits: 24 characters, none of which an address has to escape. */
const HASH_BYTES = 18;

/** The hash in the subject's link. Nobody makes it without the server's secret; each revocation makes another one. */
const hashOf = (subject: TrackingSubject, revision: number): string =>
  createHmac("sha256", keyOfPurpose("tracking-link"))
    .update(`${subjectText(subject)}:${revision}`)
    .digest()
    .subarray(0, HASH_BYTES)
    .toString("base64url");

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

/** Whether the hash opens the subject now. How much of it is right doesn't show in the time that it takes. */
export async function isLinkHash(db: Db, companyId: number, subject: TrackingSubject, hash: string): Promise<boolean> {
  const expected = Buffer.from(await hashNow(db, companyId, subject));
  const given = Buffer.from(hash);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
