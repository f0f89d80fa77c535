import type { Problem, Solution, Unassigned } from "../contract";
import { findKinds } from "./kinds";
import { Listing, notLookedAt } from "./listing";
import type { Listed } from "./listing";
import type { Visit } from "./placing";
import { Tasks } from "./tasks";
import { VisitCase } from "./visit-case";

/**
 * Work (`Placing.work`) for changes and for the amounts of missed windows, shared out fairly among the visits; some
 * two seconds. Reasons are found for all vehicles in any case, and a change where there is one: a visit whose share
 * is used up gets the cheapest one on the vehicles looked at so far, the nearest ones.
 */
const MOST_WORK = 8_000_000;
/**
 * Broken rules, of visits and kinds of vehicles, that are kept until all visits have reasons and changes are looked
 * for: some tens of megabytes. Those of further visits are found once more then.
 */
const MOST_KEPT = 500_000;

/**
 * Adds to every unassigned stop the first broken rule for each vehicle and the cheapest listed single change that
 * would serve it while all other stops stay on their routes in their order (`changes.ts` has the list and the
 * prices). At equal prices the change counts to whose route the stop lies nearest. No change is named where a
 * vehicle could take the stop as it is. `limited`: a change budget was set, which is then the reason. Once `mayGoOn` is
 * false the remaining stops are reported as not looked at.
 */
export function explain(
  problem: Problem,
  solution: Solution,
  limited = false,
  mayGoOn: () => boolean = () => true,
  alternatives = false,
): Solution {
  const { unassigned } = solution;
  const { vehicles } = problem;
  if (unassigned.length === 0) return solution;
  let shared: Listed | undefined;
  const unexplained = (): Listed => (shared ??= notLookedAt(vehicles, unassigned.length));
  const cases = mayGoOn() ? findCases(problem, solution, limited, mayGoOn) : null;
  if (cases !== null) explainAll(new Set(cases), mayGoOn, alternatives);
  return {
    ...solution,
    unassigned: unassigned.map((stop, k): Unassigned => ({ ...stop, ...(cases?.[k].explained() ?? unexplained()) })),
  };
}

/** The visit of each stop; both stops of a shipment have the same one. Null once `mayGoOn` is false. */
function findCases(
  problem: Problem,
  { routes, unassigned }: Solution,
  limited: boolean,
  mayGoOn: () => boolean,
): VisitCase[] | null {
  const tasks = new Tasks(problem);
  // after a stop thousands of tasks may have taken all the time that there was
  if (!mayGoOn()) return null;
  const onRoutes = new Map(
    routes.map(({ vehicleId, steps }) => [vehicleId, steps.map((step) => tasks.numberOf(step)).filter((t) => t >= 0)]),
  );
  const kinds = findKinds(problem, tasks, onRoutes, mayGoOn);
  if (kinds === null) return null;
  const fleet = { kinds, listing: new Listing(problem.vehicles, kinds, unassigned.length, limited), mayGoOn };
  const vehicleOf = new Map([...onRoutes].flatMap(([id, route]) => route.map((t): [number, number] => [t, id])));
  const found = new Map<number, VisitCase>();
  return unassigned.map((stop): VisitCase => {
    const t = tasks.numberOf(stop);
    const { partner } = tasks.list[t];
    const settled = partner < 0 ? undefined : vehicleOf.get(partner);
    const key = settled === undefined && partner >= 0 ? Math.min(t, partner) : t;
    const known = found.get(key) ?? new VisitCase(fleet, visitOf(tasks, key, settled === undefined), settled);
    found.set(key, known);
    return known;
  });
}

/** Reasons of all visits first, then changes. */
function explainAll(cases: ReadonlySet<VisitCase>, mayGoOn: () => boolean, alternatives: boolean): void {
  let kept = 0;
  for (const one of cases) {
    const found = one.find(kept < MOST_KEPT);
    if (found === 0) return;
    kept += found;
  }
  let left = MOST_WORK;
  let waiting = cases.size;
  for (const one of cases) {
    if (!mayGoOn()) return;
    left -= one.suggest(left / waiting--, alternatives);
  }
}

/** A job, a shipment, or the delivery of a shipment whose pickup is on a route. */
function visitOf(tasks: Tasks, t: number, whole: boolean): Visit {
  const { partner, atStart, taken } = tasks.list[t];
  if (partner < 0) return { tasks: [t], added: [atStart, taken] };
  return whole ? { tasks: [t, partner], added: [[], taken, []] } : { tasks: [t], added: [[], taken] };
}
