import type { Rule } from "./context";
import { lengthOf } from "./limits";

/** Reported cost and totals against recomputed ones (each may be off by rounding to one unit). */
export const costs: Rule = ({ problem, solution, routes, fail }) => {
  let total = 0;
  for (const checked of routes) {
    const { vehicle, steps, route } = checked;
    const rates = vehicle.costs;
    const { travel, metres, ownCost } = lengthOf(checked, problem);
    const work = steps.reduce(
      (sum, { step, task }) => (task === undefined ? sum : sum + step.setupSec + step.serviceSec),
      0,
    );
    const moving =
      problem.matrices[vehicle.profile].costs !== undefined
        ? ownCost
        : ((rates?.perHour ?? 3600) * travel) / 360_000 + ((rates?.perKm ?? 0) * metres) / 1000;
    const cost = (rates?.fixed ?? 0) + moving + ((rates?.perTaskHour ?? 0) * work) / 3600;
    total += cost;
    const where = { vehicleId: vehicle.id };
    if (Math.abs(cost - route.cost) > 1)
      fail(
        "cost",
        `The route of vehicle ${vehicle.id} costs ${cost}, not ${route.cost}.`,
        Math.abs(cost - route.cost),
        where,
      );
    if (Math.abs(travel / 100 - route.durationSec) > 1)
      fail("cost", `Vehicle ${vehicle.id} travels ${travel / 100} s, not ${route.durationSec}.`, undefined, where);
    if (route.distanceM !== undefined && route.distanceM !== metres)
      fail("cost", `Vehicle ${vehicle.id} travels ${metres} m, not ${route.distanceM}.`, undefined, where);
  }
  if (Math.abs(total - solution.summary.cost) > 1)
    fail("cost", `The plan costs ${total}, not ${solution.summary.cost}.`, Math.abs(total - solution.summary.cost));
  if (solution.summary.routes !== solution.routes.length)
    fail("cost", `The plan has ${solution.routes.length} routes, not ${solution.summary.routes}.`);
  if (solution.summary.unassigned !== solution.unassigned.length)
    fail("cost", `The plan leaves ${solution.unassigned.length} stops out, not ${solution.summary.unassigned}.`);
};
