import { createsTable } from "./helpers";

/** Texts that a company has written in place of the product's own. */
export const { up, down } = createsTable("message_texts", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.exact("language", 5).notNullable();
  c.exact("kind", 20).notNullable();
  c.text("subject").notNullable();
  c.long("mail").notNullable();
  c.text("sms", 600).notNullable();
  c.stamps();
  c.unique(["company_id", "language", "kind"], "text");
});
