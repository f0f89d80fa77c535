import type { Anneal } from "./anneal";

/**
 * Improves a given plan by at most `budget` changed stops: again and again the one stop whose new place gains most is
 * moved (or an open one put in); no other stop changes its route or its order. A shipment counts as two stops.
 * Returns when the budget is used or nothing gains any more.
 */
export function changeAtMost(search: Anneal, budget: number, mayGoOn: () => boolean): void {
  const { plan, inserter, journal } = search;
  const { instance } = plan;
  const moved = new Set<number>();
  let left = budget;
  inserter.blink = 0;
  inserter.drawBlink();
  for (;;) {
    let chosen = -1;
    let gain = 1e-6;
    let chosenMissing = 0;
    for (let task = 0; task < instance.taskCount && mayGoOn(); task++) {
      const partner = instance.paired[task];
      const single = partner < 0 || plan.onlyVehicle[task] >= 0;
      if (plan.isLocked[task] === 1 || (!single && (partner < task || plan.isLocked[partner] === 1))) continue;
      if (!moved.has(task) && left < (single ? 1 : 2)) continue;
      const { cost, missing } = plan;
      journal.begin();
      if (move(search, task, single) && journal.holds()) {
        const served = missing - plan.missing;
        if (served > chosenMissing || (served === chosenMissing && cost - plan.cost > gain)) {
          chosen = task;
          chosenMissing = served;
          gain = cost - plan.cost;
        }
      }
      journal.undo();
    }
    if (chosen < 0) break;
    const single = instance.paired[chosen] < 0 || plan.onlyVehicle[chosen] >= 0;
    journal.begin();
    move(search, chosen, single);
    journal.accept();
    if (!moved.has(chosen)) left -= single ? 1 : 2;
    moved.add(chosen);
  }
}

function move({ plan, inserter, journal }: Anneal, task: number, single: boolean): boolean {
  const v = plan.route[task];
  const partner = plan.instance.paired[task];
  if (v >= 0) {
    journal.touch(v);
    plan.unlink(task);
    if (!single) plan.unlink(partner);
    plan.refresh(v);
  }
  if (!inserter.find(task, true)) return false;
  journal.touch(plan.route[inserter.after]);
  inserter.apply(task);
  return true;
}
