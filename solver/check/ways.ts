import { NO_WAY } from "../contract";
import type { Rule } from "./context";
import { placesOf } from "./limits";

/** A road leads from every place of a route to the next one. */
export const ways: Rule = ({ problem, routes, fail }) => {
  for (const checked of routes) {
    const { vehicle } = checked;
    const { durations, size } = problem.matrices[vehicle.profile];
    const places = placesOf(checked);
    for (let k = 1; k < places.length; k++) {
      const [from, to] = [places[k - 1], places[k]];
      if (from !== to && durations[from * size + to] === NO_WAY)
        fail("no_way", `Vehicle ${vehicle.id} has no way from place ${from} to place ${to}.`, undefined, {
          vehicleId: vehicle.id,
        });
    }
  }
};
