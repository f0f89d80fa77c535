import { addsColumns } from "./helpers";

/** When the report was made that a picture proved and that was taken back: the picture proves no later one. */
export const { up, down } = addsColumns("routing_visit_attachments", {
  taken_back_of: (table, column) => void table.string(column, 19).nullable(),
});
