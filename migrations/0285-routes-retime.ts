import { addsColumns, addsIndex } from "./helpers";
import type { Migration } from "./helpers";

/**
 * Routes whose times have to follow a vehicle or a warehouse that was changed, until they do: 1 by their rules, 2 with
 * their legs and departure. It was done after the change was saved, and forgotten where that failed.
 */
const steps = [
  addsColumns("routing_routes", { retime: (table, name) => void table.specificType(name, "tinyint").nullable() }),
  addsIndex("routing_routes", ["retime"], "retime"),
];

export const up: Migration["up"] = async (knex) => {
  for (const step of steps) await step.up(knex);
};

export const down: Migration["down"] = async (knex) => {
  for (const step of [...steps].reverse()) await step.down(knex);
};
