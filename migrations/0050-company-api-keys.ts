import { createsTable } from "./helpers";

/** Keys with which programs work for a company. The key itself is looked up by its hash. */
export const { up, down } = createsTable("company_api_keys", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  // The company of whose keys this is the first one, which its administrators may look at; null for all others.
  c.table.integer("main_of").unsigned().nullable();
  c.text("name").notNullable();
  c.exact("hash", 64).notNullable();
  // Encrypted; null for a key that is shown once.
  c.long("value").nullable();
  c.text("hint", 4).notNullable();
  c.text("scopes", 100).notNullable();
  c.reference("created_by", "users", "SET NULL");
  c.utc("last_used_at").nullable();
  c.utc("revoked_at").nullable();
  c.stamps();
  c.unique(["hash"]);
  c.unique(["main_of"]);
});
