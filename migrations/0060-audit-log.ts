import type { Knex } from "knex";
import { createsTable, isSqlite } from "./helpers";

/**
 * Who did what, and what was refused. Rows stay: there are no foreign keys, because the log outlives what it names, and
 * triggers refuse to change or remove a row.
 */
const table = createsTable("audit_log", (c) => {
  c.id();
  c.table.integer("company_id").unsigned().nullable();
  c.table.integer("user_id").unsigned().nullable();
  c.table.integer("api_key_id").unsigned().nullable();
  // What they were called then.
  c.text("who").notNullable();
  c.flag("by_platform", 0);
  c.text("action", 100).notNullable();
  // 'done', or the code of the refusal
  c.text("outcome", 100).notNullable();
  // How often: more than once for refusals that were only counted.
  c.int("times", 1);
  c.text("model", 50).nullable();
  // JSON: the first ids
  c.text("ids", 500).nullable();
  c.long("changes").nullable();
  c.text("ip", 45).nullable();
  c.text("user_agent").nullable();
  c.exact("request_id", 36).nullable();
  c.utc("created_at").notNullable();
  c.index(["company_id", "id"], "company_id");
  c.index(["company_id", "user_id", "id"], "user_id");
  c.index(["company_id", "action", "id"], "action");
  c.index(["company_id", "model", "id"], "model");
  c.index(["company_id", "created_at"], "created_at");
});

const SENTENCE = "The audit log is only added to.";
/** MySQL with a binary log lets only its administrators make triggers; users without the right to may not either. */
const MAY_NOT = [1419, 1142, 1227];

async function guard(knex: Knex, verb: "UPDATE" | "DELETE"): Promise<void> {
  const head = `CREATE TRIGGER audit_log_no_${verb.toLowerCase()} BEFORE ${verb} ON audit_log`;
  if (isSqlite(knex)) return void (await knex.raw(`${head} BEGIN SELECT RAISE(ABORT, '${SENTENCE}'); END`));
  try {
    await knex.raw(`${head} FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${SENTENCE}'`);
  } catch (error) {
    // The product has no statement that changes the log; the trigger is a second lock.
    if (!MAY_NOT.includes((error as { errno?: number }).errno ?? 0)) throw error;
  }
}

export async function up(knex: Knex): Promise<void> {
  await table.up(knex);
  await guard(knex, "UPDATE");
  await guard(knex, "DELETE");
}

export const { down } = table;
