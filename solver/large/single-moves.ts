import { hasWay, legCost, legMetres, legSec } from "../contract";
import type { Problem, Vehicle } from "../contract";
import { speedPercent } from "../contract/time-span";
import { perHour } from "../model/instance";
import { nearTasks } from "./near-tasks";
import type { LargeTasks } from "./tasks";
import type { WholePlan } from "./whole-plan";

/** A stop is tried before and behind so many others, the nearest ones. */
const WIDTH = 10;
/** Places of a stop that are kept, the cheapest ones: what is cheapest by its legs alone may break a rule. */
const KEPT = 3;

/** Another place for a stop, or for pickup and delivery together, one right behind the other. */
export interface SingleMove {
  /** The stop, or pickup and delivery. */
  readonly tasks: readonly number[];
  /** The vehicle that has them; -1 for none. */
  readonly from: number;
  readonly to: number;
  /** Number of stops of the route of `to` that stand before the new place, without the moved ones. */
  readonly position: number;
  /** What leaving the stop out weighs; 0 where it is served. */
  readonly weight: number;
  /** By how much the legs are cheaper, in the unit of costs; negative where they cost more. */
  readonly gain: number;
}

/** What serves more comes first, then what gains more. */
const byGain = (a: SingleMove, b: SingleMove): number => b.weight - a.weight || b.gain - a.gain;

/**
 * Moves of one stop each beside near stops, and of one that is in no route into the nearest empty vehicle, by what
 * their legs cost: the best ones of every stop that may be moved, those that gain most first. No rule is looked at.
 */
export function singleMoves(problem: Problem, tasks: LargeTasks, points: Float64Array, plan: WholePlan): SingleMove[] {
  const near = nearTasks(tasks, points, WIDTH);
  const vehicleOf = new Int32Array(tasks.count).fill(-1);
  const positionOf = new Int32Array(tasks.count);
  plan.routes.forEach((route, v) =>
    route.forEach((task, k) => {
      vehicleOf[task] = v;
      positionOf[task] = k;
    }),
  );
  const empty = problem.vehicles.flatMap(({ startIndex, endIndex }, v): Standing[] =>
    plan.routes[v].length > 0 ? [] : [{ v, at: 2 * (startIndex ?? endIndex!) }],
  );
  const legsOf = plan.routes.map((route, v) => new RouteLegs(problem, tasks, v, route));
  const moves: SingleMove[] = [];
  const isLocked = (task: number): boolean =>
    vehicleOf[task] >= 0 && positionOf[task] < lockedOf(problem.vehicles[vehicleOf[task]]);
  for (let task = 0; task < tasks.count; task++) {
    const partner = tasks.partner(task);
    if (isLocked(task) || (partner >= 0 && (partner < task || isLocked(partner)))) continue;
    const moved = partner < 0 ? [task] : [task, partner];
    const from = vehicleOf[task];
    const weight = from < 0 ? moved.reduce((sum, one) => sum + tasks.weight(one), 0) : 0;
    const left = from < 0 ? 0 : legsOf[from].saving(moved);
    const rest = from < 0 ? null : legsOf[from].without(moved);
    let best: SingleMove[] = [];
    for (let k = task * WIDTH; k < (task + 1) * WIDTH && near[k] >= 0; k++) {
      const to = vehicleOf[near[k]];
      if (to < 0 || near[k] === partner) continue;
      // where both of a pair stand in the route, one behind the other is another order, not another place
      const legs = to === from ? rest! : legsOf[to];
      const at = to === from ? legs.route.indexOf(near[k]) : positionOf[near[k]];
      for (const position of [at, at + 1]) {
        if (position < lockedOf(problem.vehicles[to])) continue;
        if (to === from && position === positionOf[task]) continue;
        const gain = left - legs.added(moved, position);
        if (gain > -Infinity) best.push({ tasks: moved, from, to, position, weight, gain });
      }
    }
    best = best.sort(byGain).filter((one, k) => k === 0 || one.gain !== best[k - 1].gain || one.to !== best[k - 1].to);
    moves.push(...best.slice(0, KEPT));
    if (from >= 0 || empty.length === 0) continue;
    const to = nearestOf(empty, points, 2 * tasks.place[task]);
    const gain = -legsOf[to].added(moved, 0);
    if (gain > -Infinity) moves.push({ tasks: moved, from, to, position: 0, weight, gain });
  }
  return moves.sort(byGain);
}

interface Standing {
  readonly v: number;
  /** Where its place lies in the list of points. */
  readonly at: number;
}

function nearestOf(vehicles: readonly Standing[], points: Float64Array, at: number): number {
  let best = -1;
  let least = Infinity;
  for (const one of vehicles) {
    const far = (points[one.at] - points[at]) ** 2 + (points[one.at + 1] - points[at + 1]) ** 2;
    if (far < least) [best, least] = [one.v, far];
  }
  return best;
}

const lockedOf = ({ lockedPrefix }: Vehicle): number => lockedPrefix?.length ?? 0;

/** What the legs of a route cost. */
class RouteLegs {
  private readonly vehicle: Vehicle;
  /** Of its start, its stops and its end. */
  private readonly places: readonly (number | null)[];

  constructor(
    private readonly problem: Problem,
    private readonly tasks: LargeTasks,
    private readonly v: number,
    readonly route: readonly number[],
  ) {
    this.vehicle = problem.vehicles[v];
    this.places = [this.vehicle.startIndex, ...route.map((task) => tasks.place[task]), this.vehicle.endIndex];
  }

  /** What these stops add in front of the stop at a position; Infinity without a way. */
  added(moved: readonly number[], position: number): number {
    const [before, behind] = this.places.slice(position, position + 2);
    const direct = this.route.length === 0 ? 0 : this.cost(before, behind);
    return this.sum([before, ...moved.map((task) => this.tasks.place[task]), behind]) - direct;
  }

  /** What the route saves without these stops of it: only the legs around them differ. */
  saving(moved: readonly number[]): number {
    const first = this.route.indexOf(moved[0]);
    const last = this.route.indexOf(moved[moved.length - 1]);
    const whole = this.sum(this.places.slice(first, last + 3));
    if (this.route.length === moved.length) return whole;
    const between = this.route.slice(first, last + 1).filter((task) => !moved.includes(task));
    return (
      whole - this.sum([this.places[first], ...between.map((task) => this.tasks.place[task]), this.places[last + 2]])
    );
  }

  without(moved: readonly number[]): RouteLegs {
    return new RouteLegs(
      this.problem,
      this.tasks,
      this.v,
      this.route.filter((task) => !moved.includes(task)),
    );
  }

  private sum(places: readonly (number | null)[]): number {
    let sum = 0;
    for (let k = 1; k < places.length; k++) sum += this.cost(places[k - 1], places[k]);
    return sum;
  }

  private cost(from: number | null, to: number | null): number {
    if (from === null || to === null) return 0;
    const model = this.problem.matrices[this.vehicle.profile];
    if (!hasWay(model, from, to)) return Infinity;
    if (model.costs !== undefined) return legCost(model, from, to);
    const sec = (legSec(model, from, to) * speedPercent(this.vehicle)) / 100;
    return (
      (perHour(this.vehicle) * sec) / 3600 + ((this.vehicle.costs?.perKm ?? 0) * legMetres(model, from, to)) / 1000
    );
  }
}
