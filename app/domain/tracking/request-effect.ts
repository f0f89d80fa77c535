/** What another window for a visit does to its route: where it fits best, and that in words. */
import { applyChanges } from "../apply-changes";
import type { PlanningChanges } from "../changes";
import { formatDistance } from "../format-units";
import type { PlanSlice } from "../plan/plan-slice";
import { formatDuration, signed } from "../time/format";
import { planTime } from "../time/service-clock";
import type { DayClock, ServiceClock } from "../time/service-clock";
import { parseUtcText } from "../time/utc-text";
import type { Units } from "../units";
import { moveEffect } from "../visit/move-effect";
import type { RouteEffect } from "../visit/move-effect";
import type { Visit } from "../visit/visit";
import { hasOrder, isPast, sortVisits } from "../visit/visit-order";
import { lateSec } from "../visit/visit-times";

export interface RequestEffect {
  /** on the route, 1 is the first; 0: no route has it */
  place: number;
  /** of the plan that it was worked out on */
  version: number;
  /** 'Stop 7 instead of 3, arrival 16:05' */
  headline: string;
  /** 'Finish 17:40 instead of 17:22', '+6.2 km' */
  facts: string[];
  /** sentences of the rules that it breaks: who becomes late, overtime */
  broken: string[];
}

/** One place, and what the plan becomes with it. */
interface Offer {
  place: number;
  state: PlanSlice;
  /** the same plan without the window, with times of the same moment */
  unchanged: Pick<PlanSlice, "routes" | "visits">;
  changes: PlanningChanges;
}

/**
 * The place behind everything that is reached before the window opens, as planned now.
 * @returns `own` for a visit without a route
 */
export function placeInTime(
  visits: readonly Visit[],
  visit: Visit,
  { own, first, last, fromSec }: { own: number; first: number; last: number; fromSec: number },
): number {
  if (visit.routeId === null || own === 0) return own;
  const others = sortVisits(
    visits.filter((one) => one.routeId === visit.routeId && one.id !== visit.id && hasOrder(one)),
  );
  const earlier = others.filter((one) => isPast(one) || (parseUtcText(one.arrivalTime) ?? 0) < fromSec).length;
  return Math.min(last, Math.max(first, earlier + 1));
}

/** Fewest late seconds over the whole route, then the earliest end; the first of equal ones. */
export function bestPlace(offers: readonly Offer[], clock: DayClock): Offer {
  const judged = offers.map((offer) => ({ offer, ...harmOf(offer, clock) }));
  judged.sort((a, b) => a.late - b.late || a.finish - b.finish);
  return judged[0]!.offer;
}

function harmOf({ state, changes }: Offer, clock: DayClock): { late: number; finish: number } {
  const after = applyChanges({ routes: state.routes, visits: state.visits }, changes);
  const touched = new Set(changes.routes.map(({ id }) => id));
  return {
    late: after.visits.reduce((sum, visit) => sum + (lateSec(visit, clock(visit.endTime)) ?? 0), 0),
    finish: Math.max(
      0,
      ...after.routes.filter(({ id }) => touched.has(id)).map((one) => parseUtcText(one.finishTime) ?? 0),
    ),
  };
}

/** Less is not worth a line. */
const NOTICED_M = 100;
const NOTICED_SEC = 60;

export function effectWords(
  { place, state, unchanged, changes }: Offer,
  visit: Visit,
  { own, clock, units }: { own: number; clock: ServiceClock; units: Units },
): RequestEffect {
  const version = state.plan.version;
  if (visit.routeId === null)
    return { place: 0, version, headline: "No route has it yet: only the window changes.", facts: [], broken: [] };
  const after = applyChanges({ routes: state.routes, visits: state.visits }, changes);
  const moved = after.visits.find(({ id }) => id === visit.id);
  const arrival = parseUtcText(moved?.arrivalTime);
  const waits = moved !== undefined && moved.waitingTime >= NOTICED_SEC;
  const where = place === own ? `Stays stop ${own}` : `Stop ${place} instead of ${own}`;
  const at = arrival === null ? "" : `, arrival ${planTime(arrival, clock)}`;
  const wait = waits ? `, waits ${formatDuration(moved.waitingTime)} for the window` : "";
  const [effect] = moveEffect({ ...state, unchanged }, changes, units).routes;
  return {
    place,
    version,
    headline: `${where}${at}${wait}`,
    facts: factsOf(effect, clock, units),
    broken: effect?.newlyBroken ?? [],
  };
}

function factsOf(effect: RouteEffect | undefined, clock: ServiceClock, units: Units): string[] {
  const facts: string[] = [];
  if (effect !== undefined) {
    const { before, after } = effect;
    if (before.finish !== null && after.finish !== null && Math.abs(after.finish - before.finish) >= NOTICED_SEC)
      facts.push(`Finish ${planTime(after.finish, clock)} instead of ${planTime(before.finish, clock)}`);
    const metres = after.distanceM - before.distanceM;
    if (Math.abs(metres) >= NOTICED_M) facts.push(signed(metres, formatDistance(Math.abs(metres), units)));
  }
  return facts.length > 0 ? facts : ["Finish and distance stay"];
}
