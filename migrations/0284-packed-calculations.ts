import { addsColumns } from "./helpers";

/**
 * Inputs and results of calculations, deflated (app/db/packed-texts.server). Rows of before keep theirs as text: to
 * write gigabytes anew would hold a start up for minutes.
 */
export const { up, down } = addsColumns("routing_queries", {
  input_packed: (table, name) => void table.specificType(name, "longblob").nullable(),
  output_packed: (table, name) => void table.specificType(name, "longblob").nullable(),
});
