import { createsTable } from "./helpers";

/**
 * A link may be for somebody who has no account yet. The table is made anew: no release before this one stored anything
 * in it, and SQLite cannot let a column be empty later.
 */
const table = createsTable("tokens", (c) => {
  c.id();
  c.text("kind", 30).notNullable();
  c.reference("user_id", "users", "CASCADE");
  c.exact("hash", 64).notNullable();
  c.long("payload").nullable();
  c.utc("expires_at").notNullable();
  c.utc("used_at").nullable();
  c.utc("created_at").notNullable();
  c.unique(["hash"]);
  c.index(["user_id", "kind"], "user_kind");
  c.index(["expires_at"], "expires_at");
});

export const { up, down } = table;
