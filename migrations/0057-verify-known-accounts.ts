import type { Knex } from "knex";

/** Accounts from before e-mails were verified count as verified: their people work already. */
export async function up(knex: Knex): Promise<void> {
  await knex("users")
    .whereNull("email_verified_at")
    .update({ email_verified_at: knex.ref("created_at") });
}

/** Nothing says which of them were not. */
export const down = (): Promise<void> => Promise.resolve();
