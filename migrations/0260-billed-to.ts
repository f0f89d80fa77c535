import type { Knex } from "knex";

/** Whom an invoice went to: later changes of the company don't change it. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable("billing_orders", (table) => void table.text("billed_to").nullable());

export const down = (knex: Knex): Promise<void> =>
  knex.schema.alterTable("billing_orders", (table) => void table.dropColumn("billed_to"));
