import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { planFromRow, routeFromRow, visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findMember } from "~/db/repositories/members.server";
import { getPlan, findPlan } from "~/db/repositories/plans.server";
import { messagesOfVisit } from "~/db/repositories/recipient-messages.server";
import { findReply } from "~/db/repositories/recipient-replies.server";
import { latestPositions } from "~/db/repositories/positions.server";
import { findRoute, getRoute, routeOrderOfPlans } from "~/db/repositories/routes.server";
import { findVehicle } from "~/db/repositories/vehicles.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import { getVisit } from "~/db/repositories/visits.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { LatestPositionRow } from "~/db/tables";
import type { BaseMap } from "~/domain/base-map";
import { can } from "~/domain/access/permissions";
import { memberName } from "~/domain/access/person-name";
import { NO_DRIVER, NO_VEHICLE } from "~/domain/constants";
import { storedOrder } from "~/domain/route/drive-order";
import type { Route } from "~/domain/route/route";
import { dayClock, planTimeOr } from "~/domain/time/service-clock";
import { localTimeOr } from "~/domain/time/time-zone";
import { epochSec, parseUtcText } from "~/domain/time/utc-text";
import { windowInColumn } from "~/domain/time/time-window";
import { vehicleInText, vehicleName } from "~/domain/vehicle/vehicle";
import type { LiveEta } from "~/domain/visit/eta-window";
import { failReasonText } from "~/domain/visit/fail-reasons";
import { displayedVisitStatus } from "~/domain/visit/visit-display";
import type { Visit } from "~/domain/visit/visit";
import { isLocationVisit, isPast, isUnscheduled } from "~/domain/visit/visit-order";
import { lateFrom } from "~/domain/visit/visit-times";
import type { VisitStatus } from "~/domain/visit/visit-status";
import { notFound } from "~/lib/errors";
import { absolute } from "~/paths";
import { liveEtasOf } from "~/planner/live-eta.server";
import { routeToSee } from "~/planner/seen-route.server";
import { strangersOf } from "~/planner/strangers-with-link.server";
import { routeTrackingPath, visitTrackingPath } from "~/planner/tracking-links.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { services } from "~/services/container.server";
import { nowSecOf } from "~/services/now.server";
import type { MarkedPosition } from "~/ui/map/route-marks";
import { liveMapOf } from "../live-map-view";
import type { LiveMapData } from "../live-map-view";
import { LATER } from "../visit-view";

export interface LiveStop {
  id: number;
  number: number;
  name: string;
  address: string;
  status: VisitStatus;
  window: string;
  /** when it is expected: '14:20'; empty for a past one */
  eta: string;
  /** what its recipient is told: 'between 14:10 and 14:40' */
  told: string;
  /** when it was reported, with the reason of a failure */
  past: string;
  /** seconds that it will begin after its window; null: in time */
  lateSec: number | null;
}

/** What both pages' maps need. */
interface WithMap {
  map: LiveMapData;
  baseMap: BaseMap;
  /** of the product's clock, when the page was made: epoch seconds */
  nowSec: number;
}

export interface LiveRoutePage extends WithMap {
  id: number;
  planId: number;
  vehicle: string;
  plan: string;
  date: string;
  driver: string;
  status: Route["status"];
  stops: LiveStop[];
  /** the public page; null without the right to share it */
  link: string | null;
}

export interface LiveVisitPage extends WithMap {
  stop: LiveStop;
  planId: number | null;
  plan: string;
  routeId: number | null;
  vehicle: string;
  driver: string;
  link: string | null;
  /** who is not the recipient any more, and has a link that opens the page */
  strangers: string[];
  /** what the recipient said */
  reply: { stars: number | null; comment: string; note: string; safePlace: string } | null;
}

/** One route, live. @throws AppError 404 (another driver's or company's), 403 */
export async function loadLiveRoute(session: CompanySession, routeId: number): Promise<LiveRoutePage> {
  const companyId = session.company.id;
  const routeRow = await getRoute(db(), companyId, routeId);
  authorize(session, "tracking.view", { companyId, route: await routeToSee(db(), session, routeRow) });
  const route = routeFromRow(routeRow);
  const plan = planFromRow(await getPlan(db(), companyId, route.planId));
  const visits = (await listVisitsOfRoute(db(), companyId, routeId)).map(visitFromRow);
  const crew = await crewOf(companyId, route);
  return {
    id: routeId,
    planId: plan.id,
    plan: plan.title,
    date: plan.serviceDate,
    status: route.status,
    ...crew,
    ...(await mapOf(session, { route, visits, vehicle: crew.vehicle })),
    stops: await stopsOf(companyId, { route, visits, plan }),
    link: can(session.actor, "route.share", { companyId })
      ? absolute(await routeTrackingPath(db(), companyId, routeId))
      : null,
  };
}

/** One visit, live; starts, ends and breaks have no such page. @throws AppError 404, 403 */
export async function loadLiveVisit(session: CompanySession, visitId: number): Promise<LiveVisitPage> {
  const companyId = session.company.id;
  const row = await getVisit(db(), companyId, visitId);
  const visit = visitFromRow(row);
  const routeRow = visit.routeId === null ? undefined : await findRoute(db(), companyId, visit.routeId);
  const route = routeRow === undefined ? null : routeFromRow(routeRow);
  const seen = routeRow === undefined ? null : await routeToSee(db(), session, routeRow);
  authorize(session, "tracking.view", { companyId, route: seen });
  if (!isLocationVisit(visit)) throw notFound("Visit");
  const planRow = visit.planId === null ? undefined : await findPlan(db(), companyId, visit.planId);
  const plan = planRow === undefined ? null : planFromRow(planRow);
  // One that its route could not serve has no place in the route's order.
  const placed = isUnscheduled(visit) ? null : route;
  const visits = placed === null ? [visit] : (await listVisitsOfRoute(db(), companyId, placed.id)).map(visitFromRow);
  const stops = await stopsOf(companyId, { route: placed, visits, plan });
  const isStaff = can(session.actor, "route.share", { companyId });
  const reply = await findReply(db(), companyId, visitId);
  const crew = route === null ? { vehicle: NO_VEHICLE, driver: NO_DRIVER } : await crewOf(companyId, route);
  return {
    stop: stops.find(({ id }) => id === visitId)!,
    planId: plan?.id ?? null,
    plan: plan?.title ?? "",
    routeId: route?.id ?? null,
    ...crew,
    ...(await mapOf(session, { route: placed, visits, vehicle: crew.vehicle })),
    link: isStaff ? absolute(await visitTrackingPath(db(), companyId, visitId)) : null,
    strangers: isStaff ? await strangersOf(db(), companyId, row, await messagesOfVisit(db(), companyId, row.id)) : [],
    reply:
      reply === undefined || !isStaff
        ? null
        : { stars: reply.stars, comment: reply.comment, note: reply.note, safePlace: reply.safe_place },
  };
}

async function crewOf(companyId: number, route: Route): Promise<{ vehicle: string; driver: string }> {
  const vehicle = route.vehicleId === null ? undefined : await findVehicle(db(), companyId, route.vehicleId);
  const driver = route.driverId === null ? undefined : await findMember(db(), companyId, route.driverId);
  return {
    vehicle:
      vehicle === undefined ? NO_VEHICLE : vehicleInText({ vehicle: vehicleName(vehicle), plate: vehicle.plate }),
    driver: driver === undefined ? NO_DRIVER : memberName(driver),
  };
}

async function mapOf(
  session: CompanySession,
  { route, visits, vehicle }: { route: Route | null; visits: readonly Visit[]; vehicle: string },
): Promise<WithMap> {
  const companyId = session.company.id;
  const marked = route === null ? null : { id: route.id, index: await indexOf(companyId, route), vehicle };
  const position = route === null ? undefined : (await latestPositions(db(), companyId, [route.id])).get(route.id);
  return {
    map: liveMapOf(visits, route, marked, position === undefined ? null : positionFromRow(position)),
    baseMap: services().baseMaps.current(session.user.settings.map),
    nowSec: nowSecOf(session),
  };
}

/** In its plan: the colour. */
async function indexOf(companyId: number, route: Route): Promise<number> {
  const order = (await routeOrderOfPlans(db(), companyId, [route.planId])).get(route.planId);
  return Math.max(0, order?.indexOf(route.id) ?? 0);
}

const positionFromRow = ({ lat, lng, heading, taken_at: takenAt }: LatestPositionRow): MarkedPosition => ({
  lat,
  lng,
  headingDeg: heading,
  atSec: epochSec(takenAt),
});

interface OfRoute {
  route: Route | null;
  visits: readonly Visit[];
  plan: { serviceDate: string; warehouseId: number | null } | null;
}

async function stopsOf(companyId: number, { route, visits, plan }: OfRoute): Promise<LiveStop[]> {
  const warehouseId = plan?.warehouseId ?? null;
  const timeZone = zoneOfWarehouse(
    warehouseId === null ? undefined : await findWarehouse(db(), companyId, warehouseId),
  );
  const etas = route === null ? new Map<number, LiveEta>() : await liveEtasOf(db(), companyId, [route.id]);
  const clock = plan === null ? () => null : dayClock(plan.serviceDate, timeZone);
  // Beside the plan's date: what is on another day says so.
  const timeOf = (sec: number | null): string =>
    plan === null ? localTimeOr(sec, timeZone, "") : planTimeOr(sec, { timeZone, serviceDate: plan.serviceDate }, "");
  const toldBetween = ({ fromSec, toSec }: LiveEta): string => `between ${timeOf(fromSec)} and ${timeOf(toSec)}`;
  return (route === null ? visits : storedOrder(visits)).filter(isLocationVisit).map((visit) => {
    const eta = isPast(visit) ? undefined : etas.get(visit.id);
    const closes = clock(visit.endTime);
    return {
      id: visit.id,
      number: visit.labelPosition,
      name: visit.name,
      address: visit.address,
      status: displayedVisitStatus(visit, route),
      window: windowInColumn(visit.startTime, visit.endTime),
      eta: timeOf(eta?.etaSec ?? null),
      told: eta === undefined ? "" : eta.isPassed ? LATER.toLowerCase() : toldBetween(eta),
      past: isPast(visit)
        ? [timeOf(parseUtcText(visit.completedAt)), failReasonText(visit)].filter(Boolean).join(" · ")
        : "",
      lateSec: eta === undefined ? null : lateFrom(eta.beginSec, closes),
    };
  });
}
