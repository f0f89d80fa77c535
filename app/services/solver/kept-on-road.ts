/**
 * A search keeps every time window, and leaves out what would be late. A stop of a route that is on the road is on the
 * driver's list, and what it gets is on board: it stays there and is late, as after a change by hand (decision 021).
 */
import { routesOf, schedule, timeRoutes } from "solver/index";
import type { GivenRoute, Problem, Solution, SolutionRoute, StepRef, Unassigned, ViolationCode } from "solver/index";
import { OPEN_END_SEC } from "~/domain/calculation/build-problem";
import type { CalculationInput, OrderEntry } from "~/domain/calculation/calculation-input";
import { grouped } from "~/lib/grouped";

/** What may be broken by a stop that stays: time alone. */
const TIME_RULES: readonly ViolationCode[] = ["delay", "missing_break", "needless_break"];

/** Places that are tried for all stops together. Beyond them a stop keeps its place in the order of before. */
const MOST_TRIED = 4_000;

/**
 * Each left-out stop of a route on the road goes where its route is least late in sum, and then shortest; one for which
 * no place keeps the other rules stays left out. Routes without such a stop are as the search left them.
 */
export function keepOnRoad(input: CalculationInput, problem: Problem, solution: Solution): Solution {
  const ofRoute = leftOnRoad(input, problem, solution.unassigned);
  if (ofRoute.size === 0) return solution;
  const routes = new Map<number, GivenRoute>(routesOf(solution).map((route) => [route.vehicleId, route]));
  const kept = new Set<number>();
  let tried = 0;
  for (const [vehicleId, ids] of ofRoute) {
    let steps = jobsOf(routes.get(vehicleId));
    const own = partOf(problem, vehicleId, new Set([...steps.map(({ id }) => id), ...ids]));
    for (const id of ids) {
      const isWithin = tried + steps.length < MOST_TRIED;
      const places = isWithin
        ? Array.from({ length: steps.length + 1 }, (_, place) => place)
        : [placeOfBefore(id, steps, input.solution[vehicleId] ?? [])];
      tried += places.length;
      const best = leastLate(own, vehicleId, steps, id, places);
      if (best === null) continue;
      steps = best;
      kept.add(id);
    }
    if (steps.length > 0) routes.set(vehicleId, { vehicleId, steps });
  }
  if (kept.size === 0) return solution;
  return {
    ...timeRoutes(problem, [...routes.values()]),
    iterations: solution.iterations,
    computingTimes: solution.computingTimes,
    unassigned: solution.unassigned.filter(({ id }) => !kept.has(id)),
  };
}

/** By route: the stops that it had and that were left out, those first whose window ends first. */
function leftOnRoad(
  { fleet, visits }: CalculationInput,
  { jobs }: Problem,
  unassigned: readonly Unassigned[],
): Map<number, number[]> {
  // A route that has begun, and isn't on the road, keeps the end of its shift: there it may be too late for a stop.
  const isOnRoad = (routeId: number | null | undefined): routeId is number => {
    const entry = fleet[routeId ?? 0];
    return entry?.is_out === true && entry.shift_end === undefined;
  };
  const left = unassigned.flatMap(({ id }) => {
    const routeId = visits[id]?.route_id;
    return isOnRoad(routeId) ? [{ id, routeId }] : [];
  });
  if (left.length === 0) return new Map();
  const endOf = new Map(jobs.map(({ id, timeWindows }) => [id, timeWindows?.at(-1)?.[1] ?? OPEN_END_SEC]));
  left.sort((a, b) => endOf.get(a.id)! - endOf.get(b.id)!);
  return new Map(
    [...grouped(left, ({ routeId }) => routeId)].map(([routeId, own]) => [routeId, own.map(({ id }) => id)]),
  );
}

/** Plan mode looks at the whole problem each time: one vehicle with its stops is enough. */
const partOf = (problem: Problem, vehicleId: number, stops: ReadonlySet<number>): Problem => ({
  ...problem,
  vehicles: problem.vehicles.filter(({ id }) => id === vehicleId),
  jobs: problem.jobs.filter(({ id }) => stops.has(id)),
});

/** Without its breaks, which plan mode puts where the new times want them. */
const jobsOf = (route: GivenRoute | undefined): StepRef[] =>
  route?.steps.filter(({ type }) => type !== "break").map(({ type, id }) => ({ type, id })) ?? [];

/** Behind the nearest stop that came before it and is there still. */
function placeOfBefore(id: number, steps: readonly StepRef[], order: readonly OrderEntry[]): number {
  const place = new Map(steps.map((step, at) => [step.id, at + 1]));
  const before = order.slice(0, Math.max(0, order.indexOf(id))).filter((entry) => entry !== "break");
  return place.get(before.findLast((entry) => place.has(entry)) ?? -1) ?? 0;
}

function leastLate(
  own: Problem,
  vehicleId: number,
  steps: readonly StepRef[],
  id: number,
  places: readonly number[],
): StepRef[] | null {
  let best: { steps: StepRef[]; harm: number[] } | null = null;
  for (const place of places) {
    const longer: StepRef[] = [...steps.slice(0, place), { type: "job", id }, ...steps.slice(place)];
    const harm = harmOf(schedule(own, [{ vehicleId, steps: longer }])[0]!);
    if (harm !== null && (best === null || isLess(harm, best.harm))) best = { steps: longer, harm };
  }
  return best?.steps ?? null;
}

/** Breaks that can't be taken, seconds late in sum, seconds of the route; null where another rule is broken. */
function harmOf({ violations, durationSec, waitingSec }: SolutionRoute): number[] | null {
  if (violations.some(({ code }) => !TIME_RULES.includes(code))) return null;
  const late = violations.filter(({ code }) => code === "delay");
  return [
    violations.length - late.length,
    late.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    durationSec + waitingSec,
  ];
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, k) => value !== b[k]);
  return at >= 0 && a[at]! < b[at]!;
}
