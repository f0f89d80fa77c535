/**
 * What a driver who is elsewhere has to hear of a route: that it is new, what a dispatcher changed, that it was taken
 * back. What follows from reports, such as times, is no news.
 */
import { count } from "../format-number";
import { RouteStatus } from "./route-status";
import { isLocationVisit, isPast } from "../visit/visit-order";
import type { Visit } from "../visit/visit";
import { driveOrder } from "./drive-order";

/** A route as a phone was told of it. */
export interface ToldRoute {
  /** 'YYYY-MM-DD' */
  day: string;
  /** of the plan */
  title: string;
  isCompleted: boolean;
  /** in the order of driving */
  stops: ToldStop[];
}

/** A stop: its id, a mark that changes with what the dispatcher writes, and whether it is still to be served. */
type ToldStop = [id: number, mark: string, isLeft: boolean];

/** What stands in the notification; `isOver`: the route is not theirs any more. */
export interface RouteNews {
  title: string;
  body: string;
  isOver?: true;
}

interface RouteToTell {
  status: RouteStatus;
  plan: { title: string; serviceDate: string };
  visits: readonly Visit[];
  /** a short text that is the same for the same content */
  mark: (content: string) => string;
}

export function toldRoute({ status, plan, visits, mark }: RouteToTell): ToldRoute {
  return {
    day: plan.serviceDate,
    title: plan.title,
    isCompleted: status === RouteStatus.Completed,
    stops: driveOrder(visits)
      .filter(isLocationVisit)
      .map((visit) => [visit.id, mark(contentOf(visit)), !isPast(visit)]),
  };
}

/** What the dispatcher decides about a stop, and the driver acts on. */
const contentOf = (visit: Visit): string =>
  JSON.stringify([
    visit.name,
    visit.address,
    visit.postcode,
    visit.lat,
    visit.lng,
    visit.startTime,
    visit.endTime,
    visit.deliveryNote,
    visit.recipientNote,
    visit.recipientName,
    visit.recipientPhone,
    visit.packageLoad,
    visit.packageCapacity,
    visit.externalId,
  ]);

/**
 * @param told null: nothing yet
 * @param now null: the route is not on the driver's list any more
 * @param dayWords 'Today', 'Mon 23 Nov'
 * @returns null when there is nothing to say
 */
export function routeNews(
  told: ToldRoute | null,
  now: ToldRoute | null,
  dayWords: (day: string) => string,
): RouteNews | null {
  const about = (route: ToldRoute) => [dayWords(route.day), route.title].filter(Boolean).join(" · ");
  if (now === null) {
    if (told === null || told.isCompleted) return null;
    return { title: "A route was taken back", body: about(told), isOver: true };
  }
  if (now.isCompleted) return null;
  if (told === null)
    return { title: "You have a new route", body: `${about(now)} · ${count(now.stops.length, "stop")}` };
  const changes = changesOf(told, now, dayWords);
  return changes.length === 0
    ? null
    : { title: "Your route has changed", body: `${about(now)}: ${changes.join(", ")}` };
}

function changesOf(told: ToldRoute, now: ToldRoute, dayWords: (day: string) => string): string[] {
  const before = new Map(told.stops.map((stop) => [stop[0], stop]));
  const after = new Map(now.stops.map((stop) => [stop[0], stop]));
  const isLeft = ([, , left]: ToldStop) => left;
  const ids = (stops: readonly ToldStop[]) => stops.map(([id]) => id);
  const added = now.stops.filter((stop) => isLeft(stop) && !before.has(stop[0])).length;
  const removed = told.stops.filter((stop) => isLeft(stop) && !after.has(stop[0])).length;
  const changed = now.stops.filter((stop) => isLeft(stop) && (before.get(stop[0])?.[1] ?? stop[1]) !== stop[1]).length;
  // Stops that were past for the phone come back to the end of what it knows: their place is no new order.
  const isLeftInBoth = (id: number) => before.get(id)?.[2] === true && after.get(id)?.[2] === true;
  const orderOf = (stops: readonly ToldStop[]) => ids(stops).filter(isLeftInBoth).join();
  return [
    ...(told.day === now.day ? [] : [`it is on ${dayWords(now.day)} now`]),
    ...(added > 0 ? [`${count(added, "stop")} added`] : []),
    ...(removed > 0 ? [`${count(removed, "stop")} removed`] : []),
    ...(changed > 0 ? [`${count(changed, "stop")} changed`] : []),
    ...(orderOf(told.stops) === orderOf(now.stops) ? [] : ["new order"]),
  ];
}
