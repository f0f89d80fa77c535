import { addsColumns, addsIndex } from "./helpers";

const column = addsColumns("routing_queries", { format: (table, name) => void table.string(name, 20).nullable() });
const index = addsIndex("routing_queries", ["format", "updated_at"], "format");

/** Problems that programs send in another product's format wait in the same queue as the calculations of plans. */
export const up: typeof column.up = async (knex) => {
  await column.up(knex);
  await index.up(knex);
};

export const down: typeof column.down = async (knex) => {
  await index.down(knex);
  await column.down(knex);
};
