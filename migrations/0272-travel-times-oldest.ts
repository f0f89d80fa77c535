import { addsIndex } from "./helpers";
import type { Migration } from "./helpers";

/**
 * Every hour it is added up how much is kept, and what was not used for the longest time is looked for: from this index
 * alone. SQLite keeps the entries, up to 400 MB, in the rows, and read past all of them.
 */
const oldest = addsIndex("travel_times", ["used_at", "id", "entry_count"], "oldest");
const before = addsIndex("travel_times", ["used_at"], "used_at");

export const up: Migration["up"] = async (knex) => {
  await oldest.up(knex);
  await before.down(knex);
};

export const down: Migration["down"] = async (knex) => {
  await before.up(knex);
  await oldest.down(knex);
};
