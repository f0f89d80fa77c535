import { addsColumns } from "./helpers";

/** When it was decided that an account's names and contacts go, and when they were gone. */
export const { up, down } = addsColumns("users", {
  erase_at: (table, column) => void table.string(column, 19).nullable(),
  erased_at: (table, column) => void table.string(column, 19).nullable(),
});
