import { createsTable } from "./helpers";

/** Recipients whom a company erases: what was found when somebody looked, and that it was confirmed and done. */
export const { up, down } = createsTable("recipient_erasures", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("user_id", "users", "SET NULL");
  // Encrypted; gone when it is done.
  c.long("contact").nullable();
  // Visits that come later are of a new customer.
  c.int("last_visit_id", 0);
  c.int("visits", 0);
  c.int("removed_visits", 0);
  c.int("pictures", 0);
  c.int("messages", 0);
  c.int("imports", 0);
  c.utc("confirmed_at").nullable();
  c.utc("ended_at").nullable();
  // 'done', or 'lost' where the server's secret has changed meanwhile
  c.exact("outcome", 10).nullable();
  c.utc("created_at").notNullable();
  c.index(["company_id", "id"], "company");
  c.index(["ended_at", "confirmed_at"], "due");
});
