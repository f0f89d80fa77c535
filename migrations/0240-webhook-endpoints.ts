import { createsTable } from "./helpers";

/** Addresses of a company's own programs that are told what happens. */
export const { up, down } = createsTable("webhook_endpoints", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.exact("url", 1000).notNullable();
  c.text("note").notNullable().defaultTo("");
  // Names with commas between them.
  c.exact("events", 1000).notNullable();
  // Encrypted.
  c.exact("secret").notNullable();
  c.reference("secret_by", "users", "SET NULL");
  c.utc("secret_at").notNullable();
  c.exact("previous_secret").nullable();
  c.utc("previous_until").nullable();
  c.utc("disabled_at").nullable();
  c.exact("disabled_reason", 20).nullable();
  c.utc("failing_since").nullable();
  // One process at a time sends to an endpoint; when it dies, the claim lapses.
  c.utc("busy_until").notNullable();
  c.exact("claim", 32).nullable();
  c.stamps();
  c.index(["company_id", "disabled_at"], "enabled");
});
