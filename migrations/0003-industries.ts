import { createsTable } from "./helpers";

export const { up, down } = createsTable("industries", (c) => {
  c.id();
  c.text("title").notNullable();
  c.int("position", 0);
});
