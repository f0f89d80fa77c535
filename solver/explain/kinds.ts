import type { Problem, Vehicle } from "../contract";
import { RouteView } from "./route-view";
import type { Tasks } from "./tasks";

/** Vehicles of which each gives the same answer for every stop: empty ones that are equal but for their names. */
export interface Kind {
  /** Of the first one; a used vehicle is a kind by itself. */
  readonly view: RouteView;
  /** Positions among the problem's vehicles, ascending. */
  readonly members: readonly number[];
}

/**
 * The kinds in the order of their first vehicles; null once `mayGoOn` is false.
 * @param routes numbers of the tasks, by the ids of the used vehicles
 */
export function findKinds(
  problem: Problem,
  tasks: Tasks,
  routes: ReadonlyMap<number, readonly number[]>,
  mayGoOn: () => boolean,
): Kind[] | null {
  const found = new Map<string, { view: RouteView; members: number[] }>();
  for (const [v, vehicle] of problem.vehicles.entries()) {
    if (!mayGoOn()) return null;
    const route = routes.get(vehicle.id) ?? [];
    const key = route.length > 0 ? `used ${vehicle.id}` : withoutNames(vehicle);
    const kind = found.get(key);
    if (kind === undefined) found.set(key, { view: new RouteView(problem, vehicle, tasks, route), members: [v] });
    else kind.members.push(v);
  }
  return [...found.values()];
}

/** All that counts of an empty vehicle. */
function withoutNames({ id: _, description: __, steps: ___, breaks, ...rest }: Vehicle): string {
  return JSON.stringify([rest, breaks?.map(({ id: ____, description: _____, ...what }) => what)]);
}
