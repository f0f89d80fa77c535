import { addsIndex } from "./helpers";

const keys = addsIndex("routing_sheet_rows", ["company_id", "sheet_id", "entity", "match_key"], "keys");
const before = addsIndex("routing_sheet_rows", ["sheet_id", "match_key"], "match_key");

/** Rows of an import are found by their keys: without the first columns, SQLite read all rows of the import. */
export const up: typeof keys.up = async (knex) => {
  await keys.up(knex);
  await before.down(knex);
};

export const down: typeof keys.down = async (knex) => {
  await before.up(knex);
  await keys.down(knex);
};
