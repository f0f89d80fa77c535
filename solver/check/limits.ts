import type { Rule } from "./context";
import { UNIT, seconds } from "./seconds";

/** Number of stops, travel time and distance per vehicle. */
export const limits: Rule = ({ routes, fail }) => {
  for (const { vehicle, steps, sums } of routes) {
    const where = { vehicleId: vehicle.id };
    const { maxTasks = Infinity, maxTravelTimeSec = Infinity, maxDistanceM = Infinity } = vehicle;
    const more = steps.filter(({ task }) => task !== undefined).length - maxTasks;
    const longer = seconds(sums.travel - maxTravelTimeSec * UNIT);
    const farther = sums.metres - maxDistanceM;
    const stops = more === 1 ? "stop" : "stops";
    if (more > 0) fail("max_tasks", `Vehicle ${vehicle.id} has ${more} ${stops} too many.`, more, where);
    if (longer > 0) fail("max_travel_time", `Vehicle ${vehicle.id} travels ${longer} s too long.`, longer, where);
    if (farther > 0) fail("max_distance", `Vehicle ${vehicle.id} travels ${farther} m too far.`, farther, where);
  }
};
