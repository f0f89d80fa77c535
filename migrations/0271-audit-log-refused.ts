import { addsColumns, addsIndex } from "./helpers";
import type { Migration } from "./helpers";

/**
 * Refusals, which the activity pages of a company and of the platform list alone, are few, and "not done" is nothing
 * that an index could be asked for in the order of the entries. The database works the column out; the log is only
 * added to, and no migration could fill a column in.
 */
const column = addsColumns("audit_log", {
  is_refused: (table, name) => void table.specificType(name, "tinyint GENERATED ALWAYS AS (outcome <> 'done') VIRTUAL"),
});
const indexes = [
  addsIndex("audit_log", ["company_id", "is_refused", "id"], "refused"),
  addsIndex("audit_log", ["is_refused", "id"], "any_refused"),
];

export const up: Migration["up"] = async (knex) => {
  await column.up(knex);
  for (const index of indexes) await index.up(knex);
};

export const down: Migration["down"] = async (knex) => {
  for (const index of indexes) await index.down(knex);
  await column.down(knex);
};
