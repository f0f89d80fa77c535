import { createsTable } from "./helpers";

/** Accounts elsewhere that people sign in with. An identity belongs to one account. */
export const { up, down } = createsTable("user_identities", (c) => {
  c.id();
  c.reference("user_id", "users", "CASCADE", true);
  c.exact("issuer").notNullable();
  c.exact("subject").notNullable();
  // What the provider said when it was linked; e-mails change, subjects stay.
  c.text("email").nullable();
  c.utc("created_at").notNullable();
  c.utc("last_used_at").nullable();
  c.unique(["issuer", "subject"]);
  c.index(["user_id"], "user_id");
});
