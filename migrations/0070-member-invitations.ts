import { addsColumns, addsIndex } from "./helpers";
import type { Migration } from "./helpers";

/**
 * When a member was invited; which link they have; and which account asked to be let in with a link that was sent to
 * another e-mail. There is no foreign key: SQLite can't add one to a table that stands.
 */
const columns = addsColumns("company_members", {
  invited_at: (table, name) => void table.string(name, 19).nullable(),
  invitation_token_id: (table, name) => void table.integer(name).unsigned().nullable(),
  asked_user_id: (table, name) => void table.integer(name).unsigned().nullable(),
});

/** Invitations of an account are found by its e-mail, across companies. */
const byEmail = addsIndex("company_members", ["email"], "email");

export const up: Migration["up"] = async (knex) => {
  await columns.up(knex);
  await byEmail.up(knex);
};

export const down: Migration["down"] = async (knex) => {
  await byEmail.down(knex);
  await columns.down(knex);
};
