import { createsTable } from "./helpers";

/** Passkeys of an account. A credential belongs to one account. */
export const { up, down } = createsTable("user_passkeys", (c) => {
  c.id();
  c.reference("user_id", "users", "CASCADE", true);
  // Up to 1023 bytes, which are more than an index takes: found by its hash.
  c.long("credential_id").notNullable();
  c.exact("credential_hash", 64).notNullable();
  c.long("public_key").notNullable();
  // Up to 2^32 - 1, which no signed integer takes.
  c.double("counter", 0);
  c.text("transports").notNullable().defaultTo("");
  c.text("name").notNullable();
  c.utc("created_at").notNullable();
  c.utc("last_used_at").nullable();
  c.unique(["credential_hash"]);
  c.index(["user_id"], "user_id");
});
