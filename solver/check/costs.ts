import type { Rule } from "./context";

/** Reported costs, which are rounded to whole numbers, against recomputed ones. */
export const costs: Rule = ({ problem, solution, routes, fail }) => {
  let total = 0;
  for (const { vehicle, route, sums } of routes) {
    const rates = vehicle.costs;
    const moving =
      problem.matrices[vehicle.profile].costs !== undefined
        ? sums.ownCost
        : ((rates?.perHour ?? 3600) * sums.travel) / 360_000 + ((rates?.perKm ?? 0) * sums.metres) / 1000;
    const cost = (rates?.fixed ?? 0) + moving + ((rates?.perTaskHour ?? 0) * sums.work) / 3600;
    total += cost;
    if (differs(route.cost, cost))
      fail(
        "cost",
        `The route of vehicle ${vehicle.id} costs ${cost}, not ${route.cost}.`,
        Math.abs(cost - route.cost),
        { vehicleId: vehicle.id },
      );
  }
  if (differs(solution.summary.cost, total))
    fail("cost", `The plan costs ${total}, not ${solution.summary.cost}.`, Math.abs(total - solution.summary.cost));
  if (solution.cost !== solution.summary.cost)
    fail(
      "cost",
      `The plan costs ${solution.summary.cost} by its summary and ${solution.cost} by itself.`,
      Math.abs(solution.cost - solution.summary.cost),
    );
};

/** Sums of fractions differ by their order: in a cost of 10,000,000 by less than a ten thousandth. */
const INEXACT = 1e-11;

/** Whether a whole number isn't what an exact cost is rounded to. */
const differs = (reported: number, exact: number): boolean =>
  !Number.isInteger(reported) || Math.abs(reported - exact) > 0.5 + INEXACT * Math.abs(exact);
