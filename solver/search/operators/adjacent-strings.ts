import { PARAMETERS } from "../parameters";
import type { Ruin } from "../ruin";
import type { RuinOperator } from "./operator";

/**
 * Takes strings of consecutive tasks out of routes that pass near one random task: from each such route a string
 * with the task nearest to it; half of the strings keep a piece in their middle ("split string").
 * J. Christiaens, G. Vanden Berghe: Slack Induction by String Removals for Vehicle Routing Problems, 2020.
 */
export const adjacentStrings: RuinOperator = {
  name: "adjacent-strings",
  weight: () => 1,
  ruin: (ruin) => {
    const { plan, random } = ruin;
    // room is made beside tasks that are left out
    const besideOpen = plan.openCount > 0 && random.real() < 0.5;
    removeStrings(ruin, besideOpen ? plan.open[random.below(plan.openCount)] : random.below(plan.instance.taskCount));
  },
};

const stamps = new WeakMap<Ruin, { round: Int32Array; now: number }>();

/** Strings around a task. */
export function removeStrings(ruin: Ruin, seed: number): void {
  const { plan, close, random } = ruin;
  const n = plan.instance.taskCount;
  let stamp = stamps.get(ruin);
  if (stamp === undefined) {
    stamp = { round: new Int32Array(plan.instance.vehicleCount), now: 0 };
    stamps.set(ruin, stamp);
  }
  const now = ++stamp.now;
  const { round } = stamp;
  const used = usedRoutes(ruin);
  const mean = used === 0 ? 1 : (n - plan.openCount) / used;
  const longest = Math.min(PARAMETERS.longestString, mean);
  const most = (4 * PARAMETERS.meanRemoved) / (1 + longest) - 1;
  const strings = Math.floor(random.real() * most + 1);
  let done = 0;
  const from = seed * close.width;
  for (let k = -1; k < close.width && done < strings; k++) {
    const task = k < 0 ? seed : close.list[from + k];
    const v = plan.route[task];
    if (v < 0 || round[v] === now || plan.isLocked[task] === 1) continue;
    round[v] = now;
    done++;
    const count = plan.count[v];
    const length = Math.floor(random.real() * Math.min(count, longest) + 1);
    if (length < count && length > 1 && random.real() < PARAMETERS.splitShare) splitString(ruin, task, v, length);
    else wholeString(ruin, task, length);
  }
}

function usedRoutes(ruin: Ruin): number {
  const { plan } = ruin;
  let empty = 0;
  for (let c = 0; c < plan.emptyCount.length; c++) empty += plan.emptyCount[c];
  return plan.instance.vehicleCount - empty;
}

/** How far before a task a random window of `length` tasks of its route begins that holds the task. */
function windowBack(ruin: Ruin, task: number, length: number): number {
  const { prev, next, instance } = ruin.plan;
  const n = instance.taskCount;
  let before = 0;
  for (let i = prev[task]; i < n && before < length - 1; i = prev[i]) before++;
  let behind = 0;
  for (let i = next[task]; i < n && behind < length - 1; i = next[i]) behind++;
  return before - ruin.random.below(before + behind - length + 2);
}

function wholeString(ruin: Ruin, task: number, length: number): void {
  removeRanks(ruin, task, windowBack(ruin, task, length), length, 0, 0);
}

function splitString(ruin: Ruin, task: number, v: number, length: number): void {
  const count = ruin.plan.count[v];
  let kept = 1;
  while (length + kept < count && ruin.random.real() > PARAMETERS.splitStop) kept++;
  const back = windowBack(ruin, task, length + kept);
  removeRanks(ruin, task, back, length + kept, 1 + ruin.random.below(length - 1), kept);
}

/**
 * Removes `length` tasks, the first one `back` places before the given task, except `kept` ones from number `keepFrom`.
 */
function removeRanks(ruin: Ruin, task: number, back: number, length: number, keepFrom: number, kept: number): void {
  const { plan } = ruin;
  const n = plan.instance.taskCount;
  let node = task;
  for (let k = back; k > 0; k--) node = plan.prev[node];
  for (let k = 0; k < length && node < n; k++) {
    let following = plan.next[node];
    if ((kept === 0 || k < keepFrom || k >= keepFrom + kept) && plan.isLocked[node] === 0) {
      // the partner is removed too: don't step onto it
      if (following < n && following === plan.instance.paired[node] && plan.isLocked[following] === 0) {
        following = plan.next[following];
        k++;
      }
      ruin.remove(node);
    }
    node = following;
  }
}
