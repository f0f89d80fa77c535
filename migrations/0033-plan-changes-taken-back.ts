import type { Knex } from "knex";
import { dropColumns } from "./helpers";

const COLUMNS = ["undone_by", "follows_id"] as const;

/**
 * Which undo took a change back (`undone_by`), so that it can be redone, and the change that it goes back together with
 * (`follows_id`): a calculation follows the suggestion that asked for it.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of COLUMNS) {
    if (!(await knex.schema.hasColumn("plan_changes", name)))
      await knex.schema.alterTable("plan_changes", (table) => void table.integer(name).unsigned().nullable());
  }
}

export const down = (knex: Knex): Promise<void> => dropColumns(knex, "plan_changes", COLUMNS);
