import type { Knex } from "knex";

/** What a driver writes where no reason of the list fits. */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasColumn("routing_visits", "fail_note")) return;
  await knex.schema.alterTable(
    "routing_visits",
    (table) => void table.string("fail_note", 500).notNullable().defaultTo(""),
  );
}

export async function down(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasColumn("routing_visits", "fail_note"))) return;
  await knex.schema.alterTable("routing_visits", (table) => void table.dropColumn("fail_note"));
}
