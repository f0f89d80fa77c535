import { createsTable } from "./helpers";

/** Who is signed in, where, and for which company: one row a sign-in. Only a hash of the cookie's id is kept. */
export const { up, down } = createsTable("sessions", (c) => {
  c.id();
  c.exact("hash", 64).notNullable();
  c.reference("user_id", "users", "CASCADE", true);
  c.reference("company_id", "companies", "SET NULL");
  c.int("session_version", 1);
  c.text("user_agent").notNullable().defaultTo("");
  c.utc("created_at").notNullable();
  c.utc("last_used_at").notNullable();
  c.utc("expires_at").notNullable();
  c.unique(["hash"]);
  c.index(["user_id", "last_used_at"], "user_used");
  c.index(["expires_at"], "expires_at");
});
