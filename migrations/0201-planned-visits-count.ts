import type { Knex } from "knex";

/** Visits that were on routes before counting began count for the day on which they were made. */
export async function up(knex: Knex): Promise<void> {
  const counted = knex("billed_visits").select("visit_id");
  const planned = knex("routing_visits")
    .whereNotNull("route_id")
    .whereIn("type", ["D", "P"])
    .whereNotIn("id", counted)
    .select("id", "company_id", knex.raw("SUBSTR(created_at, 1, 10)"));
  await knex(knex.raw("?? (??, ??, ??)", ["billed_visits", "visit_id", "company_id", "planned_on"])).insert(planned);
}

export const down = (): Promise<void> => Promise.resolve();
