import type { Knex } from "knex";
import { dropColumns } from "./helpers";

/** The change of the plan that a calculation was started for: a suggestion. Both are taken back together. */
export async function up(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasColumn("routing_queries", "follows_change_id")))
    await knex.schema.alterTable(
      "routing_queries",
      (table) => void table.integer("follows_change_id").unsigned().nullable(),
    );
}

export const down = (knex: Knex): Promise<void> => dropColumns(knex, "routing_queries", ["follows_change_id"]);
