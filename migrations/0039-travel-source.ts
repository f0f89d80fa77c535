import { addsColumns } from "./helpers";
import type { Migration } from "./helpers";

const visits = addsColumns("routing_visits", {
  // 0 measured on roads, 1 an estimate, 2 an estimate that waits to be measured
  leg_estimate: (table, column) => {
    table.integer(column).notNullable().defaultTo(0);
    table.index([column], "routing_visits_leg_estimate");
  },
});
const plans = addsColumns("routing_plans", {
  travel_engine: (table, column) => void table.string(column, 20).nullable(),
  travel_note: (table, column) => void table.text(column).nullable(),
});

/** Where the times of a plan come from, and which legs are estimates. */
export const up: Migration["up"] = async (knex) => {
  await visits.up(knex);
  await plans.up(knex);
};

export const down: Migration["down"] = async (knex) => {
  await plans.down(knex);
  await visits.down(knex);
};
