import { createsTable } from "./helpers";

export const { up, down } = createsTable("fail_reasons", (c) => {
  c.id();
  c.text("title").notNullable();
  c.text("image").nullable();
});
