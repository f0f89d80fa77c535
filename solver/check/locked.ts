import type { Rule } from "./context";

/** Locked stops come first, in their order, on their vehicle. */
export const locked: Rule = ({ problem, routes, fail }) => {
  for (const vehicle of problem.vehicles) {
    const wanted = (vehicle.lockedPrefix ?? []).filter((step) => step.type !== "break");
    if (wanted.length === 0) continue;
    const steps =
      routes.find((route) => route.vehicle.id === vehicle.id)?.steps.filter(({ task }) => task !== undefined) ?? [];
    wanted.forEach((want, k) => {
      const is = steps[k]?.step;
      if (is?.type !== want.type || is.id !== want.id)
        fail("locked", `Stop ${k + 1} of vehicle ${vehicle.id} has to be ${want.type} ${want.id}.`, undefined, {
          vehicleId: vehicle.id,
        });
    });
  }
};
