import { createsTable } from "./helpers";

/** Every row of an imported sheet, and what became of it. */
export const { up, down } = createsTable("routing_sheet_rows", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("sheet_id", "routing_sheets", "CASCADE", true);
  // Which of the file's sheets, and the row's number in it, from 1.
  c.int("sheet", 0);
  c.int("row", 0);
  c.exact("entity", 10).notNullable();
  c.exact("outcome", 10).notNullable();
  c.flag("noted", 0);
  c.exact("match_key").nullable();
  c.long("cells").notNullable();
  c.long("notes").nullable();
  c.reference("visit_id", "routing_visits", "SET NULL");
  c.reference("vehicle_id", "vehicles", "SET NULL");
  c.unique(["sheet_id", "sheet", "row"], "place");
  // The rows that are imported next, and how many there are of each kind, without a look at the rows themselves.
  c.index(["company_id", "sheet_id", "entity", "outcome", "id", "noted"], "outcome");
  c.index(["company_id", "sheet_id", "noted", "sheet", "row"], "noted");
  c.index(["sheet_id", "match_key"], "match_key");
  c.index(["visit_id"], "visit_id");
  c.index(["vehicle_id"], "vehicle_id");
});
