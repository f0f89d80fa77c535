import { addsIndex } from "./helpers";

/** Visits of a plan are read by and by, in the order of their ids. */
export const { up, down } = addsIndex("routing_visits", ["plan_id", "id"], "plan_id");
