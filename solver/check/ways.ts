import { NO_WAY } from "../contract";
import type { Rule } from "./context";
import { placesOf } from "./limits";
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
