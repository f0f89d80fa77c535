import type { DayClock } from "~/domain/time/service-clock";
import { parseUtcText } from "~/domain/time/utc-text";
import type { ShownVisit } from "~/domain/visit/visit";
import { isPast } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import { lateFrom, lateSec } from "~/domain/visit/visit-times";
import type { LiveEta } from "~/domain/visit/eta-window";
import type { TrackedStop } from "./tracking-view";

/**
 * A stop of a route on the road.
 * @param clock of the route's day
 * @param live when the vehicle is expected now; left out: when it was planned
 */
export function trackedStop(visit: ShownVisit, clock: DayClock, live?: LiveEta): TrackedStop {
  const stop: TrackedStop = {
    id: visit.id,
    routeId: visit.routeId ?? 0,
    name: visit.name,
    label: visit.labelPosition,
    status: "onRoute",
  };
  if (visit.lat !== null && visit.lng !== null) Object.assign(stop, { lat: visit.lat, lng: visit.lng });
  const closes = clock(visit.endTime);
  if (isPast(visit)) {
    stop.status = visit.status === VisitStatus.Delivered ? "done" : "failed";
    const past = parseUtcText(visit.completedAt);
    if (past !== null) stop.past = past;
    const wasLate = lateSec(visit, closes);
    if (wasLate !== null) stop.lateSec = wasLate;
    return stop;
  }
  const eta = live?.etaSec ?? parseUtcText(visit.arrivalTime);
  if (eta !== null) stop.eta = eta;
  if (live !== undefined) Object.assign(stop, { from: live.fromSec, to: live.toSec });
  const late = live === undefined ? lateSec(visit, closes) : lateFrom(live.beginSec, closes);
  if (late !== null) stop.lateSec = late;
  if (visit.recipientPhone !== "") stop.phone = visit.recipientPhone;
  if (visit.polyline) stop.line = visit.polyline;
  return stop;
}
