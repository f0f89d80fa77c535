import { createsTable } from "./helpers";

/** Addresses and numbers that messages went to, each with the link that ends them, and whether it was used. */
export const { up, down } = createsTable("message_contacts", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.exact("channel", 8).notNullable();
  c.exact("contact", 100).notNullable();
  c.exact("token", 24).notNullable();
  c.exact("language", 5).notNullable();
  c.utc("stopped_at").nullable();
  c.stamps();
  c.unique(["token"]);
  c.unique(["company_id", "channel", "contact"], "contact");
});
