import { PARAMETERS } from "../parameters";
import { mayServe } from "../route-rules";
import type { Ruin } from "../ruin";
import { linkAll, takeRoute } from "../take-route";
import { removeStrings } from "./adjacent-strings";
import type { RuinOperator } from "./operator";

/** Attempts to find a vehicle of another class: an empty one, that of a near stop, otherwise any. */
const ATTEMPTS = 6;
const EMPTY_SHARE = 0.2;
const NEAR_SHARE = 0.5;

/**
 * Two different vehicles exchange their routes, or a route goes to an empty one; what the new vehicle can't carry is
 * taken out, a run of stops from a random one on, together with strings around it. Once most vehicles are nearly full,
 * their routes hardly change vehicles otherwise. Locked stops stay where they are.
 */
export const swapVehicles: RuinOperator = {
  name: "swap-vehicles",
  weight: (instance) => {
    if (instance.classCount === 1 || instance.hasShipments) return 0;
    // where time counts, a route seldom suits another vehicle as it is
    return instance.hasTime ? PARAMETERS.swapShareWithTimes : PARAMETERS.swapShare;
  },
  ruin: (ruin) => {
    const { plan, random } = ruin;
    const seed = random.below(plan.instance.taskCount);
    const v = plan.route[seed];
    const w = v < 0 ? -1 : differentVehicle(ruin, seed, v);
    if (w >= 0) exchange(ruin, v, w);
    removeStrings(ruin, seed);
  },
};

/** A vehicle of another class than v, -1 when none was drawn. */
function differentVehicle({ plan, random, close }: Ruin, seed: number, v: number): number {
  const { vehicleClass, vehicleCount, classCount } = plan.instance;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const draw = random.real();
    let w: number;
    if (draw < EMPTY_SHARE) w = plan.emptyVehicle(random.below(classCount), false);
    else if (draw < EMPTY_SHARE + NEAR_SHARE && close.width > 0)
      w = plan.route[close.list[seed * close.width + random.below(close.width)]];
    else w = random.below(vehicleCount);
    if (w >= 0 && vehicleClass[w] !== vehicleClass[v]) return w;
  }
  return -1;
}

function exchange(ruin: Ruin, v: number, w: number): void {
  const { plan, held } = ruin;
  ruin.change(v);
  ruin.change(w);
  const ofV = takeRoute(plan, v, held, 0);
  const ofW = takeRoute(plan, w, held, ofV);
  const { locked } = plan.instance;
  linkAll(plan, v, locked[v]);
  linkAll(plan, w, locked[w]);
  put(ruin, w, locked[v].length, ofV);
  put(ruin, v, ofV + locked[w].length, ofW);
  plan.refresh(v);
  plan.refresh(w);
}

/**
 * Puts what is held between two places on a vehicle without other stops than its locked ones, in its order; what it
 * can't take counts as removed.
 */
function put(ruin: Ruin, v: number, from: number, to: number): void {
  const { plan, held, random } = ruin;
  const { instance } = plan;
  const count = to - from;
  if (count === 0) return;
  const first = random.below(count);
  const dropped = tooMany(ruin, v, from, count, first);
  let after = plan.prev[plan.endOf(v)];
  for (let k = 0; k < count; k++) {
    const task = held[from + k];
    if ((k - first + count) % count < dropped || !mayServe(instance, v, task)) {
      ruin.removed[ruin.removedCount++] = task;
      continue;
    }
    plan.link(task, after);
    after = task;
  }
}

/**
 * How many held tasks, from number `first` on and round, to remove until numbers and loads fit the vehicle. Where
 * sums don't decide about loads, what is delivered and what is picked up have to fit each by itself, which is
 * necessary but not sufficient.
 */
function tooMany({ plan, held }: Ruin, v: number, from: number, count: number, first: number): number {
  const { dimensions, atStart, taken, maxTasks, sumDecidesLoad, locked } = plan.instance;
  let most = Math.max(0, count + locked[v].length - maxTasks[v]);
  // What locked stops carry too much has room of its own (`relaxLoads`), which sums don't tell.
  for (let d = 0; d < dimensions && plan.carriesTooMuch[v] === 0; d++) {
    let delivered = -plan.overload.most[v * dimensions + d];
    let pickedUp = sumDecidesLoad ? 0 : delivered;
    for (const task of locked[v]) {
      delivered += atStart[task * dimensions + d];
      pickedUp += taken[task * dimensions + d];
    }
    for (let k = 0; k < count; k++) {
      delivered += atStart[held[from + k] * dimensions + d];
      pickedUp += taken[held[from + k] * dimensions + d];
    }
    let dropped = 0;
    while ((sumDecidesLoad ? delivered + pickedUp : Math.max(delivered, pickedUp)) > 0 && dropped < count) {
      const task = held[from + ((first + dropped++) % count)];
      delivered -= atStart[task * dimensions + d];
      pickedUp -= taken[task * dimensions + d];
    }
    if (dropped > most) most = dropped;
  }
  return most;
}
