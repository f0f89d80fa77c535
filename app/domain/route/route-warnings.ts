/**
 * Which rules a route breaks as a whole, and which at a visit. A calculation lists everything at the route and repeats
 * at each visit what is broken there; a change by hand lists at the route only what concerns it as a whole. Read
 * through these functions every broken rule counts once, at whatever kind of visit it is: breaks and the end included.
 */
import type { RuleViolation } from "../calculation/reasons";
import { lateFrom } from "../visit/visit-times";

/** They concern the whole route, at whichever stop they are first broken. */
const OF_THE_ROUTE: ReadonlySet<string> = new Set([
  "load",
  "max_tasks",
  "max_distance",
  "max_travel_time",
  "overtime",
  "missing_break",
]);

interface Broken {
  violations: readonly RuleViolation[];
}

/** Stored by an earlier version: less than a minute is not late. */
const isNoticed = ({ code, amount }: RuleViolation): boolean =>
  code !== "delay" || amount === null || lateFrom(amount, 0) !== null;

/** Only these are stored with a visit: a visit that leaves the route doesn't take the route's own along. */
export const violationsAtVisit = ({ violations }: Broken): readonly RuleViolation[] =>
  violations.filter((one) => !OF_THE_ROUTE.has(one.code) && isNoticed(one));

/** @param visits all of the route, start, end and break included */
export function violationsOfRoute(route: Broken, visits: readonly Broken[]): readonly RuleViolation[] {
  const atVisits = new Set(visits.flatMap((visit) => violationsAtVisit(visit).map(({ code }) => code)));
  const said = new Set<string>();
  return route.violations.filter(isNoticed).filter(({ code, message }) => {
    if (atVisits.has(code) || said.has(message)) return false;
    said.add(message);
    return true;
  });
}

/** @param visits all of the route, start, end and break included */
export const countBroken = (route: Broken, visits: readonly Broken[]): number =>
  violationsOfRoute(route, visits).length + visits.reduce((sum, visit) => sum + violationsAtVisit(visit).length, 0);
