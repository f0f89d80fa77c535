import { createsTable } from "./helpers";

/** E-mail and account are unique within a company; the unique keys carry the name of the column that people see. */
export const { up, down } = createsTable("company_members", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.exact("email").nullable();
  c.reference("user_id", "users", "SET NULL");
  c.text("name").notNullable().defaultTo("");
  c.text("surname").notNullable().defaultTo("");
  c.text("phone", 50).nullable();
  c.flag("status", 1);
  c.flag("is_courier", 0);
  c.flag("is_admin", 0);
  c.flag("is_dispatcher", 0);
  c.reference("related_company_id", "companies", "SET NULL");
  c.int("invitation_type", 0);
  c.stamps();
  c.unique(["company_id", "email"]);
  c.unique(["company_id", "user_id"]);
  c.index(["company_id", "status", "is_courier"], "company_status");
  c.index(["user_id"], "user_id");
});
