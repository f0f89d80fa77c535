import { addsColumns } from "./helpers";

/** For how many days the company keeps where its vehicles were. */
export const { up, down } = addsColumns("companies", {
  positions_kept_days: (table, name) => void table.integer(name).notNullable().defaultTo(30),
});
