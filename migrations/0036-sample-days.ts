import { createsTable } from "./helpers";

/** The sample day that a company has loaded, and what it made, so that all of it can go again. One for a company. */
export const { up, down } = createsTable("sample_days", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("user_id", "users", "SET NULL");
  c.long("made").nullable();
  c.stamps();
  c.unique(["company_id"]);
});
