import { epochSec, parseUtcText } from "~/domain/time/utc-text";
import { todayIn } from "~/domain/time/time-zone";
import { dayClock } from "~/domain/time/service-clock";
import { db } from "~/db/database.server";
import { listAttachments } from "~/db/repositories/attachments.server";
import { findMember } from "~/db/repositories/members.server";
import { latestPositions } from "~/db/repositories/positions.server";
import { findReply } from "~/db/repositories/recipient-replies.server";
import { listRoadTasksOfVisit } from "~/db/repositories/road-tasks.server";
import { refusalMessage } from "~/domain/decision";
import { firstName } from "~/domain/access/person-name";
import type { Contact } from "~/domain/tracking/company-contact";
import { canRate } from "~/domain/tracking/rating";
import { isAhead, recipientStage, RecipientStage, seesVehicle } from "~/domain/tracking/recipient-stage";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { canAskForWindow } from "~/domain/tracking/window-request";
import { distanceMeters, hasCoordinates } from "~/domain/validation/coordinates";
import { isShownImage } from "~/domain/validation/image-type";
import type { LightMapData } from "~/domain/light-map";
import type { Visit } from "~/domain/visit/visit";
import type { LiveEta } from "~/domain/visit/eta-window";
import { liveEtasOf } from "~/planner/live-eta.server";
import { versionOf } from "~/http/page-version.server";
import { services } from "~/services/container.server";
import { nowSec } from "~/services/now.server";
import type { MadeAt } from "../components/recipient-frame";
import { recipientMap } from "../recipient-map.server";
import { requestView, whatOf, whenView } from "../visit-view";
import type { RequestView, WhenView } from "../visit-view";
import type { OpenedVisit } from "./open-link.server";

export interface VisitPageView {
  stage: RecipientStage;
  when: WhenView;
  what: string;
  /** empty: it was removed */
  name: string;
  address: string;
  /** first name; empty: not told */
  driver: string;
  contact: Contact;
  /** the own stop, and the vehicle where it may be seen; null: there is nothing to find */
  map: LightMapData | null;
  pictures: { id: number; type: "photo" | "signature" }[];
  signedBy: string;
  /** null: nothing can be arranged */
  wishes: {
    note: string;
    safePlace: string;
    request: RequestView | null;
    /** why no other window can be asked for; null: it can */
    cannotAsk: string | null;
  } | null;
  /** null: not asked for */
  rating: { stars: number | null; comment: string; isOpen: boolean } | null;
}

export interface VisitPage extends VisitPageView {
  version: string;
  made: MadeAt;
}

/** What the page shows now; everything that changes by itself is in its version. */
export async function loadVisitPage(link: OpenedVisit): Promise<VisitPage> {
  const now = nowSec();
  const view = await visitPageView(link, now);
  return { ...view, version: versionOf(view), made: { atSec: now, timeZone: link.timeZone } };
}

export const stageOf = ({ visit, route, isRemoved, isDayOver, isLongOver }: OpenedVisit): RecipientStage =>
  recipientStage({ visit, route, isRemoved, isDayOver, isLongOver });

/** Where times are settled, those of the route. */
export async function etaOf({ company, visit }: OpenedVisit, stage: RecipientStage): Promise<LiveEta | null> {
  const isTimed = stage === RecipientStage.Road || stage === RecipientStage.Ready;
  if (visit.routeId === null || !isTimed) return null;
  return (await liveEtasOf(db(), company.id, [visit.routeId])).get(visit.id) ?? null;
}

/** What was asked for, newest first. */
const requestsOf = async ({ company, visit }: OpenedVisit) =>
  (await listRoadTasksOfVisit(db(), company.id, visit.id, RoadTaskKind.Request)).map((task) => ({
    planId: task.plan_id,
    outcome: task.outcome,
    isSettled: task.settled_at !== null,
    request: task.details,
  }));

async function visitPageView(link: OpenedVisit, now: number): Promise<VisitPageView> {
  const { settings, contact, visit, plan, timeZone } = link;
  const [stage, today] = [stageOf(link), todayIn(timeZone, now)];
  const eta = await etaOf(link, stage);
  const isShown = stage !== RecipientStage.Cancelled;
  const isPast = stage === RecipientStage.Done || stage === RecipientStage.Failed;
  return {
    stage,
    when: whenView({ stage, visit, eta, serviceDate: plan?.serviceDate ?? null, today, timeZone }),
    what: whatOf(visit),
    name: isShown ? visit.recipientName || visit.name : "",
    address: isShown ? addressOf(visit) : "",
    driver: settings.driverName && (stage === RecipientStage.Road || isPast) ? await driverOf(link) : "",
    contact,
    map: isAhead(stage) ? await mapOf(link, stage, eta, now) : null,
    ...(await proofOf(link, stage)),
    wishes: settings.requests && isAhead(stage) ? await wishesOf(link, stage, eta) : null,
    rating: settings.rating && stage === RecipientStage.Done ? await ratingOf(link, now) : null,
  };
}

const addressOf = ({ address, postcode }: Pick<Visit, "address" | "postcode">): string =>
  [address, postcode && !address.includes(postcode) ? postcode : ""].filter(Boolean).join(", ");

const placeOf = ({ lat, lng }: Pick<Visit, "lat" | "lng">): { lat: number; lng: number } | null =>
  lat !== null && lng !== null && hasCoordinates({ lat, lng }) ? { lat, lng } : null;

async function driverOf({ company, route }: OpenedVisit): Promise<string> {
  const member = route?.driverId ? await findMember(db(), company.id, route.driverId) : undefined;
  return member === undefined ? "" : firstName(member);
}

async function mapOf(
  { company, settings, visit, units }: OpenedVisit,
  stage: RecipientStage,
  eta: LiveEta | null,
  now: number,
): Promise<LightMapData | null> {
  const stop = placeOf(visit);
  if (stop === null) return null;
  const at =
    settings.vehicle && visit.routeId !== null
      ? (await latestPositions(db(), company.id, [visit.routeId])).get(visit.routeId)
      : undefined;
  const isSeen =
    at !== undefined &&
    seesVehicle(stage, {
      stopsBefore: eta?.stopsBefore ?? null,
      distanceM: distanceMeters(at, stop),
      ageSec: now - epochSec(at.taken_at),
    });
  return recipientMap(units, isSeen ? at : null, { ...stop, id: visit.id });
}

/** Which pictures the link opens. */
export async function proofOf(
  { company, settings, visit }: OpenedVisit,
  stage: RecipientStage,
): Promise<Pick<VisitPageView, "pictures" | "signedBy">> {
  if (stage !== RecipientStage.Done) return { pictures: [], signedBy: "" };
  const isAllowed = { photo: settings.photo, signature: settings.signature };
  const attached = await listAttachments(db(), company.id, [visit.id]);
  return {
    pictures: attached
      .filter(({ type, path }) => isAllowed[type] && isShownImage(path) && !services().miniatures.hasNone(path))
      .map(({ id, type }) => ({ id, type })),
    signedBy: settings.signature ? visit.signatureName : "",
  };
}

async function wishesOf(
  link: OpenedVisit,
  stage: RecipientStage,
  eta: LiveEta | null,
): Promise<VisitPageView["wishes"]> {
  const reply = await findReply(db(), link.company.id, link.visit.id);
  const tasks = await requestsOf(link);
  const can = canAskForWindow(stage, eta?.stopsBefore ?? null, tasks.length);
  return {
    note: reply?.note ?? "",
    safePlace: reply?.safe_place ?? "",
    request: requestView(tasks, link.visit),
    cannotAsk: link.plan === null ? "Another time can be asked for once the day is settled." : refusalMessage(can),
  };
}

async function ratingOf({ company, visit }: OpenedVisit, now: number): Promise<VisitPageView["rating"]> {
  const reply = await findReply(db(), company.id, visit.id);
  const ratedSec = parseUtcText(reply?.rated_at);
  return {
    stars: reply?.stars ?? null,
    comment: reply?.comment ?? "",
    isOpen: canRate(RecipientStage.Done, ratedSec, now).ok,
  };
}

/** The clock of the day that a window is on; null before there is a day. */
export const clockOfDay = ({ plan, timeZone }: OpenedVisit) =>
  plan === null ? null : dayClock(plan.serviceDate, timeZone);
