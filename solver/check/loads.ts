import type { SolutionStep } from "../contract";
import { compareAmounts } from "./compare";
import type { Rule } from "./context";
import { addTo } from "./sums";

/**
 * Load at every step within the capacity, and as reported; load in breaks within what they allow. Of several dimensions
 * the one that is most above counts.
 */
export const loads: Rule = ({ routes, fail }) => {
  for (const { vehicle, steps } of routes) {
    const load: number[] = [];
    for (const { job } of steps) addTo(load, job?.delivery);
    const verify = (
      at: string,
      most: readonly number[] | undefined,
      code: "load" | "max_load",
      step?: SolutionStep,
    ): void => {
      let excess = 0;
      let index = -1;
      for (let d = 0; d < load.length; d++) {
        const above = load[d] - (most?.[d] ?? 0);
        if (above <= excess) continue;
        excess = above;
        index = d;
      }
      if (index < 0) return;
      fail(code, `Load ${load[index]} is ${excess} too much in dimension ${index + 1} ${at}.`, excess, {
        vehicleId: vehicle.id,
        index,
        ...(step === undefined ? {} : { step }),
      });
    };
    verify(`at the start of vehicle ${vehicle.id}`, vehicle.capacity, "load");
    for (const { step, job, shipment } of steps) {
      addTo(load, job?.delivery, -1);
      addTo(load, job?.pickup);
      if (step.type === "pickup") addTo(load, shipment?.amount);
      if (step.type === "delivery") addTo(load, shipment?.amount, -1);
      if (step.type === "end") verify(`at the end of vehicle ${vehicle.id}`, vehicle.capacity, "load");
      else if (step.type !== "start") verify(`after ${step.type} ${step.id}`, vehicle.capacity, "load", step);
      if (step.type === "break") {
        const most = vehicle.breaks?.find((rest) => rest.id === step.id)?.maxLoad;
        if (most !== undefined && most.length > 0) verify(`in break ${step.id}`, most, "max_load", step);
      }
      const name = (): string => `load after ${step.type} ${step.id ?? `of vehicle ${vehicle.id}`}`;
      compareAmounts(fail, name, step.load, load, { vehicleId: vehicle.id, step });
    }
  }
};
