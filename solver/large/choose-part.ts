import type { Problem } from "../contract";
import type { Random } from "../random";
import type { Part } from "./part";
import type { SingleMove } from "./single-moves";
import type { LargeTasks } from "./tasks";
import type { WholePlan } from "./whole-plan";

/** Empty vehicles of a part, and as many more as it has unassigned stops, up to some. */
const SPARE = 3;
const MOST_SPARE = 20;

interface ToChoose {
  readonly problem: Problem;
  readonly tasks: LargeTasks;
  readonly points: Float64Array;
  readonly plan: WholePlan;
  readonly random: Random;
}

interface ChosenPart {
  readonly part: Part;
  /** Moves that the part can make. */
  readonly moves: readonly SingleMove[];
  /** Those that a later part could still make. */
  readonly rest: SingleMove[];
}

/**
 * The part that the first moves of a list need: both their routes and, of a stop that is in none, the stop. As many
 * moves as its size allows. Null when none is left.
 */
export function choosePart(
  { problem, tasks, points, plan, random }: ToChoose,
  waiting: readonly SingleMove[],
  mostStops: number,
): ChosenPart | null {
  const vehicles = new Set<number>();
  const open = new Set<number>();
  const stillOpen = new Set(plan.open);
  let stops = 0;
  const moves: SingleMove[] = [];
  const rest: SingleMove[] = [];
  for (const move of waiting) {
    const { from, to, weight } = move;
    const routes = [...new Set(from < 0 ? [to] : [from, to])];
    if (weight > 0 && !stillOpen.has(move.tasks[0])) continue;
    const added = routes.filter((v) => !vehicles.has(v));
    const more =
      added.reduce((sum, v) => sum + plan.routes[v].length, 0) +
      (weight > 0 && !open.has(move.tasks[0]) ? move.tasks.length : 0);
    if (stops > 0 && stops + more > mostStops) {
      rest.push(move);
      continue;
    }
    stops += more;
    for (const v of added) vehicles.add(v);
    if (weight > 0) for (const task of move.tasks) open.add(task);
    moves.push(move);
  }
  if (moves.length === 0) return null;
  const wanted = open.size === 0 ? SPARE : Math.min(MOST_SPARE, SPARE + open.size);
  const stopsOfPart = [...open, ...[...vehicles].flatMap((v) => plan.routes[v])];
  const isUnused = (v: number): boolean => plan.routes[v].length === 0 && !vehicles.has(v);
  const spare = nearestVehicles(problem, points, centreOf(tasks, points, stopsOfPart), isUnused, random).slice(
    0,
    wanted,
  );
  const chosen = [...vehicles, ...spare];
  return { part: { vehicles: chosen, routes: chosen.map((v) => plan.routes[v]), open: [...open] }, moves, rest };
}

function centreOf(tasks: LargeTasks, points: Float64Array, some: readonly number[]): [x: number, y: number] {
  const mean = (axis: number): number =>
    some.reduce((sum, t) => sum + points[2 * tasks.place[t] + axis], 0) / some.length;
  return [mean(0), mean(1)];
}

/** Nearest first; those of one place, which may be of different kinds, in a random order. */
function nearestVehicles(
  { vehicles }: Problem,
  points: Float64Array,
  [x, y]: readonly [number, number],
  isMeant: (v: number) => boolean,
  random: Random,
): number[] {
  return vehicles
    .flatMap(({ startIndex, endIndex }, v) => {
      if (!isMeant(v)) return [];
      const place = startIndex ?? endIndex!;
      return [{ v, far: (points[2 * place] - x) ** 2 + (points[2 * place + 1] - y) ** 2, draw: random.real() }];
    })
    .sort((a, b) => a.far - b.far || a.draw - b.draw)
    .map(({ v }) => v);
}
