import { addsColumns } from "./helpers";

/** What a driver writes when a visit is done. */
export const { up, down } = addsColumns("routing_visits", {
  done_note: (table, name) => void table.string(name, 500).notNullable().defaultTo(""),
});
