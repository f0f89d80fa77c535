import type { Knex } from "knex";

const TRIAL_VISITS = 1_000;

/** Trials from before packages had limits. */
export async function up(knex: Knex): Promise<void> {
  await knex("company_billings").where({ package: "free", visits_limit: 0 }).update({ visits_limit: TRIAL_VISITS });
  await knex("company_billings")
    .whereNull("start_date")
    .update({ start_date: knex.raw("SUBSTR(created_at, 1, 10)") });
}

export const down = (): Promise<void> => Promise.resolve();
