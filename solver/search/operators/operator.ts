import type { Instance } from "../../model/instance";
import type { Ruin } from "../ruin";

/** Takes a part of the plan apart. `weight` is its share of the rounds on an instance, 0 for never. */
export interface RuinOperator {
  readonly name: string;
  weight(instance: Instance): number;
  ruin(ruin: Ruin): void;
}
