/** What the page of a route's link shows: how far it is, and when; nobody's name or address. */
import { count } from "~/domain/format-number";
import { storedOrder } from "~/domain/route/drive-order";
import type { Route } from "~/domain/route/route";
import { RouteStatus } from "~/domain/route/route-status";
import { dayNear } from "~/domain/time/day-words";
import { parseUtcText } from "~/domain/time/utc-text";
import { localParts, localTime, localTimeOr } from "~/domain/time/time-zone";
import { dayOfWindow } from "~/domain/visit/eta-window";
import type { LiveEta } from "~/domain/visit/eta-window";
import type { Visit } from "~/domain/visit/visit";
import { isLocationVisit, isPast } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import { allOverText } from "~/domain/route/road-view";
import { dayInWords, LATER } from "./visit-view";

interface RouteStopView {
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
  /** on the road: when it is over by what is known now, epoch seconds; null: nobody knows, or it has passed */
  endsSec: number | null;
  visits: readonly Visit[];
  etas: ReadonlyMap<number, LiveEta>;
  isRemoved: boolean;
  /** the day has passed on which it would be driven */
  isDayOver: boolean;
  /** so long ago that no vehicle can be on its way */
  isLongOver: boolean;
  serviceDate: string | null;
  today: string;
  timeZone: string;
}

export function routeView(facts: RouteFacts): RouteView {
  const { route, serviceDate, today, timeZone, isRemoved } = facts;
  const isOnRoad = !isRemoved && route.status === RouteStatus.OnRoute;
  const isLost = isOnRoad && isNeverFinished(facts);
  const isLive = isOnRoad && !isLost;
  const time = (text: string | null) => localTimeOr(parseUtcText(text), timeZone, "");
  const isLate = route.status === RouteStatus.Scheduled && [...facts.etas.values()].some(({ isPassed }) => isPassed);
  const date = isLive ? dayOfNextStop(facts) : isLate && !facts.isDayOver ? today : serviceDate;
  const stops = isRemoved ? [] : stopsOf(facts, date);
  const past = stops.filter(({ state }) => state !== "left").length;
  const failed = stops.filter(({ state }) => state === "failed").length;
  const view = (title: string, text: string): RouteView => ({
    day: date === null ? "" : dayNear(date, today),
    title,
    text,
    isLive,
    stops,
  });
  if (isRemoved) return view("Cancelled", "This route was taken out of the plan.");
  const stopsInWords = (total: number) => count(total, "stop");
  if (route.status === RouteStatus.Completed)
    return view(
      "Completed",
      failed === 0 ? `${count(past, "stop")} served.` : `${allOverText(past, failed, stopsInWords)}.`,
    );
  if (isLost) return view(LATER, "The driver has not reported the end of this route.");
  if (isLive) {
    const at =
      past < stops.length ? `Stop ${past + 1} of ${stops.length}` : allOverText(stops.length, failed, stopsInWords);
    return view(at, endInWords(facts));
  }
  if (facts.isDayOver) return view("The day is over", "This route was not driven.");
  if (route.status !== RouteStatus.Scheduled)
    return view("Being planned", "This page shows the stops once the route is settled.");
  const waits = `${count(stops.length, "stop")}. The driver has not started yet.`;
  if (isLate) return view(LATER, waits);
  const start = time(route.startTime);
  return view(start === "" ? "Planned" : `Starts at ${start}`, waits);
}

const isNeverFinished = ({ isDayOver, isLongOver }: RouteFacts): boolean => isDayOver && isLongOver;

function endInWords({ endsSec, today, timeZone }: RouteFacts): string {
  if (endsSec === null) return "";
  const { date, time } = localParts(endsSec, timeZone);
  return `${["The day ends", dayInWords(date, today), `at about ${time}`].filter(Boolean).join(" ")}.`;
}

/** '14:10–14:40'; on another day than the one that is shown '00:22–00:52 tomorrow'. */
function windowOf({ fromSec, toSec }: LiveEta, { today, timeZone }: RouteFacts, shown: string | null): string {
  const { date, time } = localParts(fromSec, timeZone);
  const day = date === shown ? "" : dayInWords(date, today);
  return [`${time}–${localTime(toSec, timeZone)}`, day].filter(Boolean).join(" ");
}

const nextOf = (visits: readonly Visit[]): Visit | undefined =>
  storedOrder(visits).find((visit) => isLocationVisit(visit) && !isPast(visit));

/** As the page of that stop tells it. On the road it is today where nobody knows the time, or nothing is left. */
function dayOfNextStop({ visits, etas, today, timeZone }: RouteFacts): string {
  const next = nextOf(visits);
  const eta = next && etas.get(next.id);
  return eta === undefined ? today : dayOfWindow(eta, timeZone);
}

/** @param shown the day that stands above them */
function stopsOf(facts: RouteFacts, shown: string | null): RouteStopView[] {
  const { route, visits, etas, timeZone } = facts;
  // Before it is settled, its order and its times say nothing.
  if (route.status === RouteStatus.Empty || route.status === RouteStatus.Planning) return [];
  const locations = storedOrder(visits).filter(isLocationVisit);
  const next = nextOf(visits);
  const isLost = route.status === RouteStatus.OnRoute && isNeverFinished(facts);
  return locations.map((visit) => {
    const eta = etas.get(visit.id);
    return {
      number: visit.labelPosition,
      state: visit.status === VisitStatus.Delivered ? "done" : visit.status === VisitStatus.Failed ? "failed" : "left",
      isNext: visit === next && route.status === RouteStatus.OnRoute && !isLost,
      time: isPast(visit)
        ? localTimeOr(parseUtcText(visit.completedAt), timeZone, "")
        : isLost || eta?.isPassed === true
          ? ""
          : eta === undefined
            ? localTimeOr(parseUtcText(visit.arrivalTime), timeZone, "")
            : windowOf(eta, facts, shown),
    };
  });
}
