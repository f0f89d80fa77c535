import type { Knex } from "knex";
import { dropColumns } from "./helpers";

const COLUMNS: Record<string, (table: Knex.AlterTableBuilder, name: string) => void> = {
  change_budget: (table, name) => void table.integer(name).nullable(),
  difference: (table, name) => void table.text(name, "longtext").nullable(),
  kept_at: (table, name) => void table.string(name, 19).nullable(),
};

/**
 * Calculations that only propose a change (`change_budget`: at most so many stops move), what a result changed
 * (`difference`, JSON), and when a user chose to keep it.
 */
export async function up(knex: Knex): Promise<void> {
  for (const [name, add] of Object.entries(COLUMNS)) {
    if (!(await knex.schema.hasColumn("routing_queries", name)))
      await knex.schema.alterTable("routing_queries", (table) => add(table, name));
  }
}

export const down = (knex: Knex): Promise<void> => dropColumns(knex, "routing_queries", Object.keys(COLUMNS));
