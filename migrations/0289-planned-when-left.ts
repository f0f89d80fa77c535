import { addsColumns } from "./helpers";
import type { Migration } from "./helpers";

/**
 * What was planned for a route when it left: metres, and seconds of driving, on site and waiting. For routes
 * that have left already it is not known; they get their present values.
 */
const columns = addsColumns("routing_routes", {
  planned_distance: (table, name) => void table.integer(name).nullable(),
  planned_work_duration: (table, name) => void table.integer(name).nullable(),
});

const ON_ROUTE = 4;
const COMPLETED = 5;

export const up: Migration["up"] = async (knex) => {
  await columns.up(knex);
  await knex("routing_routes")
    .whereIn("status", [ON_ROUTE, COMPLETED])
    .whereNotNull("start_time")
    .whereNull("planned_distance")
    .update({
      planned_distance: knex.raw("distance"),
      planned_work_duration: knex.raw("duration + service_duration + waiting_duration"),
    });
};

export const { down } = columns;
