import type { Knex } from "knex";

/** Visits that wait for a plan at a warehouse that was removed: no plan could take them. */
export async function up(knex: Knex): Promise<void> {
  const removed = knex("warehouses").whereNotNull("deleted_at").select("id");
  await knex("routing_visits").whereNull("plan_id").whereIn("warehouse_id", removed).update({ warehouse_id: null });
}

export const down = (): Promise<void> => Promise.resolve();
