import type { Knex } from "knex";
import { addsColumns } from "./helpers";

/**
 * Whether somebody chose the field of a header. Until now every mapping was kept, guesses too, and nothing tells them
 * apart: what is there becomes a hint. That a guess left a column out is no hint at all.
 */
const added = addsColumns("spreadsheet_columns", {
  chosen: (table, name) => void table.specificType(name, "tinyint").notNullable().defaultTo(0),
});

export async function up(knex: Knex): Promise<void> {
  await added.up(knex);
  await knex("spreadsheet_columns").whereNot({ kind: "plan" }).whereNull("field").where({ chosen: 0 }).delete();
}

export const { down } = added;
