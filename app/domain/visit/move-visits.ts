/** Several visits moved together: one after the other by the rules of one, each behind the one before. */
import { applyChanges } from "../apply-changes";
import type { PlanRecords } from "../apply-changes";
import { mergeChanges, planningChanges } from "../changes";
import type { PlanningChanges } from "../changes";
import { accept } from "../decision";
import type { Decision } from "../decision";
import type { Visit } from "./visit";
import { hasOrder, sortVisits } from "./visit-order";
import { unscheduleVisit } from "./visit-transitions";
import { notFound } from "~/lib/errors";
import { moveVisitTo } from "./move-visit";

interface MoveTarget {
  /** null: off their routes */
  toRouteId: number | null;
  /** 1 is the first stop, counted without the moved visits; undefined: the end of the route */
  position: number | undefined;
}

type Records = Pick<PlanRecords, "routes" | "visits">;

/**
 * @param records all visits of the routes that take part, and the moved ones
 * @throws AppError 404 for a visit or a route that is not among them
 */
export function moveVisitsTo(
  records: Records,
  visitIds: readonly number[],
  target: MoveTarget,
): Decision<PlanningChanges> {
  const parts: PlanningChanges[] = [];
  let now = records;
  let before = anchor(records, visitIds, target);
  for (const id of new Set(visitIds)) {
    const decision = step(now, id, target.toRouteId, before);
    if (!decision.ok) return decision;
    parts.push(decision.changes);
    now = applyChanges(now, decision.changes);
    before = id;
  }
  return accept(mergeChanges(parts));
}

/** The stop behind which the first visit goes; null: the very front; undefined: the end. */
function anchor(
  { visits }: Records,
  visitIds: readonly number[],
  { toRouteId, position }: MoveTarget,
): number | null | undefined {
  if (toRouteId === null || position === undefined) return undefined;
  const others = stopsInOrder(visits, toRouteId).filter((visit) => !visitIds.includes(visit.id));
  if (position <= 1) return null;
  return others[position - 2]?.id;
}

const stopsInOrder = (visits: readonly Visit[], routeId: number): Visit[] =>
  sortVisits(visits.filter((visit) => visit.routeId === routeId)).filter(hasOrder);

function step(
  { routes, visits }: Records,
  visitId: number,
  toRouteId: number | null,
  before: number | null | undefined,
): Decision<PlanningChanges> {
  const visit = visits.find((one) => one.id === visitId);
  if (!visit) throw notFound("Visit");
  const from = routes.find((one) => one.id === visit.routeId) ?? null;
  if (toRouteId === null) return from === null ? accept(planningChanges()) : unscheduleVisit(visit, from);
  const to = routes.find((one) => one.id === toRouteId);
  if (!to) throw notFound("Route");
  const others = stopsInOrder(visits, toRouteId).filter((one) => one.id !== visitId);
  const position =
    before === undefined ? undefined : before === null ? 1 : others.findIndex((one) => one.id === before) + 2;
  return moveVisitTo({ visit, from, to, visitsOfTarget: visits.filter((one) => one.routeId === to.id), position });
}
