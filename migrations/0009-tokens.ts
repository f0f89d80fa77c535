import { createsTable } from "./helpers";

/** One-time links (password reset, e-mail verification, invitation): only hashes are kept. */
export const { up, down } = createsTable("tokens", (c) => {
  c.id();
  c.text("kind", 30).notNullable();
  c.reference("user_id", "users", "CASCADE", true);
  c.exact("hash", 128).notNullable();
  c.long("payload").nullable();
  c.utc("expires_at").notNullable();
  c.utc("used_at").nullable();
  c.utc("created_at").notNullable();
  c.unique(["hash"]);
  c.index(["user_id", "kind"], "user_kind");
});
