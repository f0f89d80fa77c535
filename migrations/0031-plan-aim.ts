import { addsColumns } from "./helpers";

/** What the plan's calculations aim at: 'time', 'vehicles' or 'cost'. */
export const { up, down } = addsColumns("routing_plans", {
  aim: (table, name) => void table.string(name, 10).notNullable().defaultTo("time"),
});
