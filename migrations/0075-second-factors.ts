import type { Knex } from "knex";
import { createsTable } from "./helpers";

/** The authenticator app of an account: one, which counts once a code of it was typed. */
const apps = createsTable("user_totps", (c) => {
  c.id();
  c.reference("user_id", "users", "CASCADE", true);
  // Sealed.
  c.exact("secret").notNullable();
  c.utc("confirmed_at").nullable();
  // The time step of the newest code that was taken; older ones and this one are refused.
  c.int("last_step", 0);
  c.utc("created_at").notNullable();
  c.unique(["user_id"]);
});

/** What lets the holder of an account in without their app or passkey; each works once. */
const codes = createsTable("user_recovery_codes", (c) => {
  c.id();
  c.reference("user_id", "users", "CASCADE", true);
  c.exact("hash", 64).notNullable();
  c.utc("used_at").nullable();
  c.utc("created_at").notNullable();
  c.unique(["user_id", "hash"]);
});

export async function up(knex: Knex): Promise<void> {
  await apps.up(knex);
  await codes.up(knex);
}

export async function down(knex: Knex): Promise<void> {
  await codes.down(knex);
  await apps.down(knex);
}
