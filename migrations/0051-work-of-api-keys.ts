import { addsColumns } from "./helpers";
import type { Migration } from "./helpers";

const apiKey = {
  api_key_id: (table, column) => void table.integer(column).unsigned().nullable(),
} satisfies Parameters<typeof addsColumns>[1];

const TABLES = ["plan_changes", "routing_queries", "routing_sheets"].map((name) => addsColumns(name, apiKey));

/** The API key with which something was done. Keys are revoked and not removed, so that their names stay known. */
export const up: Migration["up"] = async (knex) => {
  for (const table of TABLES) await table.up(knex);
};

export const down: Migration["down"] = async (knex) => {
  for (const table of TABLES) await table.down(knex);
};
