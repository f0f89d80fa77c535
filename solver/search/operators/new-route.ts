import { mayServe } from "../route-rules";
import { removeStrings } from "./adjacent-strings";
import type { RuinOperator } from "./operator";

/**
 * Takes strings out around a random task and gives that task (with its partner) an empty vehicle, so that the others
 * may join it there. Shipments need it most: their routes can't be cut in two, because halves of pairs would be torn
 * apart.
 */
export const newRoute: RuinOperator = {
  name: "new-route",
  weight: (instance) => (instance.vehicleCount === 1 ? 0 : instance.hasShipments ? 0.06 : 0.01),
  ruin: (ruin) => {
    const { plan, random } = ruin;
    const { instance } = plan;
    const seed = random.below(instance.taskCount);
    removeStrings(ruin, seed);
    const c = random.below(instance.classCount);
    const v = plan.emptyVehicle(c, false);
    if (v >= 0 && mayServe(instance, v, seed)) ruin.startRoute(seed, v);
  },
};
