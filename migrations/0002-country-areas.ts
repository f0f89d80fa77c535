import { createsTable } from "./helpers";

export const { up, down } = createsTable("country_areas", (c) => {
  c.id();
  c.text("title").notNullable();
  c.long("codes").notNullable();
});
