import type { Break, Problem } from "../contract";
import { largest } from "../contract/largest";

/** What a task takes along from the start of the route, and what it changes the load by. */
export interface FlatLoads {
  readonly atStart: readonly number[];
  readonly taken: readonly number[];
}

interface Loads {
  /** Those dimensions of the problem, in their order, that can rule something out. */
  readonly kept: readonly number[];
  readonly dimensions: number;
  /** Per [task * dimensions + d]. */
  readonly atStart: Int32Array;
  readonly taken: Int32Array;
  /** Per [vehicle * dimensions + d]. */
  readonly capacity: Int32Array;
  /** Whether something is delivered from the start of a route, and whether something is picked up on the way. */
  readonly areDelivered: boolean;
  readonly areTaken: boolean;
}

/** Loads of tasks and capacities of vehicles, without the dimensions that every vehicle has room for. */
export function loadsOf({ vehicles }: Problem, tasks: readonly FlatLoads[]): Loads {
  const given = Math.max(
    largest(vehicles.map(({ capacity }) => capacity?.length ?? 0)),
    largest(tasks.map(({ atStart, taken }) => Math.max(atStart.length, taken.length))),
  );
  const limitsBreaks = ({ maxLoad }: Break): boolean => maxLoad !== undefined && maxLoad.length > 0;
  const hasBreakLoads = vehicles.some(({ breaks }) => breaks?.some(limitsBreaks) === true);
  const kept = Array.from({ length: given }, (_, d) => d).filter((d) => {
    const all = tasks.reduce((sum, { atStart, taken }) => sum + (atStart[d] ?? 0) + Math.max(0, taken[d] ?? 0), 0);
    return hasBreakLoads || vehicles.some(({ capacity }) => (capacity?.[d] ?? 0) < all);
  });
  const flat = (lists: readonly (readonly number[])[]): Int32Array =>
    Int32Array.from(lists.flatMap((list) => kept.map((d) => list[d] ?? 0)));
  const atStart = flat(tasks.map((task) => task.atStart));
  const taken = flat(tasks.map((task) => task.taken));
  return {
    kept,
    dimensions: kept.length,
    atStart,
    taken,
    capacity: flat(vehicles.map(({ capacity }) => capacity ?? [])),
    areDelivered: atStart.some((amount) => amount !== 0),
    areTaken: taken.some((amount) => amount !== 0),
  };
}
