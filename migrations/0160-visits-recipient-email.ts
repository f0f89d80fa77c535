import { addsColumns } from "./helpers";

/** Where messages to a visit's recipient are mailed to. */
export const { up, down } = addsColumns("routing_visits", {
  recipient_email: (table, name) => void table.string(name, 50).notNullable().defaultTo(""),
});
