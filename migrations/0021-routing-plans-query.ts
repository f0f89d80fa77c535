import { addsForeignKey } from "./helpers";

/** The two tables refer to each other, so one key comes after both. */
export const { up, down } = addsForeignKey("routing_plans", "query_id", "routing_queries", "SET NULL");
