/** A recipient asks for another window: when they may, and what accepting it changes. */
import { mergeChanges, planningChanges } from "../changes";
import type { PlanningChanges } from "../changes";
import { accept, ALLOWED, atField, refuse } from "../decision";
import type { Decision, Permission } from "../decision";
import type { PlanSlice } from "../plan/plan-slice";
import type { DayClock } from "../time/service-clock";
import { parseHHmm } from "../time/hhmm";
import { fixedStops, hasOrder, isPast, renumber, sortVisits } from "../visit/visit-order";
import type { Visit } from "../visit/visit";
import { isAhead, RecipientStage } from "./recipient-stage";

/** Of one visit, answered ones included. */
const MOST_REQUESTS = 3;
/** A driver can keep to it. */
const LEAST_WINDOW_MIN = 30;
/** Somebody has to answer, and the route has to change. */
const LEAST_AHEAD_SEC = 30 * 60;

/** How a request was answered. */
export const RequestOutcome = { Accepted: "accepted", Declined: "declined", Withdrawn: "withdrawn" } as const;

/** What the task keeps. */
export interface WindowRequest {
  /** 'HH:mm' by the warehouse's clock */
  from: string;
  to: string;
  /** the window before, empty for any time */
  before: string;
  visitName: string;
}

/** May they ask at all now? @param stopsBefore null: not known */
export function canAskForWindow(stage: RecipientStage, stopsBefore: number | null, asked: number): Permission {
  if (!isAhead(stage)) return refuse("request.over", "This delivery can't be changed any more.", 409);
  if (stage === RecipientStage.Road && stopsBefore === 0)
    return refuse("request.next", "The driver is on the way to you already.", 409);
  if (asked >= MOST_REQUESTS)
    return refuse("request.often", "You have asked several times. Please contact us instead.", 409);
  return ALLOWED;
}

/** Is the window one that can be kept? @param clock of the service date */
export function checkWindow({ from, to }: { from: string; to: string }, clock: DayClock, nowSec: number): Permission {
  const [start, end] = [parseHHmm(from), parseHHmm(to)];
  if (start === null) return atField(refuse("request.from", "From is required", 422), "from");
  if (end === null) return atField(refuse("request.to", "To is required", 422), "to");
  if (end - start < LEAST_WINDOW_MIN)
    return atField(
      refuse("request.short", `Choose a time that is at least ${LEAST_WINDOW_MIN} minutes after the first`, 422),
      "to",
    );
  if ((clock(to) ?? 0) - nowSec < LEAST_AHEAD_SEC)
    return atField(refuse("request.past", "Choose a time that is further ahead", 422), "to");
  return ALLOWED;
}

/** The places that the visit can take on its route, 1 being the first; only its own without a route. */
export function placesFor({ routes, visits }: PlanSlice, visit: Visit): { own: number; first: number; last: number } {
  const route = routes.find((one) => one.id === visit.routeId);
  const order = sortVisits(visits.filter((one) => one.routeId === visit.routeId && hasOrder(one)));
  const own = order.findIndex((one) => one.id === visit.id) + 1;
  if (route === undefined || own === 0) return { own: 0, first: 0, last: 0 };
  return {
    own,
    first:
      fixedStops(
        route,
        order.filter((one) => one.id !== visit.id),
      ) + 1,
    last: order.length,
  };
}

/**
 * The visit with the new window, at that place of its route (0: where it is). A locked route is no hindrance: whoever
 * accepts has seen
 * what it does, and the others keep their order.
 */
export function acceptWindow(
  state: PlanSlice,
  visit: Visit,
  { from, to, place }: { from: string; to: string; place: number },
): Decision<PlanningChanges> {
  if (isPast(visit)) return refuse("visit.past", "This visit is done or failed already.", 409);
  const windowed = { id: visit.id, set: { startTime: from, endTime: to } };
  if (visit.routeId === null) return accept(planningChanges({ visits: [windowed] }));
  const { own, first, last } = placesFor(state, visit);
  const at = place === 0 ? own : Math.min(last, Math.max(first, place));
  const recalculate = [{ routeId: visit.routeId, mode: "position" as const }];
  if (own === 0 || at === own) return accept(planningChanges({ visits: [windowed], recalculate }));
  const others = sortVisits(
    state.visits.filter((one) => one.routeId === visit.routeId && one.id !== visit.id && hasOrder(one)),
  );
  const order = renumber([...others.slice(0, at - 1), visit, ...others.slice(at - 1)]);
  const placed = order.map((one) => ({ id: one.id, set: { position: one.position } }));
  return accept(
    mergeChanges([planningChanges({ visits: placed }), planningChanges({ visits: [windowed], recalculate })]),
  );
}
