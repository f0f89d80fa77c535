import { createsTable } from "./helpers";

/** How wide a company's windows are, learnt from its own finished visits. */
export const { up, down } = createsTable("eta_widths", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  // JSON: the steps.
  c.text("widths", 1000).notNullable();
  // Finished visits that it was learnt from.
  c.int("visits", 0);
  c.utc("made_at").notNullable();
  c.unique(["company_id"]);
});
