import type { Knex } from "knex";
import { dropColumns } from "./helpers";

/** What a driver writes where no reason of the list fits. */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasColumn("routing_visits", "fail_note")) return;
  await knex.schema.alterTable(
    "routing_visits",
    (table) => void table.string("fail_note", 500).notNullable().defaultTo(""),
  );
}

export const down = (knex: Knex): Promise<void> => dropColumns(knex, "routing_visits", ["fail_note"]);
