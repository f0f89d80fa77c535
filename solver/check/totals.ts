import type { Totals } from "../contract";
import { compare, compareAmounts } from "./compare";
import type { Fail, Where } from "./compare";
import type { Rule } from "./context";
import { addTo } from "./sums";

/** What routes and the plan say about themselves in whole numbers, without money (`costs.ts`). */
type Figures = Pick<
  Totals,
  "durationSec" | "waitingSec" | "serviceSec" | "setupSec" | "distanceM" | "priority" | "delivery" | "pickup"
>;

/**
 * Reported numbers of steps, routes and the plan against recomputed ones. How long the vehicle waits is the plan's own
 * choice: `times.ts` says whether the steps' waiting is possible, and here it is added up.
 */
export const totals: Rule = ({ solution, routes, fail }) => {
  const plan = { durationSec: 0, waitingSec: 0, serviceSec: 0, setupSec: 0, distanceM: 0, priority: 0 };
  const delivery: number[] = [];
  const pickup: number[] = [];
  for (const { vehicle, route, steps, sums } of routes) {
    const where = { vehicleId: vehicle.id };
    steps.forEach(({ step }, k) => {
      const { place, travel, metres } = sums.steps[k];
      const name = (): string => `${step.type} ${step.id ?? `of vehicle ${vehicle.id}`}`;
      const at = { ...where, step };
      compare(fail, () => `place of ${name()}`, step.locationIndex, place, at);
      compare(fail, () => `travel time until ${name()}`, step.durationSec, Math.floor(travel / 100), at);
      if (step.distanceM !== undefined) compare(fail, () => `distance until ${name()}`, step.distanceM, metres, at);
    });
    const own = {
      durationSec: Math.floor(sums.travel / 100),
      waitingSec: steps.reduce((sum, { step }) => sum + step.waitingSec, 0),
      serviceSec: sums.service,
      setupSec: sums.setup,
      distanceM: sums.metres,
      priority: sums.priority,
    };
    compareAll(
      fail,
      `of vehicle ${vehicle.id}`,
      route,
      { ...own, delivery: sums.delivery, pickup: sums.pickup },
      where,
    );
    for (const key of Object.keys(own) as (keyof typeof own)[]) plan[key] += own[key];
    addTo(delivery, sums.delivery);
    addTo(pickup, sums.pickup);
  }
  compareAll(fail, "of the plan", solution.summary, { ...plan, delivery, pickup });
  if (solution.summary.routes !== solution.routes.length)
    fail("cost", `The plan has ${solution.routes.length} routes, not ${solution.summary.routes}.`);
  if (solution.summary.unassigned !== solution.unassigned.length)
    fail("cost", `The plan leaves ${solution.unassigned.length} stops out, not ${solution.summary.unassigned}.`);
};

function compareAll(fail: Fail, whose: string, is: Figures, right: Figures, where?: Where): void {
  compare(fail, () => `travel time ${whose}`, is.durationSec, right.durationSec, where);
  compare(fail, () => `waiting ${whose}`, is.waitingSec, right.waitingSec, where);
  compare(fail, () => `service ${whose}`, is.serviceSec, right.serviceSec, where);
  compare(fail, () => `setup ${whose}`, is.setupSec, right.setupSec, where);
  // absent where the profile has no distances
  if (is.distanceM !== undefined) compare(fail, () => `distance ${whose}`, is.distanceM, right.distanceM, where);
  compare(fail, () => `priority ${whose}`, is.priority, right.priority, where);
  compareAmounts(fail, () => `delivery ${whose}`, is.delivery, right.delivery, where);
  compareAmounts(fail, () => `pickup ${whose}`, is.pickup, right.pickup, where);
}
