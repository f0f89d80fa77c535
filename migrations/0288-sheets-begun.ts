import { addsColumns } from "./helpers";

/**
 * How often in a row the check of a piece of an import was begun and not stored: what stops the server each time isn't
 * to be begun again at each of its starts.
 */
export const { up, down } = addsColumns("routing_sheets", {
  begun: (table, name) => void table.integer(name).notNullable().defaultTo(0),
});
