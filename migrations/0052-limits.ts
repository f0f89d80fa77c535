import { createsTable } from "./helpers";

/** How often something was done within a time: attempts to sign in, calls of a key. */
export const { up, down } = createsTable("limits", (c) => {
  c.exact("key", 191).notNullable().primary();
  c.int("points", 0);
  // Milliseconds since 1970.
  c.table.bigInteger("expire").notNullable();
  c.index(["expire"], "expire");
});
