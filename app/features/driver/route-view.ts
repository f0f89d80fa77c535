/** What the driver's page of one route shows: plain texts, ready to print. */
import { plateAndTitle } from "~/domain/vehicle/vehicle";
import { count } from "~/domain/format-number";
import { formatDelay, formatDuration, wholeMinute } from "~/domain/time/format";
import { planTime, planTimeOr, type ServiceClock } from "~/domain/time/service-clock";
import { epochSec, parseUtcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { storedOrder } from "~/domain/route/drive-order";
import { isOvertaken } from "~/domain/route/live-times";
import { isLongOver } from "~/domain/route/route-day";
import { navigationLinks } from "~/domain/route/navigation";
import type { NavigationLink } from "~/domain/route/navigation";
import { nextStop, stateOfVisit } from "~/domain/route/road-view";
import type { RoadStage, StopState } from "~/domain/route/road-view";
import { RouteStatus } from "~/domain/route/route-status";
import { enabledFailReasons } from "~/domain/visit/fail-reasons";
import type { FailReason } from "~/domain/visit/fail-reasons";
import { pastPanel } from "~/domain/visit/visit-display";
import { currentVehicleVisit, isLocationVisit, isPast, isStartOrEnd } from "~/domain/visit/visit-order";
import { countReports } from "~/domain/visit/visit-status";
import { lateFrom, serviceSecOf, visitTimes } from "~/domain/visit/visit-times";
import { VisitType, visitTypeLabel } from "~/domain/visit/visit-type";
import type { Visit } from "~/domain/visit/visit";
import type { AttachmentType, ConfirmationChoice } from "~/domain/visit/confirmation";
import { windowInWords } from "~/domain/time/time-window";
import { todayIn } from "~/domain/time/time-zone";
import { daysAhead, startsEarly } from "~/domain/route/route-questions";
import { departedAt } from "~/domain/route/departed";
import { shownWorkSec, workSecOf } from "~/domain/route/route";
import { dayNear, formatDay } from "~/domain/time/day-words";
import type { RouteState } from "./route-state.server";
import { formatDistance, formatLoad } from "~/domain/format-units";
import { METRIC } from "~/domain/units";
import type { Units } from "~/domain/units";
import type { Place } from "~/domain/place";
import { hasCoordinates } from "~/domain/validation/coordinates";

export interface StopView {
  id: number;
  kind: "stop" | "break";
  /** number among the stops, as every view shows it; 0 for a break */
  number: number;
  state: StopState;
  name: string;
  /** order number; empty for none */
  code: string;
  /** shown in large type: the address, or the name where there is none */
  address: string;
  what: string;
  window: string;
  /** planned arrival; for a break its begin */
  eta: string;
  /** the clock has overtaken it on the road: no time to expect any more */
  isOvertaken: boolean;
  /** begin of the service where the vehicle waits for it; otherwise empty */
  begin: string;
  /** '+12 min' after its window; empty when on time */
  late: string;
  /** when it was done or failed, and how it was handed over, or why not */
  past: string;
  /** the dispatcher's note for the driver, and the recipient's wishes */
  notes: string[];
  /** null where it is not known, and for a break */
  place: Place | null;
  load: string;
  recipient: string;
  phone: string;
  /** the first is for a single button; none for a break, or a stop without a place */
  navigation: NavigationLink[];
  commandIds: { done: string; failed: string; again: string };
  /** the proof to give when it is done; null for none */
  proof: StopProof | null;
  /** stored photos and signatures */
  pictures: StopPicture[];
}

export interface StopPicture {
  id: number;
  type: AttachmentType;
  /** path of its file, as previews ask for it */
  path: string;
  /** false: it can only be saved */
  shown: boolean;
}

/** Proof and attachments of a route's stops, by visit. */
export interface OfStops {
  /** a stop that is missing asks for nothing */
  proofs: ReadonlyMap<number, StopProof>;
  pictures: ReadonlyMap<number, StopPicture[]>;
}

const NOTHING: OfStops = { proofs: new Map(), pictures: new Map() };

/** How a stop may be handed over, and who has signed already. */
export interface StopProof {
  choices: ConfirmationChoice[];
  signatureName: string;
}

/** What goes into the vehicle before the start. */
export interface LoadList {
  /** all of it: '420 kg · 1.2 m³'; empty where no weight or volume is known */
  total: string;
  /** in the order of loading: what is delivered last goes in first */
  lines: { id: number; number: number; name: string; code: string; load: string; note: string }[];
}

export interface DriverRouteView {
  id: number;
  planId: number;
  title: string;
  day: string;
  /** shown under the question to start, before the plan's day; null from that day on */
  startsEarly: string | null;
  vehicle: string;
  stage: RoadStage;
  /** nobody has finished it, and its day is long over: no position is taken of it */
  isLongOver: boolean;
  /** stops ahead and past stops, in the order of driving */
  stops: StopView[];
  nextId: number | null;
  /** the last report, which can be taken back */
  last: { id: number; name: string; state: StopState; time: string; commandId: string } | null;
  served: number;
  total: number;
  failed: number;
  summary: string;
  start: { place: string; time: string };
  end: { place: string; navigation: NavigationLink[]; eta: string } | null;
  load: LoadList;
  reasons: FailReason[];
  commandIds: { start: string; finish: string };
}

export function driverRouteView(
  state: RouteState,
  now: UtcText,
  newId: () => string,
  ofStops: OfStops = NOTHING,
  units: Units = METRIC,
): DriverRouteView {
  const { route, plan, visits, vehicle, company, timeZone } = state;
  const order = storedOrder(visits);
  const stops = order.filter((visit) => !isStartOrEnd(visit));
  const locations = stops.filter(isLocationVisit);
  const today = todayIn(timeZone, epochSec(now));
  const clock = { timeZone, serviceDate: plan.serviceDate };
  const time = (text: string | null) => planTimeOr(parseUtcText(text), clock, "");
  const last = currentVehicleVisit(stops);
  const left = departedAt(visits) ?? route.startTime;
  const end = order.find((visit) => visit.type === VisitType.End);
  const roadSec = route.status === RouteStatus.OnRoute ? epochSec(now) : null;
  const views = stops.map((visit) => stopView(visit, { time, clock, newId, ofStops, units, roadSec }));
  return {
    id: route.id,
    planId: plan.id,
    title: plan.title,
    day: dayNear(plan.serviceDate, today),
    startsEarly: startsEarly(formatDay(plan.serviceDate), daysAhead(plan.serviceDate, today)),
    vehicle: vehicle ? plateAndTitle(vehicle) : "",
    stage:
      route.status === RouteStatus.Completed ? "completed" : route.status === RouteStatus.OnRoute ? "road" : "ready",
    isLongOver: isLongOver(plan.serviceDate, timeZone, epochSec(now)),
    stops: views,
    nextId: nextStop(views)?.id ?? null,
    last:
      last === null
        ? null
        : { id: last.id, name: last.name, state: stateOfVisit(last), time: time(last.completedAt), commandId: newId() },
    served: locations.filter(isPast).length,
    failed: countReports(locations).failed,
    total: locations.length,
    summary: [
      count(locations.length, "stop"),
      formatDistance(route.distance, units),
      formatDuration(shownWorkSec(route.status, parseUtcText(left), parseUtcText(route.finishTime), workSecOf(route))),
    ].join(" · "),
    start: { place: state.warehouse, time: time(left) },
    end: end
      ? {
          place: end.address || state.warehouse || end.name,
          navigation: navigationLinks(end),
          eta: roadSec !== null && isOvertaken(parseUtcText(end.arrivalTime), roadSec) ? "" : time(end.arrivalTime),
        }
      : null,
    load: loadListOf(locations, units),
    reasons: enabledFailReasons(company.failReasonsSettings),
    commandIds: { start: newId(), finish: newId() },
  };
}

interface StopContext {
  time: (text: string | null) => string;
  clock: ServiceClock;
  newId: () => string;
  ofStops: OfStops;
  units: Units;
  /** the present, of a route on the road */
  roadSec: number | null;
}

function stopView(visit: Visit, context: StopContext): StopView {
  const { time, clock, newId, ofStops, units, roadSec } = context;
  const isBreak = visit.type === VisitType.Break;
  const state = stateOfVisit(visit);
  const times = visitTimes(visit);
  const delay = visit.violations.find((violation) => violation.code === "delay")?.amount ?? 0;
  const address = [visit.address, visit.postcode && !visit.address.includes(visit.postcode) ? visit.postcode : ""]
    .filter(Boolean)
    .join(", ");
  return {
    id: visit.id,
    kind: isBreak ? "break" : "stop",
    number: isBreak ? 0 : visit.labelPosition,
    state,
    name: isBreak ? "Break" : visit.name,
    code: visit.externalId?.trim() ?? "",
    address: isBreak ? `Break, ${formatDuration(serviceSecOf(visit))}` : address || visit.name,
    what: isBreak ? "" : visitTypeLabel(visit.type),
    window: windowInWords(visit.startTime, visit.endTime),
    eta: times === null || times.label === "ATA" ? time(visit.arrivalTime) : planTime(times.shown, clock),
    isOvertaken: roadSec !== null && state === "left" && isOvertaken(times?.shown ?? null, roadSec),
    begin: state === "left" && times?.waits === true ? planTime(times.begin, clock) : "",
    late: state === "left" && lateFrom(delay, 0) !== null ? formatDelay(wholeMinute(delay)) : "",
    past: [time(visit.completedAt), pastPanel({ ...visit, doneNote: "" }, "")?.detail].filter(Boolean).join(" · "),
    notes: [visit.deliveryNote, visit.recipientNote].map((note) => note?.trim() ?? "").filter(Boolean),
    place: !isBreak && hasCoordinates(visit) ? { lat: visit.lat!, lng: visit.lng! } : null,
    load: formatLoad(visit.packageLoad, visit.packageCapacity, units).join(" · "),
    recipient: visit.recipientName === visit.name ? "" : visit.recipientName,
    phone: visit.recipientPhone.trim(),
    navigation: isBreak ? [] : navigationLinks(visit),
    commandIds: { done: newId(), failed: newId(), again: newId() },
    proof: ofStops.proofs.get(visit.id) ?? null,
    pictures: ofStops.pictures.get(visit.id) ?? [],
  };
}

/** Pickups come in on the way. @param locations in the order of driving */
function loadListOf(locations: readonly Visit[], units: Units): LoadList {
  const delivered = locations.filter((visit) => visit.type === VisitType.Delivery);
  const sum = (of: (visit: Visit) => number) => delivered.reduce((total, visit) => total + of(visit), 0);
  return {
    total: formatLoad(
      sum((visit) => visit.packageLoad),
      sum((visit) => visit.packageCapacity),
      units,
    ).join(" · "),
    lines: delivered
      .map((visit) => ({
        id: visit.id,
        number: visit.labelPosition,
        name: visit.name,
        code: visit.externalId?.trim() ?? "",
        load: formatLoad(visit.packageLoad, visit.packageCapacity, units).join(" · "),
        note: visit.deliveryNote?.trim() ?? "",
      }))
      .reverse(),
  };
}
