/**
 * The solver's codes and amounts in words and units that a dispatcher reads; metric, because they are stored. Pages
 * show them by `shown-sentences`.
 */
import { delaySentence } from "./delay-words";
import { formatDuration, formatMinutesUp } from "../time/format";
import { count } from "../format-number";
import { formatAmount } from "./units";
import { lateFrom } from "../visit/visit-times";
import type {
  OtherVehicles,
  Reason,
  SolutionRoute,
  SolutionStep,
  Suggestion,
  Unassigned,
  Violation,
} from "solver/contract/public";
import type { FleetEntry } from "./calculation-input";
import type { RuleViolation, StoredSuggestion, UnservedReason } from "./reasons";
import { formatDistance } from "../format-units";
import { METRIC } from "../units";
import type { Units } from "../units";

const km = (meters: number): string => formatDistance(meters, METRIC);

export const visitsTooMany = (over: number): string => `${count(over, "visit")} too many`;

/** The dimension that is over by most of its capacity, with the units over; null when none is. */
function overload(load: readonly number[], capacity: readonly number[]): { dimension: number; units: number } | null {
  let worst: { dimension: number; units: number; share: number } | null = null;
  load.forEach((units, dimension) => {
    const limit = capacity[dimension] ?? 0;
    const share = limit === 0 ? units : (units - limit) / limit;
    if (units > limit && (worst === null || share > worst.share)) worst = { dimension, units: units - limit, share };
  });
  return worst;
}

function violation(one: Violation, load: readonly number[], capacity: readonly number[]): RuleViolation {
  const over = one.code === "load" || one.code === "max_load" ? overload(load, capacity) : null;
  return { code: one.code, amount: over?.units ?? one.amount, message: violationSentence(one, over) };
}

function violationSentence(one: Violation, over: { dimension: number; units: number } | null): string {
  const amount = one.amount ?? 0;
  switch (one.code) {
    case "delay":
      return delaySentence(amount);
    case "lead_time":
      return `Early by ${formatMinutesUp(amount)}`;
    case "load":
      return over === null ? "Over capacity" : `${formatAmount(over.units, over.dimension)} over`;
    case "max_load":
      return "Too much load for the break";
    case "max_tasks":
      return visitsTooMany(amount);
    case "max_distance":
      return `${km(amount)} too far`;
    case "max_travel_time":
      return `${formatMinutesUp(amount)} too much driving`;
    case "overtime":
      return `${formatMinutesUp(amount)} after working hours`;
    case "missing_break":
      return "The break is missing";
    case "no_way":
      return one.step === undefined
        ? "No road leads to the end of the route"
        : "No road leads here from the stop before";
    default:
      return one.message;
  }
}

/** The solver counts seconds after a window; less than is late for `lateFrom` is none. */
const isBroken = ({ code, amount }: Violation): boolean =>
  code !== "delay" || amount === null || lateFrom(amount, 0) !== null;

export const stepViolations = (step: SolutionStep, capacity: readonly number[]): RuleViolation[] =>
  step.violations.filter(isBroken).map((one) => violation(one, step.load, capacity));

/** A route's own violations. The load that counts is the heaviest of its steps. */
export function routeViolations(route: SolutionRoute, capacity: readonly number[]): RuleViolation[] {
  const heaviest = capacity.map((_, dimension) => Math.max(0, ...route.steps.map((step) => step.load[dimension] ?? 0)));
  return route.violations.filter(isBroken).map((one) => violation(one, heaviest, capacity));
}

function reasonSentence(reason: Reason): string {
  const amount = reason.amount;
  switch (reason.code) {
    case "no_way":
      if (reason.way === "there") return "finds no road there";
      return reason.way === "back" ? "finds no road on from there" : "finds no road there and on between its visits";
    case "time_window":
      return amount === undefined
        ? "can't be there within the time window"
        : `would be ${formatMinutesUp(amount)} late`;
    case "working_hours":
      return amount === undefined
        ? "working hours are over"
        : `would end ${formatMinutesUp(amount)} after working hours`;
    case "capacity":
      return amount === undefined || reason.index === undefined
        ? "has no room for it"
        : `would carry ${formatAmount(amount, reason.index)} too much`;
    case "max_tasks":
      return "has all the visits that it may take";
    case "max_distance":
      return amount === undefined ? "would drive too far" : `would drive ${km(amount)} too far`;
    case "max_travel_time":
      return amount === undefined ? "would drive too long" : `would drive ${formatMinutesUp(amount)} too long`;
    case "break":
      return "could not take its break";
    case "skills":
      return "doesn't have it on board";
    case "locked":
      return "can't deliver it: another vehicle has picked it up";
    case "change_budget":
      return "more stops would have to move than allowed";
    case "not_inserted":
      return "no better plan with it was found";
  }
}

/** Behind "5 vehicles"; for one vehicle and for several. */
const TOGETHER: Record<Reason["code"], readonly [one: string, several: string]> = {
  no_way: ["finds no road there and on", "find no road there and on"],
  time_window: ["can't be there in time", "can't be there in time"],
  working_hours: ["would have to work too long", "would have to work too long"],
  capacity: ["has no room", "have no room"],
  max_tasks: ["has all its visits", "have all their visits"],
  max_distance: ["would drive too far", "would drive too far"],
  max_travel_time: ["would drive too long", "would drive too long"],
  break: ["could not take its break", "could not take their breaks"],
  skills: ["doesn't have it on board", "don't have it on board"],
  locked: ["can't deliver what another has picked up", "can't deliver what another has picked up"],
  change_budget: ["could, but more stops would have to move", "could, but more stops would have to move"],
  not_inserted: ["could, but in no better plan", "could, but in no better plan"],
};

/** Many vehicles' reasons in a sentence, the most frequent first: "All 40 vehicles have no room". */
export function unservedHeadline(codes: readonly Reason["code"][], others: readonly OtherVehicles[] = []): string {
  const counts = new Map<Reason["code"], number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const { code, count } of others) counts.set(code, (counts.get(code) ?? 0) + count);
  const most = [...counts].sort((a, b) => b[1] - a[1]);
  const [first] = most;
  if (first === undefined) return "No vehicle could serve it";
  const [code, all] = first;
  if (most.length === 1) return `${all === 2 ? "Both vehicles" : `All ${all} vehicles`} ${TOGETHER[code][1]}`;
  return most
    .map(
      ([code, count], index) =>
        `${count}${index === 0 ? (count === 1 ? " vehicle" : " vehicles") : ""} ${TOGETHER[code][count === 1 ? 0 : 1]}`,
    )
    .join(", ");
}

/** Where roads are all that is missing, on every vehicle, the visit's place is probably wrong; null elsewhere. */
function noRoadSentence(reasons: readonly Pick<Reason, "way">[]): string | null {
  if (reasons.length === 0 || reasons.some(({ way }) => way === undefined)) return null;
  const isOnly = (way: Reason["way"]): boolean => reasons.every((reason) => reason.way === way);
  const what = isOnly("there")
    ? "No road leads to this visit from where the vehicles are."
    : isOnly("back")
      ? "No road leads from this visit to where the vehicles go."
      : "No road leads to this visit and back.";
  return `${what} Check its place on the map.`;
}

/** Skills are what vehicles have on board: nobody can change that. */
type Offered = Exclude<Suggestion["change"], "skills">;

/** Behind "It would fit if". */
function suggestionSentence(suggestion: Suggestion & { change: Offered }, title: string): string {
  const { amount } = suggestion;
  switch (suggestion.change) {
    case "overtime":
      return `${title} worked ${formatMinutesUp(amount)} longer`;
    case "earlier_start":
      return `${title} started ${formatMinutesUp(amount)} earlier`;
    case "capacity":
      return `${title} could carry ${formatAmount(amount, suggestion.index ?? 0)} more`;
    case "max_tasks":
      return `${title} could take ${amount} more ${amount === 1 ? "visit" : "visits"}`;
    case "max_travel_time":
      return `${title} could drive ${formatMinutesUp(amount)} longer`;
    case "max_distance":
      return `${title} could drive ${km(amount)} further`;
    case "time_window":
      return `its time window ended ${formatMinutesUp(amount)} later, for ${title}`;
    case "time_window_earlier":
      return `its time window began ${formatMinutesUp(amount)} earlier, for ${title}`;
    case "break":
      return `the break of ${title} could begin ${formatMinutesUp(amount)} later`;
    case "break_earlier":
      return `the break of ${title} could begin ${formatMinutesUp(amount)} earlier`;
  }
}

function stored(suggestion: Suggestion | undefined, titleOf: (routeId: number) => string): StoredSuggestion | null {
  if (suggestion === undefined) return null;
  const { vehicleId: routeId, change, amount, index, added } = suggestion;
  if (change === "skills") return null;
  return {
    routeId,
    change,
    amount,
    index: index ?? null,
    message: suggestionSentence({ ...suggestion, change }, titleOf(routeId)),
    added: added ?? null,
  };
}

/** What a visit adds to a route: 'adds 25 min of driving and 12.3 km to LI 7'. */
export const addedInWords = (
  { travelSec, distanceM }: NonNullable<StoredSuggestion["added"]>,
  title: string,
  units: Units,
): string =>
  `adds ${formatDuration(Math.max(0, travelSec))} of driving ` +
  `and ${formatDistance(Math.max(0, distanceM), units)} to ${title}`;

type NamedEntry = Pick<FleetEntry, "title"> & Partial<Pick<FleetEntry, "from_now" | "shift_start" | "shift_end">>;

/** What helps once it is applied: nobody leaves before now, and of a shift that is over the end lies in the past. */
const isOffered = (entry: NamedEntry | undefined, { change }: Suggestion): boolean =>
  change !== "skills" &&
  !(
    entry?.from_now === true &&
    (change === "earlier_start" || (change === "overtime" && entry.shift_end === entry.shift_start))
  );

/** @param input whose fleet, by route id, has the names of the vehicles */
export function unservedReason(one: Unassigned, input: { fleet: Record<string, NamedEntry> }): UnservedReason {
  const titleOf = (routeId: number): string => input.fleet[routeId]?.title ?? `route ${routeId}`;
  const vehicles = one.reasons.map((reason) => ({
    routeId: reason.vehicleId,
    code: reason.code,
    message: `${titleOf(reason.vehicleId)} ${reasonSentence(reason)}`,
    amount: reason.amount ?? null,
  }));
  const { otherVehicles = [] } = one;
  const more = otherVehicles.reduce((sum, { count }) => sum + count, 0);
  const headline = (): string =>
    vehicles.length === 1 && more === 0
      ? vehicles[0]!.message
      : unservedHeadline(
          one.reasons.map((reason) => reason.code),
          otherVehicles,
        );
  const offered = (offer: Suggestion | undefined) =>
    offer !== undefined && isOffered(input.fleet[offer.vehicleId], offer) ? offer : undefined;
  const [first, second] = [offered(one.suggestion), offered(one.alternative)];
  const isReplaced = one.suggestion !== undefined && first === undefined;
  return {
    message: noRoadSentence([...one.reasons, ...otherVehicles]) ?? headline(),
    vehicles,
    ...(more === 0 ? {} : { more }),
    suggestion: stored(isReplaced ? second : first, titleOf),
    alternative: stored(isReplaced ? undefined : second, titleOf),
  };
}
