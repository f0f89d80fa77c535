/** Empties texts of rows, and leaves the rows. */
import type { Db } from "../client.server";
import { packedColumns } from "../packed-texts.server";
import type { ShortPieces } from "../short-pieces.server";
import { columnsOf, TABLE_USES } from "./table-uses";
import type { TableName } from "./table-uses";

/** What each column holds when it holds nothing. */
export async function emptied(
  db: Db,
  table: TableName,
  columns: readonly string[],
): Promise<Record<string, string | null>> {
  const facts = await db(table as string).columnInfo();
  return Object.fromEntries(columns.map((column) => [column, facts[column]!.nullable ? null : ""]));
}

interface RowsOf {
  companyId: number;
  table: TableName;
  of: { column: string; ids: readonly number[] };
}

/** All texts about people of the rows that belong to these records. */
export async function emptyColumns(db: Db, pieces: ShortPieces, { companyId, table, of }: RowsOf): Promise<void> {
  const columns = [...columnsOf(TABLE_USES[table], "people", "recipients", "inner"), ...packedColumns(table)];
  const values = await emptied(db, table, [...new Set(columns)]);
  await pieces.write(of.ids, async (trx, some) => {
    await trx(table as string)
      .where({ company_id: companyId })
      .whereIn(of.column, some)
      .update(values);
  });
}
