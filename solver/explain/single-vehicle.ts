import type { Problem, Reason, ReasonCode, StepRef, Suggestion, Vehicle } from "../contract";
import { scheduleRoute } from "../schedule/schedule-route";
import type { TaskIndex } from "../schedule/timeline";
import type { SolutionRoute, Violation } from "../contract";

/** Rules in the order in which they are looked at: the first that is broken everywhere is the reason. */
const ORDER: readonly ReasonCode[] = ["skills", "capacity", "max_tasks", "max_distance", "max_travel_time", "time_window", "break", "working_hours"];

const REASON_OF: Partial<Record<Violation["code"], ReasonCode>> = {
  skills: "skills", load: "capacity", max_tasks: "max_tasks", max_distance: "max_distance", max_travel_time: "max_travel_time",
  delay: "time_window", lead_time: "time_window", overtime: "working_hours", max_load: "break", missing_break: "break",
};

const CHANGE_OF: Partial<Record<ReasonCode, Suggestion["change"]>> = {
  skills: "skills", capacity: "capacity", max_tasks: "max_tasks", max_distance: "max_distance", max_travel_time: "max_travel_time", time_window: "time_window", working_hours: "overtime",
};

export interface Look {
  readonly reason: Reason;
  /** Changes of one number each that alone would let the stop in at some place. */
  readonly suggestions: readonly (Suggestion & { readonly addedCost: number })[];
}

/** Tries a stop (or both of a shipment) at every place of a vehicle's route, with the scheduler as judge. */
export function look(problem: Problem, vehicle: Vehicle, route: readonly StepRef[], stops: readonly StepRef[], index: TaskIndex): Look {
  const locked = (vehicle.lockedPrefix ?? []).filter((step) => step.type !== "break").length;
  let best: { rank: number; amount: number; code: ReasonCode } | null = null;
  let possible = false;
  const suggestions: (Suggestion & { addedCost: number })[] = [];
  const before = route.length === 0 ? 0 : scheduleRoute(problem, vehicle, route, index).cost;
  const known = new Set(route.length === 0 ? [] : scheduleRoute(problem, vehicle, route, index).violations.map((violation) => violation.code));
  for (const steps of placings(route, stops, locked)) {
    const tried = scheduleRoute(problem, vehicle, steps, index);
    const broken = tried.violations.filter((violation) => !known.has(violation.code) || violation.code === "load");
    if (broken.length === 0) {
      possible = true;
      break;
    }
    const codes = [...new Set(broken.map((violation) => REASON_OF[violation.code] ?? "time_window"))];
    const first = codes.reduce((a, b) => (ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b));
    const amount = Math.max(...broken.filter((violation) => REASON_OF[violation.code] === first).map((violation) => violation.amount ?? 0));
    const rank = ORDER.indexOf(first);
    // the place that gets furthest says what really stands in the way
    if (best === null || rank > best.rank || (rank === best.rank && amount < best.amount)) best = { rank, amount, code: first };
    if (codes.length === 1) {
      const change = suggest(vehicle, tried, codes[0], broken);
      if (change !== null) suggestions.push({ ...change, addedCost: tried.cost - before });
    }
  }
  if (possible || best === null) {
    return { reason: { vehicleId: vehicle.id, code: "not_inserted", message: `${name(vehicle)} could take it, but no better plan with it was found.` }, suggestions: [] };
  }
  return { reason: { vehicleId: vehicle.id, code: best.code, amount: best.amount, message: sentence(vehicle, best.code, best.amount) }, suggestions };
}

/** Every way to put the stops behind the locked beginning, pickup before delivery. */
function* placings(route: readonly StepRef[], stops: readonly StepRef[], locked: number): Generator<StepRef[]> {
  const [first, second] = stops;
  for (let i = locked; i <= route.length; i++) {
    if (second === undefined) yield [...route.slice(0, i), first, ...route.slice(i)];
    else for (let j = i; j <= route.length; j++) yield [...route.slice(0, i), first, ...route.slice(i, j), second, ...route.slice(j)];
  }
}

function suggest(vehicle: Vehicle, tried: SolutionRoute, code: ReasonCode, broken: readonly Violation[]): Suggestion | null {
  const change = CHANGE_OF[code];
  if (change === undefined) return null;
  // a window of a single stop can be widened, several stops at once are no single change
  if (code === "time_window" && (broken.length > 1 || broken[0].code !== "delay")) return null;
  if (code === "capacity") {
    const dimensions = (vehicle.capacity ?? []).map((most, d) => Math.max(...tried.steps.map((step) => (step.load[d] ?? 0) - most), (tried.delivery[d] ?? 0) > most && !tried.steps.some((step) => step.type === "start") ? tried.delivery[d] - most : 0));
    const over = dimensions.flatMap((amount, d) => (amount > 0 ? [{ amount, d }] : []));
    if (over.length !== 1) return null;
    return { vehicleId: vehicle.id, change, amount: over[0].amount, index: over[0].d, message: `+${over[0].amount} of capacity ${over[0].d + 1} on ${name(vehicle)}` };
  }
  if (code === "skills") {
    if (broken.length !== 1 || broken[0].amount !== 1) return null;
    const skill = Number(/skill (\d+)/.exec(broken[0].message)?.[1]);
    return { vehicleId: vehicle.id, change, amount: 1, index: skill, message: `skill ${skill} on ${name(vehicle)}` };
  }
  const amount = Math.max(...broken.map((violation) => violation.amount ?? 0));
  const text: Partial<Record<ReasonCode, string>> = {
    working_hours: `${minutes(amount)} more overtime on ${name(vehicle)}`,
    max_tasks: `${amount} more stop${amount === 1 ? "" : "s"} on ${name(vehicle)}`,
    max_distance: `${(amount / 1000).toFixed(1)} km more on ${name(vehicle)}`,
    max_travel_time: `${minutes(amount)} more travel on ${name(vehicle)}`,
    time_window: `a window ${minutes(amount)} longer at ${broken[0].step?.type ?? "stop"} ${broken[0].step?.id ?? ""} with ${name(vehicle)}`,
  };
  return { vehicleId: vehicle.id, change, amount, message: text[code] ?? "" };
}

function sentence(vehicle: Vehicle, code: ReasonCode, amount: number): string {
  const who = name(vehicle);
  const text: Record<ReasonCode, string> = {
    skills: `${who} lacks ${amount} of the skills it needs.`,
    capacity: `${who} would carry ${amount} too much.`,
    max_tasks: `${who} would have ${amount} stop${amount === 1 ? "" : "s"} too many.`,
    max_distance: `${who} would drive ${(amount / 1000).toFixed(1)} km too far.`,
    max_travel_time: `${who} would travel ${minutes(amount)} too long.`,
    time_window: `With ${who} a time window would be missed by ${minutes(amount)}.`,
    break: `${who} could not take its breaks.`,
    working_hours: `${who} would end ${minutes(amount)} after its working hours.`,
    change_budget: `${who} may not change any more stops.`,
    not_inserted: `${who} could take it, but no better plan with it was found.`,
  };
  return text[code];
}

const minutes = (seconds: number): string => `${Math.ceil(seconds / 60)} min`;
const name = (vehicle: Vehicle): string => vehicle.description ?? `vehicle ${vehicle.id}`;
