/** What the page of a route's link shows: how far it is, and when; nobody's name or address. */
import { count } from "~/domain/format-number";
import { driveOrder } from "~/domain/route/drive-order";
import type { Route } from "~/domain/route/route";
import { RouteStatus } from "~/domain/route/route-status";
import { dayNear } from "~/domain/time/day-words";
import { parseUtcText } from "~/domain/time/utc-text";
import { localTime, localTimeOr } from "~/domain/time/time-zone";
import { dayOfWindow } from "~/domain/visit/eta-window";
import type { LiveEta } from "~/domain/visit/eta-window";
import type { Visit } from "~/domain/visit/visit";
import { isLocationVisit, isPast } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import { LATER } from "./visit-view";

export interface RouteStopView {
  number: number;
  state: "left" | "done" | "failed";
  isNext: boolean;
  /** '14:10–14:40', or when it was reported; empty: nobody can say */
  time: string;
}

export interface RouteView {
  day: string;
  title: string;
  text: string;
  isLive: boolean;
  stops: RouteStopView[];
}

export interface RouteFacts {
  route: Pick<Route, "status" | "startTime" | "finishTime">;
  visits: readonly Visit[];
  etas: ReadonlyMap<number, LiveEta>;
  isRemoved: boolean;
  /** the day has passed on which it would be driven */
  isDayOver: boolean;
  serviceDate: string | null;
  today: string;
  timeZone: string;
}

export function routeView(facts: RouteFacts): RouteView {
  const { route, serviceDate, today, timeZone, isRemoved } = facts;
  const stops = isRemoved ? [] : stopsOf(facts);
  const served = stops.filter(({ state }) => state !== "left").length;
  const isLive = !isRemoved && route.status === RouteStatus.OnRoute;
  const time = (text: string | null) => localTimeOr(parseUtcText(text), timeZone, "");
  const isLate = route.status === RouteStatus.Scheduled && [...facts.etas.values()].some(({ isPassed }) => isPassed);
  const date = isLive ? dayOfNextStop(facts) : isLate && !facts.isDayOver ? today : serviceDate;
  const view = (title: string, text: string): RouteView => ({
    day: date === null ? "" : dayNear(date, today),
    title,
    text,
    isLive,
    stops,
  });
  if (isRemoved) return view("Cancelled", "This route was taken out of the plan.");
  if (route.status === RouteStatus.Completed) return view("Completed", `${count(served, "stop")} served.`);
  if (isLive) {
    const at =
      served < stops.length ? `Stop ${served + 1} of ${stops.length}` : `All ${count(stops.length, "stop")} served`;
    const end = time(route.finishTime);
    return view(at, end === "" ? "" : `The day ends at about ${end}.`);
  }
  if (facts.isDayOver) return view("The day is over", "This route was not driven.");
  if (route.status !== RouteStatus.Scheduled)
    return view("Being planned", "This page shows the stops once the route is settled.");
  const waits = `${count(stops.length, "stop")}. The driver has not started yet.`;
  if (isLate) return view(LATER, waits);
  const start = time(route.startTime);
  return view(start === "" ? "Planned" : `Starts at ${start}`, waits);
}

const nextOf = (visits: readonly Visit[]): Visit | undefined =>
  driveOrder(visits).find((visit) => isLocationVisit(visit) && !isPast(visit));

/** As the page of that stop tells it. On the road it is today where nobody knows the time, or nothing is left. */
function dayOfNextStop({ visits, etas, today, timeZone }: RouteFacts): string {
  const next = nextOf(visits);
  const eta = next && etas.get(next.id);
  return eta === undefined ? today : dayOfWindow(eta, timeZone);
}

function stopsOf({ route, visits, etas, timeZone }: RouteFacts): RouteStopView[] {
  // Before it is settled, its order and its times say nothing.
  if (route.status === RouteStatus.Empty || route.status === RouteStatus.Planning) return [];
  const locations = driveOrder(visits).filter(isLocationVisit);
  const next = nextOf(visits);
  return locations.map((visit, index) => {
    const eta = etas.get(visit.id);
    return {
      number: index + 1,
      state: visit.status === VisitStatus.Delivered ? "done" : visit.status === VisitStatus.Failed ? "failed" : "left",
      isNext: visit === next && route.status === RouteStatus.OnRoute,
      time: isPast(visit)
        ? localTimeOr(parseUtcText(visit.completedAt), timeZone, "")
        : eta === undefined
          ? localTimeOr(parseUtcText(visit.arrivalTime), timeZone, "")
          : eta.isPassed
            ? ""
            : `${localTime(eta.fromSec, timeZone)}–${localTime(eta.toSec, timeZone)}`,
    };
  });
}
