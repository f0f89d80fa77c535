/** The solver's plan → the output JSON (`routing_queries.output`): routes, steps, summary, unassigned. Wire names. */
import { midnightEpoch } from "../time/time-zone";
import { utcText } from "../time/utc-text";
import { capacityUnits } from "./build-problem";
import { measuredSummary, saysMeasured } from "./measured-summary";
import type { MeasuredOrigin, MeasuredSummary } from "./measured-summary";
import { paidCost, spentCost } from "./cost";
import { routeViolations, stepViolations, unservedReason } from "./sentences";
import { toUnits, volumeOf, weightOf } from "./units";
import type { RuleViolation, UnservedReason } from "./reasons";
import type { Place } from "../place";
import type { CalculationInput } from "./calculation-input";
import type { SolutionRoute, SolutionStep, Unassigned } from "solver/contract/public";

/** What a solver run or plan mode gives; `Solution` fits. */
export interface SolvedPlan {
  readonly routes: readonly SolutionRoute[];
  readonly unassigned: readonly Unassigned[];
  readonly computingTimes?: { readonly firstSolutionMs: number; readonly solvingMs: number };
}

export interface OutputStep {
  type: "start" | "job" | "break" | "end";
  /** visit id of a job */
  id?: number;
  description?: string;
  lat?: number;
  lng?: number;
  /** seconds since local midnight, and the same as UTC text */
  arrival: number;
  arrival_time: string;
  waiting_time: number;
  setup: number;
  service: number;
  /** since the step before: seconds and metres */
  travel_duration: number;
  travel_distance: number;
  /** the leg is an estimate along the straight line */
  estimate?: true;
  /** since the start */
  duration: number;
  distance: number;
  /** m³ and kg on board after the step */
  amount: [number, number];
  violations: RuleViolation[];
}

interface OutputTotals {
  cost: number;
  duration: number;
  service: number;
  setup: number;
  waiting_time: number;
  distance: number;
  /** m³ and kg that are delivered and picked up */
  amount: [number, number];
}

export interface OutputRoute extends OutputTotals {
  /** route id */
  vehicle: number;
  vehicle_id: number;
  vehicle_name: string;
  /** number of visits */
  visits: number;
  /** UTC text */
  start: string;
  finish: string;
  violations: RuleViolation[];
  steps: OutputStep[];
}

/**
 * Seconds of the breaks. An answer's `service` counts them, as its format has it; where people read how long a vehicle
 * is on site, they stand by themselves.
 */
export const breakSecOf = (routes: readonly Pick<OutputRoute, "steps">[]): number =>
  routes
    .flatMap(({ steps }) => steps)
    .reduce((sum, { type, setup, service }) => sum + (type === "break" ? setup + service : 0), 0);

export interface OutputSummary extends OutputTotals {
  routes: number;
  /** visits on these routes */
  visits: number;
  unassigned: number;
  /** milliseconds */
  computing_times: { first_solution: number; solving: number };
  /** absent in old calculations */
  routing?: RoutingSummary;
}

/** Where the times come from. */
interface RoutingSummary {
  engine: "osrm" | "valhalla" | "straight";
  /** the engine as users read it */
  label: string;
  /** why another engine than the preferred one was asked */
  note: string | null;
  estimated_legs: number;
  /** of a large day, whose search estimates legs; absent where none was */
  measured?: MeasuredSummary;
}

interface OutputUnassigned {
  id: number;
  name: string;
  lat: number;
  lng: number;
  reason: UnservedReason;
}

export interface CalculationOutput {
  summary: OutputSummary;
  routes: OutputRoute[];
  unassigned: OutputUnassigned[];
}

/** Where the times of a solution come from. */
interface TravelOrigin {
  engine: RoutingSummary["engine"];
  label: string;
  note: string | null;
  /** false: legs from and to this place are estimates */
  covers(place: Place): boolean;
  /** where the result was measured after the search */
  measured?: MeasuredOrigin;
}

export function buildOutput(input: CalculationInput, solved: SolvedPlan, travel?: TravelOrigin): CalculationOutput {
  const midnight = midnightEpoch(input.base.service_date, input.base.time_zone);
  const routes = solved.routes
    .filter((route) => route.steps.some((step) => step.type === "job"))
    .map((route) => outputRoute(input, route, midnight));
  if (travel !== undefined)
    for (const { vehicle, steps } of routes) markEstimates(steps, travel, travel.measured?.estimated.get(vehicle));
  const unassigned = solved.unassigned.map((one): OutputUnassigned => {
    const visit = input.visits[one.id];
    return {
      id: one.id,
      name: visit?.name ?? "",
      lat: visit?.lat ?? 0,
      lng: visit?.lng ?? 0,
      reason: unservedReason(one, input),
    };
  });
  const sum = (pick: (route: OutputRoute) => number): number => routes.reduce((total, route) => total + pick(route), 0);
  return {
    summary: {
      routes: routes.length,
      visits: sum((route) => route.visits),
      unassigned: unassigned.length,
      cost: sum((route) => route.cost),
      duration: sum((route) => route.duration),
      service: sum((route) => route.service),
      setup: sum((route) => route.setup),
      waiting_time: sum((route) => route.waiting_time),
      distance: sum((route) => route.distance),
      amount: [round(sum((route) => route.amount[0])), round(sum((route) => route.amount[1]))],
      computing_times: {
        first_solution: solved.computingTimes?.firstSolutionMs ?? 0,
        solving: solved.computingTimes?.solvingMs ?? 0,
      },
      ...(travel === undefined ? {} : { routing: routingSummary(travel, routes) }),
    },
    routes,
    unassigned,
  };
}

/** A leg is measured where the engine knows both of its ends; breaks are taken where the vehicle stands. */
function markEstimates(
  steps: readonly OutputStep[],
  travel: TravelOrigin,
  unmeasured: ReadonlySet<number> = new Set(),
): void {
  let before: Place | null = null;
  for (const [index, step] of steps.entries()) {
    if (step.lat === undefined || step.lng === undefined) continue;
    const place = { lat: step.lat, lng: step.lng };
    const isKnown = before === null || (travel.covers(before) && travel.covers(place));
    if (!isKnown || unmeasured.has(index)) step.estimate = true;
    before = place;
  }
}

function routingSummary(
  { engine, label, note, measured }: TravelOrigin,
  routes: readonly OutputRoute[],
): RoutingSummary {
  const notes = [note, measured?.failure ?? null].filter((one) => one !== null);
  return {
    engine,
    label,
    note: notes.length === 0 ? null : [...new Set(notes)].join(" "),
    estimated_legs: routes.reduce((sum, { steps }) => sum + steps.filter((step) => step.estimate).length, 0),
    ...(saysMeasured(engine, measured) ? { measured: measuredSummary(measured, routes) } : {}),
  };
}

/** Sums of decimals without binary rounding errors. */
const round = (value: number): number => Math.round(value * 1e5) / 1e5;

function outputRoute(input: CalculationInput, route: SolutionRoute, midnight: number): OutputRoute {
  const entry = input.fleet[route.vehicleId];
  if (entry === undefined)
    throw new RangeError(`The solution has a route ${route.vehicleId} that the input doesn't have`);
  const total: [number, number] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const capacity = capacityUnits(entry, total);
  let before: SolutionStep | null = null;
  const steps: OutputStep[] = [];
  for (const step of route.steps) {
    const visit = step.type === "job" && step.id !== undefined ? input.visits[step.id] : undefined;
    const place =
      visit ?? (step.type === "start" ? entry.start_location : step.type === "end" ? entry.end_location : undefined);
    const distance: number = step.distanceM ?? before?.distanceM ?? 0;
    const out: OutputStep = {
      type: step.type === "pickup" || step.type === "delivery" ? "job" : step.type,
      arrival: step.arrivalSec,
      arrival_time: utcText(midnight + step.arrivalSec),
      waiting_time: step.waitingSec,
      setup: step.setupSec,
      service: step.serviceSec,
      travel_duration: step.durationSec - (before?.durationSec ?? 0),
      travel_distance: distance - (before?.distanceM ?? 0),
      duration: step.durationSec,
      distance,
      amount: [volumeOf(step.load[0] ?? 0), weightOf(step.load[1] ?? 0)],
      violations: stepViolations(step, capacity),
    };
    if (step.id !== undefined && step.type !== "break") out.id = step.id;
    const description = step.description ?? visit?.name;
    if (description !== undefined) out.description = description;
    if (place !== undefined) Object.assign(out, { lat: place.lat, lng: place.lng });
    steps.push(out);
    before = { ...step, distanceM: distance };
  }
  const first = route.steps[0];
  const last = route.steps.at(-1);
  const finishSec = last === undefined ? 0 : last.arrivalSec + last.waitingSec + last.setupSec + last.serviceSec;
  const carried = steps.reduce<[number, number]>(
    (sum, step) => {
      const visit = step.type === "job" && step.id !== undefined ? input.visits[step.id] : undefined;
      const [volume, weight] = visit === undefined ? [0, 0] : toUnits(visit.capacity, visit.load);
      return [sum[0] + volume, sum[1] + weight];
    },
    [0, 0],
  );
  return {
    vehicle: route.vehicleId,
    vehicle_id: entry.vehicle_id,
    vehicle_name: entry.title,
    visits: steps.filter((step) => step.type === "job").length,
    start: utcText(midnight + (first?.arrivalSec ?? 0)),
    finish: utcText(midnight + finishSec),
    cost: paidCost(input.options.aim, route.cost) + spentCost(entry),
    duration: route.durationSec,
    service: route.serviceSec,
    setup: route.setupSec,
    waiting_time: route.waitingSec,
    distance: route.distanceM ?? 0,
    amount: [volumeOf(carried[0]), weightOf(carried[1])],
    violations: routeViolations(route, capacity),
    steps,
  };
}
