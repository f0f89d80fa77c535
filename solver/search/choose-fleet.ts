import { insertInOrder } from "../construct/insertion";
import { averagesOf, estimateFleet } from "./fleet-estimate";
import type { Averages } from "./fleet-estimate";
import { loadRoutes } from "./journal";
import type { Plan } from "./plan";
import { lockedVehicles } from "./plan-locked";
import type { FleetChoice } from "./probe-fleets";
import { compositionOf, kindsOf, usedVehicles } from "./vehicle-kinds";
import type { Kinds } from "./vehicle-kinds";

/** Shares of the time: a first cooling with all vehicles, and each fleet that is tried; when the last one may begin. */
const FIRST_SHARE = 0.1;
const FLEET_SHARE = 0.06;
const LAST_FROM = 0.42;
/** Temperatures of these coolings, in mean legs. */
const WARM = 0.5;
const COLD = 0.1;
/** Least sum of rooms of a fleet: unlike stops can be shared out a little better than alike ones. */
const LEAST_ROOM = 0.92;
/** Fleets that are estimated at most. */
const MOST_FLEETS = 2000;

/**
 * Chooses the vehicles of a mixed fleet where a second has to do: there is no time for plans of random fleets. After a
 * short cooling with all vehicles every fleet is estimated from the averages of that plan; the cheapest that have room
 * take over its routes, each for a short cooling of its own. Returns the share of the time that is used.
 */
export function chooseFleet({ search, stop, random, onBest, from }: FleetChoice): number {
  const { plan, inserter, journal } = search;
  const { instance } = plan;
  const kinds = kindsOf(instance);
  const stopped = (): boolean => stop.raised();
  const cool = (part: number, untilComplete = false): void => {
    stop.look(search.iterations);
    const { share } = stop;
    const temperatures = { first: WARM, last: untilComplete ? WARM : COLD };
    search.run(stop, temperatures, share, share + (1 - from) * part, onBest, () => undefined, untilComplete);
  };
  cool(FIRST_SHARE);
  const known = new Set([compositionOf(kinds, usedVehicles(plan))]);
  while (stop.share < from + (1 - from) * LAST_FROM && !stop.reached(search.iterations)) {
    search.adopt(journal.bestRoutes());
    const fleet = nextFleet(plan, kinds, known);
    if (fleet === null) break;
    plan.hide((v) => !fleet.has(v), true);
    takeOver(plan, fleet);
    journal.markAllDirty();
    insertInOrder(plan, inserter, () => random.real(), stopped);
    if (plan.openCount > 0) cool(FLEET_SHARE, true);
    if (plan.missing <= journal.bestMissing) cool(FLEET_SHARE);
    plan.hide(() => false);
  }
  search.adopt(journal.bestRoutes());
  return Math.min(stop.share, 0.999);
}

/** The cheapest fleet by estimate that isn't known yet; null when there is none. */
function nextFleet(plan: Plan, kinds: Kinds, known: Set<string>): Set<number> | null {
  const averages = averagesOf(plan);
  const { room } = averages;
  const used = usedVehicles(plan);
  let best: readonly number[] | null = null;
  let bestCost = Infinity;
  // those in use first, then those with most room
  const sorted = kinds.map((members) =>
    members
      .filter((v) => plan.instance.locked[v].length === 0)
      .sort((a, b) => Number(used.has(b)) - Number(used.has(a)) || room[b] - room[a] || a - b),
  );
  const locked = lockedVehicles(plan.instance);
  for (const fleet of fleetsOf(sorted, averages, locked)) {
    const cost = estimateFleet(averages, fleet, plan.instance.taskCount);
    if (cost >= bestCost || known.has(compositionOf(kinds, new Set(fleet)))) continue;
    bestCost = cost;
    best = fleet;
  }
  if (best === null) return null;
  known.add(compositionOf(kinds, new Set(best)));
  return new Set(best);
}

/**
 * Fleets with room for all stops that have no vehicle to spare, as numbers of each kind from a list; where there are
 * too many, those with few vehicles of the first kinds. `always` are in each of them, and not in the lists.
 */
function* fleetsOf(
  sorted: Kinds,
  { shares, resources, room }: Averages,
  always: readonly number[],
): Generator<readonly number[]> {
  const shareOf = (v: number): number[] => [...shares.subarray(v * resources, (v + 1) * resources), room[v]];
  const zero = Array<number>(resources + 1).fill(0);
  // what all vehicles of a kind and the kinds behind it could take
  const behind = [zero];
  for (const members of [...sorted].reverse())
    behind.unshift(members.map(shareOf).reduce((sum, share) => sum.map((value, r) => value + share[r]), behind[0]));
  const holds = (left: readonly number[]): boolean => left.every((share) => share <= 1e-9);
  let made = 0;
  function* from(kind: number, fleet: readonly number[], left: readonly number[]): Generator<readonly number[]> {
    if (holds(left)) {
      made++;
      yield fleet;
    } else if (kind < sorted.length && holds(left.map((share, r) => share - behind[kind][r]))) {
      let rest = left;
      for (let count = 0; made < MOST_FLEETS; count++) {
        yield* from(kind + 1, [...fleet, ...sorted[kind].slice(0, count)], rest);
        if (holds(rest) || count === sorted[kind].length) return;
        const share = shareOf(sorted[kind][count]);
        rest = rest.map((value, r) => value - share[r]);
      }
    }
  }
  let needed = [...Array<number>(resources).fill(1), LEAST_ROOM];
  for (const v of always) {
    const share = shareOf(v);
    needed = needed.map((value, r) => value - share[r]);
  }
  yield* from(0, always, needed);
}

/** Routes of vehicles that don't belong to the fleet are dissolved. */
function takeOver(plan: Plan, fleet: ReadonlySet<number>): void {
  const routes: number[][] = [];
  for (let v = 0; v < plan.instance.vehicleCount; v++) {
    const tasks: number[] = [];
    const end = plan.endOf(v);
    for (let i = plan.next[plan.startOf(v)]; fleet.has(v) && i !== end; i = plan.next[i]) tasks.push(i);
    routes.push(tasks);
  }
  loadRoutes(plan, routes);
}
