import type { Knex } from "knex";
import { dropColumns } from "./helpers";

/** What a calculation aims at, and with it the unit of its cost: in the question, which lists don't read. */
export async function up(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasColumn("routing_queries", "aim"))) {
    await knex.schema.alterTable(
      "routing_queries",
      (table) => void table.string("aim", 20).notNullable().defaultTo("time"),
    );
  }
  for (const aim of ["vehicles", "cost"] as const)
    await knex("routing_queries").where("input", "like", `%"aim":"${aim}"%`).update({ aim });
}

export const down = (knex: Knex): Promise<void> => dropColumns(knex, "routing_queries", ["aim"]);
