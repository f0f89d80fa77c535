/** Where a visit may be put, and what its neighbours' positions become. */
import { mergeChanges, planningChanges } from "../changes";
import type { PlanningChanges } from "../changes";
import { refuse } from "../decision";
import type { Decision } from "../decision";
import type { Route } from "../route/route";
import { RouteStatus } from "../route/route-status";
import type { Visit } from "./visit";
import { fixedStops, hasOrder, renumber, sortVisits } from "./visit-order";
import { canChangeVisit, canReceiveVisits, lacksPlace, SET_PLACE_FIRST } from "./visit-permissions";
import { moveVisitToRoute } from "./visit-transitions";

interface VisitMove {
  visit: Visit;
  from: Route | null;
  to: Route;
  visitsOfTarget: readonly Visit[];
  /** 1 is the first stop; undefined: the end */
  position: number | undefined;
}

/** Moves a visit; never before a stop that is past, nor before the one that the vehicle is heading to. */
export function moveVisitTo({ visit, from, to, visitsOfTarget, position }: VisitMove): Decision<PlanningChanges> {
  if (lacksPlace(visit)) return refuse("visit.no_place", `${visit.name} has no coordinates. ${SET_PLACE_FIRST}`, 409);
  const receiving = canReceiveVisits(to);
  if (!receiving.ok) return receiving;
  if (from !== null && from.id === to.id) {
    const allowed = canChangeVisit(visit, from, visitsOfTarget);
    if (!allowed.ok) return allowed;
  }
  const others = sortVisits(visitsOfTarget).filter((one) => one.id !== visit.id && hasOrder(one));
  const index = Math.min(others.length, Math.max(fixedStops(to, others), (position ?? others.length + 1) - 1));
  const decision = moveVisitToRoute(visit, from, to, index + 1);
  if (!decision.ok) return decision;
  const order = renumber([...others.slice(0, index), visit, ...others.slice(index)]);
  const neighbours = order
    .filter((one) => one.id !== visit.id)
    .map((one) => ({ id: one.id, set: { position: one.position } }));
  const status = to.status === RouteStatus.Empty ? [{ id: to.id, set: { status: RouteStatus.Planning } }] : [];
  // The reason of a calculation belongs to its former place.
  const cleared = { id: visit.id, set: { unservedReason: null } };
  return {
    ...decision,
    changes: mergeChanges([decision.changes, planningChanges({ visits: [cleared, ...neighbours], routes: status })]),
  };
}
