import type { Knex } from "knex";
import { hasIndex } from "./helpers";

const TABLE = "recipient_messages";
const BEFORE = "recipient_messages_once_unique";
const NOW = "recipient_messages_contact_unique";
const ONCE = ["visit_id", "kind", "channel", "day"];

/**
 * What was told to somebody who was named by mistake may be told again to another, and the log keeps both. The new
 * index comes first: MySQL needs one for the key of the visit.
 */
export async function up(knex: Knex): Promise<void> {
  if (!(await hasIndex(knex, TABLE, NOW)))
    await knex.schema.alterTable(TABLE, (table) => table.unique([...ONCE, "contact"], { indexName: NOW }));
  if (await hasIndex(knex, TABLE, BEFORE))
    await knex.schema.alterTable(TABLE, (table) => table.dropUnique(ONCE, BEFORE));
}

/** Of several the newest one stays. */
export async function down(knex: Knex): Promise<void> {
  if (!(await hasIndex(knex, TABLE, BEFORE))) {
    // A table of its own: MySQL doesn't delete from what it selects from.
    const newest = knex(TABLE).max({ id: "id" }).groupBy(ONCE).as("newest");
    await knex(TABLE).whereNotIn("id", knex.select("newest.id").from(newest)).delete();
    await knex.schema.alterTable(TABLE, (table) => table.unique(ONCE, { indexName: BEFORE }));
  }
  if (await hasIndex(knex, TABLE, NOW))
    await knex.schema.alterTable(TABLE, (table) => table.dropUnique([...ONCE, "contact"], NOW));
}
