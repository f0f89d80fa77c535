import { createsTable } from "./helpers";

/** Exports of all data of a company: one at a time, each with what became of it. */
export const { up, down } = createsTable("company_exports", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("user_id", "users", "SET NULL");
  // It is sent until then; a process that dies lets its claim lapse.
  c.utc("busy_until").notNullable();
  c.utc("ended_at").nullable();
  // 'done' or 'broken'; null while it is sent
  c.exact("outcome", 10).nullable();
  c.table.bigInteger("bytes").unsigned().nullable();
  c.utc("created_at").notNullable();
  c.index(["company_id", "id"], "company");
});
