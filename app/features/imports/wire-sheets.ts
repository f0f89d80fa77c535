/**
 * What programs say about the sheets of a file (`sheets` of the calls routing-sheet.parse-visits and apply-mapping): by
 * the sheet's name, as upload-mapping has answered it. Fields have the specification's names there (work_hour_start).
 */
import { z } from "zod";
import { camelCase } from "~/domain/camel-case";
import { ImportEntity, importField } from "~/domain/import/import-fields";
import { FIELD_USED } from "~/domain/import/sheet-mapping";
import { AppError } from "~/lib/errors";
import type { ChosenMapping } from "./sheet-book";

const MAX_COLUMNS = 256;
/** Of all sheets together, as JSON. */
const MAX_CHARS = 500_000;

const WireSheet = z.strictObject({
  /** null, "" or left out: nothing is imported from it */
  entity: z
    .union([z.enum(ImportEntity), z.literal("")])
    .nullable()
    .default(null)
    .transform((chosen) => (chosen === "" ? null : chosen)),
  /** as the spreadsheet counts, from 1; 0 for none; left out: as it was found */
  header_row: z.number().int().min(0).max(200_000).optional(),
  /** by column, null for one that isn't imported; left out: as they were recognised */
  columns: z.array(z.string().max(50).nullable()).max(MAX_COLUMNS).optional(),
});
const Sheets = z.record(z.string().max(255), WireSheet);
export type WireSheets = z.output<typeof Sheets>;

const asJson = z
  .string()
  .max(MAX_CHARS)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("Sheets must be JSON");
      return z.NEVER;
    }
  })
  .pipe(Sheets);

/** An object, or the same as a JSON text. */
export const wireSheets = z.union([asJson, Sheets], {
  error: "Sheets must be an object of sheets by their names, each with its entity and columns",
});

/** What is chosen for one sheet of the file. */
interface SheetWish {
  entity: ImportEntity | null;
  headerRow?: number | undefined;
  columns?: (string | null)[] | undefined;
}

const refuse = (code: string, message: string): AppError =>
  new AppError(`import.${code}`, message, { status: 422, field: "sheets" });

function columnsOf(entity: ImportEntity, names: readonly (string | null)[]): (string | null)[] {
  const keys = names.map((name) => (name === null || name === "" ? null : camelCase(name)));
  const unknown = names[keys.findIndex((key) => key !== null && importField(entity, key) === undefined)];
  if (unknown != null) throw refuse("no_field", `“${unknown}” is no field of a ${entity}`);
  const used = keys.filter((key) => key !== null);
  if (new Set(used).size < used.length) throw refuse("column_used", FIELD_USED);
  return keys;
}

/**
 * The wishes by the file's own order; a sheet that isn't named is left out.
 * @throws AppError 422 for a name of no sheet, an unknown field, a field of two columns
 */
export function wishesOf(sheets: WireSheets, mappings: readonly Pick<ChosenMapping, "sheet">[]): SheetWish[] {
  const unknown = Object.keys(sheets).find((name) => mappings.every(({ sheet }) => sheet !== name));
  if (unknown !== undefined) throw refuse("no_sheet", `The file has no sheet “${unknown}”`);
  return mappings.map(({ sheet }) => {
    const { entity = null, header_row, columns } = Object.hasOwn(sheets, sheet) ? sheets[sheet]! : {};
    if (entity === null) return { entity };
    return {
      entity,
      headerRow: header_row === undefined ? undefined : header_row - 1,
      columns: columns === undefined ? undefined : columnsOf(entity, columns),
    };
  });
}

/** Whether the sheet is mapped as it is wished already. */
export function isMappedSo({ entity, headerRow, columns }: ChosenMapping, wish: SheetWish): boolean {
  if (entity !== wish.entity) return false;
  if (entity === null) return true;
  const isSame = (key: string | null, column: number): boolean => (wish.columns?.[column] ?? null) === key;
  return (
    (wish.headerRow === undefined || wish.headerRow === headerRow) &&
    (wish.columns === undefined || columns.every(isSame))
  );
}
