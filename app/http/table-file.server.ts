import { z } from "zod";
import { services } from "~/services/container.server";
import { csvLines } from "~/services/export/csv";
import type { ExportCell, ExportTable } from "~/services/export/table";

export type TableFormat = "xlsx" | "csv";
/** Of the address of a list's file. */
export const TableFormatParams = z.object({ format: z.enum(["xlsx", "csv"]) });
export type TableFile = Promise<Uint8Array | Iterable<string>>;

/** Rows of a list as a file. @param wide headers of columns that hold long texts */
export async function tableFile(
  format: TableFormat,
  {
    name,
    headers,
    rows,
    wide = [],
  }: {
    name: string;
    headers: readonly string[];
    rows: readonly (readonly ExportCell[])[];
    wide?: readonly string[];
  },
): TableFile {
  const columns = headers.map((header) => ({ header, width: wide.includes(header) ? 32 : 16 }));
  const table: ExportTable = { name, columns, rows };
  return format === "csv" ? csvLines(table) : services().files.make({ kind: "workbook", tables: [table] });
}
