import { NO_WAY } from "../contract";
import type { CheckedRoute, Rule } from "./context";
import { legsOf } from "./travel";

/** A road leads from every place of a route to the next one. */
export const ways: Rule = ({ problem, routes, fail }) => {
  for (const checked of routes) {
    const { vehicle } = checked;
    const leg = legsOf(problem, vehicle);
    const places = placesOf(checked);
    for (let k = 1; k < places.length; k++) {
      const [from, to] = [places[k - 1], places[k]];
      if (from !== to && leg(from, to).seconds === NO_WAY)
        fail("no_way", `Vehicle ${vehicle.id} has no way from place ${from} to place ${to}.`, undefined, {
          vehicleId: vehicle.id,
        });
    }
  }
};

/** Places of a route in order, nulls (open ends) left out. */
function placesOf({ vehicle, steps }: CheckedRoute): number[] {
  const places = steps.flatMap(({ task }) => (task === undefined ? [] : [task.locationIndex]));
  if (vehicle.startIndex !== null) places.unshift(vehicle.startIndex);
  if (vehicle.endIndex !== null) places.push(vehicle.endIndex);
  return places;
}
