import type { Db } from "../client.server";
import type { Tables } from "knex/types/tables";

/** Every column that names a file of the storage. */
const COLUMNS = [
  ["routing_visit_attachments", "path"],
  ["routing_sheets", "file_path"],
  ["routing_sheets", "rows_path"],
  ["users", "image"],
  ["companies", "image"],
] as const satisfies readonly (readonly [keyof Tables, string])[];

/** Which of these files belong to a row, whosoever's. */
export async function filesWithRowsAcrossCompanies(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [table, column] of COLUMNS) {
    const paths: string[] = await db(table)
      .whereIn(column, [...keys])
      .pluck(column);
    for (const path of paths) found.add(path);
  }
  return found;
}
