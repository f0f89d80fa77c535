import type { ExportTable } from "~/services/export/table";

/** A column of an exported plan, as a company wants it. */
export interface LaidOutColumn {
  /** what the product calls it */
  field: string;
  /** what the company calls it */
  header: string;
}

/** The table with these columns, in this order, under these heads; none: as it is. What the table lacks is left out. */
export function laidOut(table: ExportTable, layout: readonly LaidOutColumn[]): ExportTable {
  const columns = layout.flatMap(({ field, header }) => {
    const index = table.columns.findIndex((column) => column.header === field);
    return index === -1 ? [] : [{ index, column: { ...table.columns[index]!, header } }];
  });
  if (columns.length === 0) return table;
  return {
    ...table,
    columns: columns.map(({ column }) => column),
    rows: table.rows.map((row) => columns.map(({ index }) => row[index] ?? null)),
  };
}
