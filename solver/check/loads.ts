import type { Rule } from "./context";

/** Load at every step within the capacity, and as reported; load in breaks within what they allow. */
export const loads: Rule = ({ routes, fail }) => {
  for (const { vehicle, steps } of routes) {
    const load: number[] = [];
    const change = (amounts: readonly number[] | undefined, sign: number): void =>
      amounts?.forEach((amount, d) => (load[d] = (load[d] ?? 0) + sign * amount));
    for (const { job } of steps) change(job?.delivery, 1);
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
      change(job?.delivery, -1);
      change(job?.pickup, 1);
      if (step.type === "pickup") change(shipment?.amount, 1);
      if (step.type === "delivery") change(shipment?.amount, -1);
      verify(`after ${step.type} ${step.id ?? ""}`, vehicle.capacity, "load");
      if (step.type === "break") {
        const most = vehicle.breaks?.find((rest) => rest.id === step.id)?.maxLoad;
        if (most !== undefined && most.length > 0) verify(`in break ${step.id}`, most, "max_load");
      }
      for (let d = 0; d < load.length; d++) {
        if ((step.load[d] ?? 0) !== load[d]) {
          fail(
            "cost",
            `The load after ${step.type} ${step.id ?? ""} is reported as ${step.load.join(", ")}, ` +
              `not ${load.join(", ")}.`,
            undefined,
            { vehicleId: vehicle.id, step },
          );
          break;
        }
      }
    }
  }
};
