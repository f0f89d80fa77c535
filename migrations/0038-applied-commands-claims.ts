import type { Knex } from "knex";
import { dropColumns } from "./helpers";

/** Who carries out a command that has no answer yet, since when it said so last, and whether its effect is stored. */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasColumn("applied_commands", "claimed_by")) return;
  await knex.schema.alterTable("applied_commands", (table) => {
    table.string("claimed_by", 36).nullable();
    table.string("claimed_at", 19).nullable();
    table.string("done_at", 19).nullable();
  });
}

export const down = (knex: Knex): Promise<void> =>
  dropColumns(knex, "applied_commands", ["claimed_by", "claimed_at", "done_at"]);
