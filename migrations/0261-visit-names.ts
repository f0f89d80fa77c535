import { addsIndex } from "./helpers";

/** Imported rows ask whether the plan has visits of their names: each piece of a file would read the whole plan. */
export const { up, down } = addsIndex("routing_visits", ["plan_id", "name"], "plan_name");
