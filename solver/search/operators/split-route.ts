import { PARAMETERS } from "../parameters";
import type { Ruin } from "../ruin";
import { removeStrings } from "./adjacent-strings";
import type { RuinOperator } from "./operator";

/**
 * Cuts a route before a random task and gives the tail an empty vehicle of the same class, then takes strings out
 * around the cut. Without it the number of routes can hardly grow: a first single stop never pays for its own route.
 */
export const splitRoute: RuinOperator = {
  name: "split-route",
  weight: (instance) => (instance.hasShipments || instance.vehicleCount === 1 ? 0 : PARAMETERS.splitShareOfRounds),
  ruin: (ruin) => {
    const { plan, random } = ruin;
    const seed = random.below(plan.instance.taskCount);
    const v = plan.route[seed];
    if (v >= 0 && plan.isLocked[seed] === 0) {
      const w = plan.emptyVehicle(plan.instance.vehicleClass[v], false);
      if (w >= 0 && plan.prev[seed] !== plan.startOf(v)) moveTail(ruin, seed, v, w);
    }
    removeStrings(ruin, seed);
  },
};

function moveTail(ruin: Ruin, first: number, v: number, w: number): void {
  const { plan } = ruin;
  ruin.change(v);
  ruin.change(w);
  const end = plan.endOf(v);
  let after = plan.startOf(w);
  for (let i = first; i !== end;) {
    const following = plan.next[i];
    plan.unlink(i);
    plan.link(i, after);
    after = i;
    i = following;
  }
  plan.refresh(v);
  plan.refresh(w);
}
