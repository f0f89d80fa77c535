import { createsTable } from "./helpers";

/** Made-up companies for tests and trainings: what is to be made, how far it is, and what was made. */
export const { up, down } = createsTable("generator_runs", (c) => {
  c.id();
  c.reference("user_id", "users", "SET NULL");
  c.text("title").notNullable();
  c.exact("status", 20).notNullable();
  c.long("options").notNullable();
  // Ids of the companies, in the order in which they were made.
  c.long("made").notNullable();
  c.text("failure").nullable();
  c.utc("locked_until").nullable();
  c.stamps();
  c.index(["status", "id"], "status");
});
