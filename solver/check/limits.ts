import { NO_WAY } from "../contract";
import type { CheckedRoute, Rule } from "./context";
import type { Problem } from "../contract";
import { legsOf } from "./travel";

/** Places of a route in order, nulls (open ends) left out. */
export function placesOf({ vehicle, steps }: CheckedRoute): number[] {
  const places = steps.flatMap(({ task }) => (task === undefined ? [] : [task.locationIndex]));
  if (vehicle.startIndex !== null) places.unshift(vehicle.startIndex);
  if (vehicle.endIndex !== null) places.push(vehicle.endIndex);
  return places;
}

/** Travel in hundredths of a second and metres. */
export function lengthOf(checked: CheckedRoute, problem: Problem): { travel: number; metres: number; ownCost: number } {
  const legTo = legsOf(problem, checked.vehicle);
  const percent = Math.round(100 / (checked.vehicle.speedFactor ?? 1));
  const places = placesOf(checked);
  const result = { travel: 0, metres: 0, ownCost: 0 };
  for (let k = 1; k < places.length; k++) {
    const leg = legTo(places[k - 1], places[k]);
    // without a way (`ways.ts`) it has no length
    if (leg.seconds === NO_WAY) continue;
    result.travel += leg.seconds * percent;
    result.metres += leg.metres;
    result.ownCost += leg.cost;
  }
  return result;
}

/** Number of stops, travel time and distance per vehicle. */
export const limits: Rule = ({ problem, routes, fail }) => {
  for (const checked of routes) {
    const { vehicle, steps } = checked;
    const where = { vehicleId: vehicle.id };
    const { travel, metres } = lengthOf(checked, problem);
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
