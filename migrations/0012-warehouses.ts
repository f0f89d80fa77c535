import { createsTable } from "./helpers";

export const { up, down } = createsTable("warehouses", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.exact("external_id").nullable();
  c.text("title").notNullable();
  c.text("address").notNullable().defaultTo("");
  c.double("lat", 50.426195);
  c.double("lng", 30.538123);
  c.exact("country_code", 2).nullable();
  c.text("time_zone", 64).nullable();
  c.flag("status", 1);
  c.stamps();
  c.softDelete();
  c.unique(["company_id", "external_id"]);
  c.index(["company_id", "deleted_at", "status"], "company_status");
});
