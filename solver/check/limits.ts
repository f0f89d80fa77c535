import type { Rule } from "./context";

/** Number of stops, travel time and distance per vehicle. */
export const limits: Rule = ({ routes, fail }) => {
  for (const { vehicle, steps, sums } of routes) {
    const where = { vehicleId: vehicle.id };
    const { travel, metres } = sums;
    const stops = steps.filter(({ task }) => task !== undefined).length;
    if (vehicle.maxTasks !== undefined && stops > vehicle.maxTasks)
      fail("max_tasks", `Vehicle ${vehicle.id} has ${stops} stops.`, stops - vehicle.maxTasks, where);
    if (vehicle.maxTravelTimeSec !== undefined && travel > vehicle.maxTravelTimeSec * 100) {
      fail(
        "max_travel_time",
        `Vehicle ${vehicle.id} travels ${travel / 100} s.`,
        travel / 100 - vehicle.maxTravelTimeSec,
        where,
      );
    }
    if (vehicle.maxDistanceM !== undefined && metres > vehicle.maxDistanceM)
      fail("max_distance", `Vehicle ${vehicle.id} travels ${metres} m.`, metres - vehicle.maxDistanceM, where);
  }
};
