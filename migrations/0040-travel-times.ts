import { createsTable } from "./helpers";

/** Travel times that a routing engine gave before: one row for each place that legs start from. */
export const { up, down } = createsTable("travel_times", (c) => {
  c.id();
  // Engine, version of its data, profile and options.
  c.exact("context", 64).notNullable();
  c.exact("origin", 24).notNullable();
  c.table.binary("entries").notNullable();
  c.int("entry_count", 0);
  c.utc("used_at").notNullable();
  c.unique(["context", "origin"]);
  c.index(["used_at"], "used_at");
});
