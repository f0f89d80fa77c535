import { createsTable } from "./helpers";

export const { up, down } = createsTable("confirmation_templates", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.text("title").notNullable();
  c.flag("delivery_confirmation", 0);
  c.flag("pickup_confirmation", 0);
  c.long("confirmation_settings").nullable();
  c.stamps();
  c.softDelete();
  c.index(["company_id", "deleted_at"], "company_id");
});
