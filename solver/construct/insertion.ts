import { insertChain } from "./chains";
import type { Inserter } from "../search/inserter";
import type { Plan } from "../search/plan";

/** Above this many stored places (task x vehicle) regret insertion gives way to plain insertion. */
const MOST_PLACES = 600_000;

const never = (): boolean => false;

/** Tasks to insert: of a pair the pickup alone. */
export function openTasks(plan: Plan): number[] {
  const { paired } = plan.instance;
  return Array.from(plan.open.subarray(0, plan.openCount))
    .filter((task) => paired[task] < 0 || paired[task] > task || plan.onlyVehicle[task] >= 0)
    .sort((a, b) => a - b);
}

/**
 * Inserts tasks one by one at their cheapest place, in the order of `key` (smallest first), high priority first, until
 * it is stopped. Where legs lack a way, one task may be the way to another: those without a place are tried again,
 * then several at once.
 */
export function insertInOrder(
  plan: Plan,
  inserter: Inserter,
  key: (task: number) => number,
  stopped: () => boolean = never,
): void {
  const { priority } = plan.instance;
  const tasks = openTasks(plan);
  const keys = new Map(tasks.map((task) => [task, key(task)]));
  tasks.sort((a, b) => priority[b] - priority[a] || keys.get(a)! - keys.get(b)! || a - b);
  let left = tasks;
  for (;;) {
    const without: number[] = [];
    for (const task of left) {
      if (stopped()) return;
      if (inserter.find(task)) inserter.apply(task);
      else without.push(task);
    }
    if (!plan.instance.hasNoWay || without.length === 0) return;
    if (without.length === left.length && !insertChain(plan, without, stopped)) return;
    left = without.filter((task) => plan.route[task] < 0);
  }
}

/**
 * Regret-2 insertion (Potvin & Rousseau 1993): next comes the task that loses most if it doesn't get its best
 * route now. Only what the last insertion changed is looked at again. False when the problem is too large for it.
 */
export function insertByRegret(plan: Plan, inserter: Inserter, stopped: () => boolean = never): boolean {
  const { vehicleCount: V, priority, classVehicles } = plan.instance;
  const tasks = openTasks(plan);
  if (tasks.length * (V + 10) > MOST_PLACES) return false;
  const price = new Float64Array(tasks.length * V).fill(Infinity);
  const left = tasks.map((_, k) => k);
  const looked = new Uint8Array(V);
  const look = (v: number): void => {
    looked[v] = 1;
    for (const k of left) {
      if (stopped()) return;
      price[k * V + v] = inserter.findIn(tasks[k], v);
    }
  };
  const lookAtEmpty = (): void => {
    classVehicles.forEach((_, c) => {
      const v = plan.emptyVehicle(c, false);
      if (v >= 0 && looked[v] === 0) look(v);
    });
  };
  for (let v = 0; v < V; v++) if (plan.count[v] > 0) look(v);
  lookAtEmpty();
  while (left.length > 0 && !stopped()) {
    let chosen = -1;
    let chosenRegret = -Infinity;
    let chosenBest = Infinity;
    let chosenVehicle = -1;
    for (let at = 0; at < left.length; at++) {
      const k = left[at];
      let best = Infinity;
      let second = Infinity;
      let vehicle = -1;
      for (let v = 0; v < V; v++) {
        const value = price[k * V + v];
        if (value < best) {
          second = best;
          best = value;
          vehicle = v;
        } else if (value < second) second = value;
      }
      if (vehicle < 0) continue;
      const regret = (second === Infinity ? 1e12 : second - best) + priority[tasks[k]] * 1e13;
      if (regret > chosenRegret || (regret === chosenRegret && best < chosenBest)) {
        chosen = at;
        chosenRegret = regret;
        chosenBest = best;
        chosenVehicle = vehicle;
      }
    }
    if (chosen < 0) break;
    const k = left[chosen];
    left[chosen] = left[left.length - 1];
    left.pop();
    inserter.findIn(tasks[k], chosenVehicle);
    if (inserter.after < 0) {
      price[k * V + chosenVehicle] = Infinity;
      left.push(k);
      continue;
    }
    inserter.apply(tasks[k]);
    look(chosenVehicle);
    lookAtEmpty();
  }
  return true;
}
