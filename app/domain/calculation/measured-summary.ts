/** What measuring the legs of a searched result has changed, in figures and in words. */
import type { Summary } from "solver/contract/public";
import { count, formatNumber } from "../format-number";
import { formatDistanceChange, isDistanceChange } from "../format-units";
import { formatDuration, signed } from "../time/format";
import type { Units } from "../units";
import type { RuleViolation } from "./reasons";

/** The measured legs of a result. */
export interface MeasuredOrigin {
  /** that were estimates during the search */
  legs: number;
  /** steps by route whose legs could not be measured */
  estimated: ReadonlyMap<number, ReadonlySet<number>>;
  /** why; null: all were */
  failure: string | null;
  /** of the search */
  before: Pick<Summary, "durationSec" | "distanceM">;
}

/** Whether there is something to say: straight lines measure nothing, all legs are estimates before and after. */
export const saysMeasured = <T extends { legs: number }>(engine: string, measured: T | undefined): measured is T =>
  measured !== undefined && measured.legs > 0 && engine !== "straight";

/** As it is stored with the result. */
export interface MeasuredSummary {
  /** that were estimates during the search */
  legs: number;
  /** seconds of driving and metres that they add to all routes; below 0: they are shorter */
  duration: number;
  distance: number;
  /** routes that break a rule since, the worst first, at most `MOST_NAMED` */
  broken: BrokenRoute[];
  /** all of them */
  broken_routes: number;
  /** why legs are estimates still; null: none is */
  failure: string | null;
}

/** What is stored is read with every page of the plan. */
const MOST_NAMED = 20;

/** The worst that a route breaks. */
interface BrokenRoute {
  /** route id */
  vehicle: number;
  vehicle_name: string;
  /** stops at which a rule is broken */
  stops: number;
  message: string;
}

/** What is looked at of a route of the output. */
interface TimedRoute {
  vehicle: number;
  vehicle_name: string;
  duration: number;
  distance: number;
  violations: readonly RuleViolation[];
  steps: readonly { violations: readonly RuleViolation[] }[];
}

/** The search keeps to all rules, so that whatever is broken is so since legs were measured. */
export function measuredSummary(
  { legs, before, failure }: MeasuredOrigin,
  routes: readonly TimedRoute[],
): MeasuredSummary {
  const sum = (pick: (route: TimedRoute) => number) => routes.reduce((total, route) => total + pick(route), 0);
  const broken = routes.flatMap(brokenRoute).sort((a, b) => compareBroken(a.worst, b.worst));
  return {
    legs,
    duration: sum((route) => route.duration) - before.durationSec,
    distance: sum((route) => route.distance) - (before.distanceM ?? 0),
    broken: broken.slice(0, MOST_NAMED).map(({ worst, ...route }) => ({ ...route, message: worst.message })),
    broken_routes: broken.length,
    failure,
  };
}

/** A missing road is worse than any time, and of the same rule the larger amount. */
const RANKS = ["no_way", "delay", "overtime", "missing_break"];
const rank = ({ code }: RuleViolation) => (RANKS.includes(code) ? RANKS.indexOf(code) : RANKS.length);
const compareBroken = (a: RuleViolation, b: RuleViolation) => rank(a) - rank(b) || (b.amount ?? 0) - (a.amount ?? 0);

function brokenRoute({ vehicle, vehicle_name, violations, steps }: TimedRoute) {
  const all = [...violations, ...steps.flatMap((step) => step.violations)];
  const [worst] = all.sort(compareBroken);
  if (worst === undefined) return [];
  return [{ vehicle, vehicle_name, stops: steps.filter((step) => step.violations.length > 0).length, worst }];
}

/** '312 estimated legs measured: +14 min, +3.2 km'; what failed instead, with its reason. */
export function measuredInWords({ legs, duration, distance, failure }: MeasuredSummary, units: Units): string {
  if (failure !== null) return `${count(legs, "estimated leg")} could not all be measured: ${failure}`;
  const parts = [
    ...(Math.abs(duration) >= 30 ? [signed(duration, formatDuration(Math.abs(duration)))] : []),
    ...(isDistanceChange(distance, units) ? [formatDistanceChange(distance, units)] : []),
  ];
  return `${count(legs, "estimated leg")} measured: ${parts.length === 0 ? "no change" : parts.join(", ")}`;
}

/** '2 routes now break a rule', in front of their names; of a proposal '2 routes would break a rule'. */
export function brokenInWords({ broken_routes: routes }: MeasuredSummary, isProposed = false): string {
  if (isProposed) return `${count(routes, "route")} would break a rule`;
  return count(routes, "route now breaks a rule", "routes now break a rule");
}

/** Something is to be looked at before the result is kept or applied. */
export const isDoubtful = (measured: MeasuredSummary): boolean =>
  measured.broken_routes > 0 || measured.failure !== null;

/** All of it as text. */
export function measuredSentence(measured: MeasuredSummary, units: Units, isProposed = false): string {
  const words = `${measuredInWords(measured, units)}.`.replace(/\.\.$/, ".");
  if (measured.broken_routes === 0) return words;
  const named = measured.broken.map((route) => `${route.vehicle_name} (${brokenRouteInWords(route)})`);
  const more = measured.broken_routes - named.length;
  if (more > 0) named.push(`and ${formatNumber(more)} more`);
  return `${words} ${brokenInWords(measured, isProposed)}: ${named.join("; ")}.`;
}

/** 'Late by 4 min' behind a route's name; of several stops how many. */
export const brokenRouteInWords = ({ message, stops }: BrokenRoute): string =>
  stops > 1 ? `${message}, ${count(stops, "stop")}` : message;
