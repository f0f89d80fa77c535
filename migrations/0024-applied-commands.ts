import { createsTable } from "./helpers";

/** Which commands were carried out already, by the id that the client gave: each is applied exactly once. */
export const { up, down } = createsTable("applied_commands", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("user_id", "users", "SET NULL");
  c.exact("command_id", 64).notNullable();
  c.text("command", 100).notNullable();
  c.long("result").nullable();
  c.utc("created_at").notNullable();
  c.unique(["company_id", "command_id"]);
  c.index(["created_at"], "created_at");
});
