import type { Knex } from "knex";

/**
 * Subscriptions of packages that were replaced were noted as cancelled before the payment provider was told, and stayed
 * there. The hourly chores end what is not noted so; one that has ended already is nothing to them.
 */
export async function up(knex: Knex): Promise<void> {
  const used = knex("company_billings").whereNot({ status: "past" }).whereNotNull("subscription_id");
  const inUse = (await used.distinct().pluck("subscription_id")) as string[];
  await knex("company_billings")
    .where({ status: "past", subscription_status: "cancelled" })
    .whereNotNull("subscription_id")
    .whereNotIn("subscription_id", inUse)
    .update({ subscription_status: null });
}

export const down = (): Promise<void> => Promise.resolve();
