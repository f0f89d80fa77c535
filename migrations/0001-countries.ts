import { createsTable } from "./helpers";

export const { up, down } = createsTable("countries", (c) => {
  c.id();
  c.exact("code", 2).notNullable();
  c.text("title").notNullable();
  c.text("name").notNullable();
  c.double("lat", 0);
  c.double("lng", 0);
  c.unique(["code"]);
});
