import type { Ruin } from "../ruin";
import type { RuinOperator } from "./operator";

/** Routes with more tasks than this are left to the strings: reinserting so many tasks one by one gains nothing. */
const MOST_TASKS = 80;

/** Empties the route of a random task and, half of the time, the nearest other one: frees vehicles for other uses. */
export const wholeRoutes: RuinOperator = {
  name: "whole-routes",
  // different vehicles need it to exchange routes; with equal ones it occasionally merges short routes
  weight: (instance) => (instance.classCount > 1 ? 0.02 : 0.002),
  ruin: (ruin) => {
    const { plan, close, random } = ruin;
    const seed = random.below(plan.instance.taskCount);
    const first = plan.route[seed];
    if (first < 0 || plan.count[first] > MOST_TASKS) return;
    let wanted = random.below(2);
    for (let k = 0; k < close.width && wanted > 0; k++) {
      const v = plan.route[close.list[seed * close.width + k]];
      if (v < 0 || v === first || plan.count[v] > MOST_TASKS) continue;
      empty(ruin, v);
      wanted--;
    }
    empty(ruin, first);
  },
};

function empty(ruin: Ruin, v: number): void {
  const { plan } = ruin;
  const end = plan.endOf(v);
  let i = plan.next[plan.startOf(v)];
  while (i !== end) {
    let following = plan.next[i];
    if (following === plan.instance.paired[i]) following = plan.next[following];
    if (plan.isLocked[i] === 0) ruin.remove(i);
    i = following;
  }
}
