import type { Knex } from "knex";

/** Accounts from before profiles were completed count as complete: their people work already. */
export async function up(knex: Knex): Promise<void> {
  await knex("users").where({ is_completed: 0 }).update({ is_completed: 1 });
}

/** Nothing says which of them were not. */
export const down = (): Promise<void> => Promise.resolve();
