/**
 * What a move does to the routes that it touches, in figures and sentences. Small enough for one answer while dragging.
 */
import { applyChanges } from "../apply-changes";
import type { PlanRecords } from "../apply-changes";
import type { RuleViolation } from "../calculation/reasons";
import type { PlanningChanges } from "../changes";
import type { Route } from "../route/route";
import { violationsAtVisit, violationsOfRoute } from "../route/route-warnings";
import { workSecOf } from "../route/route";
import { parseUtcText } from "../time/utc-text";
import { LegEstimate } from "./visit";
import type { Visit } from "./visit";
import { shownName } from "./visit-display";
import { isLocationVisit } from "./visit-order";
import { VisitType } from "./visit-type";
import { shownViolation } from "../calculation/shown-sentences";
import { METRIC } from "../units";
import type { Units } from "../units";

interface Amounts {
  /** seconds of driving, waiting and service */
  workSec: number;
  distanceM: number;
  stops: number;
  /** epoch seconds; null before a calculation */
  finish: number | null;
}

export interface RouteEffect {
  routeId: number;
  before: Amounts;
  after: Amounts;
  /** false: the route's start is not set, so it has no times */
  timed: boolean;
  /** a leg of the route is an estimate until an engine has measured it: the figures may still change */
  about: boolean;
  /** sentences of the rules that are broken now, or by more than before */
  newlyBroken: string[];
  /** sentences of the rules that are no longer broken */
  healed: string[];
}

export interface MoveEffect {
  routes: RouteEffect[];
  /** why the move is refused; then `routes` is empty */
  refused: string | null;
}

type Stops = Pick<PlanRecords, "routes" | "visits">;

/**
 * @param unchanged the same plan without the changes, with times of the same moment: on a route that is on the road,
 * minutes that have passed since its last report are not the move's fault
 */
export function moveEffect(
  { routes, visits, unchanged = { routes, visits } }: Stops & { unchanged?: Stops },
  changes: PlanningChanges,
  units: Units = METRIC,
): MoveEffect {
  const after = applyChanges({ routes, visits }, changes);
  const routesAfter = new Map(after.routes.map((route) => [route.id, route]));
  const touched = new Set([
    ...changes.routes.map((patch) => patch.id),
    ...changes.recalculate.map((one) => one.routeId),
  ]);
  const effects = unchanged.routes
    .filter((route) => touched.has(route.id))
    .map((route) => {
      const routeAfter = routesAfter.get(route.id) ?? route;
      const [visitsBefore, visitsAfter] = [unchanged.visits, after.visits].map((list) =>
        list.filter((visit) => visit.routeId === route.id),
      ) as [Visit[], Visit[]];
      const [brokenBefore, brokenAfter] = [broken(route, visitsBefore, units), broken(routeAfter, visitsAfter, units)];
      const created = changes.createVisits.filter((visit) => visit.routeId === route.id);
      return {
        routeId: route.id,
        before: amounts(route, visitsBefore),
        after: amounts(routeAfter, visitsAfter),
        timed: isTimed([...visitsAfter, ...created]),
        about: [...visitsAfter, ...created].some(({ legEstimate }) => legEstimate === LegEstimate.Pending),
        newlyBroken: worse(brokenBefore, brokenAfter),
        healed: [...brokenBefore].filter(([key]) => !brokenAfter.has(key)).map(([, violation]) => violation.message),
      };
    });
  return { routes: effects, refused: null };
}

/** A route with a start has times; an empty route needs none. */
const isTimed = (visits: readonly Pick<Visit, "type">[]): boolean =>
  visits.some((visit) => visit.type === VisitType.Start) || !visits.some(isLocationVisit);

const amounts = (route: Route, visits: readonly Visit[]): Amounts => ({
  workSec: workSecOf(route),
  distanceM: route.distance,
  stops: visits.filter(isLocationVisit).length,
  finish: parseUtcText(route.finishTime),
});

/** Violations of a route and its stops by what they are about; those of a stop name its place. */
function broken(route: Route, visits: readonly Visit[], units: Units): Map<string, RuleViolation> {
  const all = new Map<string, RuleViolation>();
  for (const violation of violationsOfRoute(route, visits))
    all.set(`route ${violation.code}`, { ...violation, message: shownViolation(violation, units) });
  for (const visit of visits) {
    const where = visit.labelPosition > 0 ? ` at stop ${visit.labelPosition}` : ` at ${shownName(visit)}`;
    for (const violation of violationsAtVisit(visit))
      all.set(`${visit.id} ${violation.code}`, {
        ...violation,
        message: `${shownViolation(violation, units)}${where}`,
      });
  }
  return all;
}

/** Less than a minute more is not listed. */
const NOTICED_SEC = 60;

function worse(before: ReadonlyMap<string, RuleViolation>, after: ReadonlyMap<string, RuleViolation>): string[] {
  return [...after].flatMap(([key, violation]) => {
    const old = before.get(key);
    if (old === undefined) return [violation.message];
    const grown = (violation.amount ?? 0) - (old.amount ?? 0);
    const seconds = violation.code === "delay" || violation.code === "overtime";
    return grown >= (seconds ? NOTICED_SEC : 1) ? [violation.message] : [];
  });
}
