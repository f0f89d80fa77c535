import { addsColumns } from "./helpers";

/**
 * How far an import has come: the file as it was read (`book`: sheets with their first rows; `rows_path`: where all
 * rows wait), what each sheet holds (`mappings`), and the next row to check (`next_sheet`, `next_row`). By its hash the
 * same file is known again.
 */
export const { up, down } = addsColumns("routing_sheets", {
  warehouse_id: (table, name) => void table.integer(name).unsigned().nullable(),
  book: (table, name) => void table.text(name, "longtext").nullable(),
  mappings: (table, name) => void table.text(name, "longtext").nullable(),
  rows_path: (table, name) => void table.string(name, 255).nullable(),
  file_hash: (table, name) => void table.string(name, 64).nullable(),
  next_sheet: (table, name) => void table.integer(name).notNullable().defaultTo(0),
  next_row: (table, name) => void table.integer(name).notNullable().defaultTo(0),
  revision: (table, name) => void table.integer(name).notNullable().defaultTo(0),
});
