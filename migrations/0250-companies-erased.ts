import { addsColumns } from "./helpers";

/** When the data of a closed company went; and for how many days a company keeps proofs (null: for good). */
export const { up, down } = addsColumns("companies", {
  erased_at: (table, column) => void table.string(column, 19).nullable(),
  proofs_kept_days: (table, column) => void table.integer(column).unsigned().nullable(),
});
