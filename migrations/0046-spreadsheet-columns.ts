import { createsTable } from "./helpers";

/**
 * What a company's spreadsheets call things. Kinds 'visit' and 'vehicle': which field a header was mapped to last, null
 * where it was left out. Kind 'plan': the columns of an exported plan, in their order.
 */
export const { up, down } = createsTable("spreadsheet_columns", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.exact("kind", 10).notNullable();
  c.exact("header", 191).notNullable();
  c.exact("field", 50).nullable();
  c.int("position", 0);
  c.stamps();
  c.unique(["company_id", "kind", "header"], "header");
});
