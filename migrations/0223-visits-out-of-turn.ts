import { addsColumns } from "./helpers";

/** Whether a visit was reported although another stop was next. */
export const { up, down } = addsColumns("routing_visits", {
  is_out_of_turn: (table, name) => void table.specificType(name, "tinyint").notNullable().defaultTo(0),
});
