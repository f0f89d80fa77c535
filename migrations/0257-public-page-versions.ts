import { createsTable } from "./helpers";

/** Texts of the pages that anybody may read, as platform admins wrote them one after the other. */
export const { up, down } = createsTable("public_page_versions", (c) => {
  c.id();
  c.exact("page", 20).notNullable();
  // Two who write at once would write the same number.
  c.int("version", 1);
  c.text("title", 100).notNullable();
  c.text("description", 200).notNullable();
  c.long("body").notNullable();
  c.reference("user_id", "users", "SET NULL");
  c.utc("created_at").notNullable();
  c.unique(["page", "version"], "version");
});
