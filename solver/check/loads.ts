import { compareAmounts } from "./compare";
import type { Rule } from "./context";
import { addTo } from "./sums";

/** Load at every step within the capacity, and as reported; load in breaks within what they allow. */
export const loads: Rule = ({ routes, fail }) => {
  for (const { vehicle, steps } of routes) {
    const load: number[] = [];
    for (const { job } of steps) addTo(load, job?.delivery);
    const verify = (at: string, most: readonly number[] | undefined, code: "load" | "max_load"): void => {
      for (let d = 0; d < load.length; d++) {
        const excess = (load[d] ?? 0) - (most?.[d] ?? 0);
        if (excess > 0)
          fail(code, `Load ${load[d]} is ${excess} too much in dimension ${d} ${at}.`, excess, {
            vehicleId: vehicle.id,
            index: d,
          });
      }
    };
    verify("at the start", vehicle.capacity, "load");
    for (const { step, job, shipment } of steps) {
      addTo(load, job?.delivery, -1);
      addTo(load, job?.pickup);
      if (step.type === "pickup") addTo(load, shipment?.amount);
      if (step.type === "delivery") addTo(load, shipment?.amount, -1);
      verify(`after ${step.type} ${step.id ?? ""}`, vehicle.capacity, "load");
      if (step.type === "break") {
        const most = vehicle.breaks?.find((rest) => rest.id === step.id)?.maxLoad;
        if (most !== undefined && most.length > 0) verify(`in break ${step.id}`, most, "max_load");
      }
      const name = (): string => `load after ${step.type} ${step.id ?? `of vehicle ${vehicle.id}`}`;
      compareAmounts(fail, name, step.load, load, { vehicleId: vehicle.id, step });
    }
  }
};
