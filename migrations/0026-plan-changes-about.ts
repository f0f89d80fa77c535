import type { Knex } from "knex";
import { dropColumns } from "./helpers";

const COLUMNS: Record<string, (table: Knex.AlterTableBuilder, name: string) => void> = {
  about: (table, name) => void table.text(name, "longtext").nullable(),
  query_id: (table, name) => void table.integer(name).unsigned().nullable(),
};

/** What a change was about, in a few words (`about`, JSON), and the calculation that made it. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, add] of Object.entries(COLUMNS)) {
    if (!(await knex.schema.hasColumn("plan_changes", name)))
      await knex.schema.alterTable("plan_changes", (table) => add(table, name));
  }
}

export const down = (knex: Knex): Promise<void> => dropColumns(knex, "plan_changes", Object.keys(COLUMNS));
