/** Where a visit may be put, and what its neighbours' positions become. */
import { mergeChanges, planningChanges } from "../changes";
import type { PlanningChanges } from "../changes";
import { refuse } from "../decision";
import type { Decision } from "../decision";
import type { Route } from "../route/route";
import { RouteStatus } from "../route/route-status";
import type { Visit } from "./visit";
import { isLocationVisit, isPast, renumber, sortVisits } from "./visit-order";
import { canChangeVisit, canReceiveVisits } from "./visit-permissions";
import { moveVisitToRoute } from "./visit-transitions";
import { VisitStatus } from "./visit-status";
import { VisitType } from "./visit-type";
import { hasCoordinates } from "../validation/coordinates";

export interface Move {
  visit: Visit;
  from: Route | null;
  to: Route;
  visitsOfTarget: readonly Visit[];
  /** 1 is the first stop; undefined: the end */
  position: number | undefined;
}

/** Stops that have a place in the order: no start, no end, nothing unscheduled. */
export const hasOrder = (visit: Pick<Visit, "type" | "status">): boolean =>
  visit.type !== VisitType.Start && visit.type !== VisitType.End && visit.status !== VisitStatus.Unscheduled;

/** Moves a visit; never before a stop that is past, nor before the one that the vehicle is heading to. */
export function moveVisitTo({ visit, from, to, visitsOfTarget, position }: Move): Decision<PlanningChanges> {
  if (isLocationVisit(visit) && !hasCoordinates(visit))
    return refuse("visit.no_place", `${visit.name} has no coordinates. Set the place on the map first.`, 409);
  const receiving = canReceiveVisits(to);
  if (!receiving.ok) return receiving;
  if (from !== null && from.id === to.id) {
    const allowed = canChangeVisit(visit, from, visitsOfTarget);
    if (!allowed.ok) return allowed;
  }
  const others = sortVisits(visitsOfTarget).filter((one) => one.id !== visit.id && hasOrder(one));
  const past = others.filter(isPast).length;
  const first = to.status === RouteStatus.OnRoute && others.length > past ? past + 1 : past;
  const index = Math.min(others.length, Math.max(first, (position ?? others.length + 1) - 1));
  const decision = moveVisitToRoute(visit, from, to, index + 1);
  if (!decision.ok) return decision;
  const order = renumber([...others.slice(0, index), visit, ...others.slice(index)]);
  const neighbours = order
    .filter((one) => one.id !== visit.id)
    .map((one) => ({ id: one.id, set: { position: one.position } }));
  const status = to.status === RouteStatus.Empty ? [{ id: to.id, set: { status: RouteStatus.Planning } }] : [];
  // What a calculation said about it belongs to another place.
  const cleared = { id: visit.id, set: { unservedReason: null } };
  return {
    ...decision,
    changes: mergeChanges([decision.changes, planningChanges({ visits: [cleared, ...neighbours], routes: status })]),
  };
}
