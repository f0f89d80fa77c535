import { addsColumns } from "./helpers";

/**
 * Inputs and results of calculations, deflated (app/db/packed-texts.server). Rows of before keep theirs as text: to
 * write gigabytes anew would hold a start up for minutes. The way back drops the only copy of texts that were stored
 * since: an earlier version needs the backup that was made before the update.
 */
export const { up, down } = addsColumns("routing_queries", {
  input_packed: (table, name) => void table.specificType(name, "longblob").nullable(),
  output_packed: (table, name) => void table.specificType(name, "longblob").nullable(),
});
