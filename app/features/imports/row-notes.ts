import { shownText } from "~/domain/import/cell";
import type { Cell } from "~/domain/import/cell";
import { ImportEntity, importField } from "~/domain/import/import-fields";
import type { RowNote } from "~/domain/import/row-reader";
import type { SheetMapping } from "~/domain/import/sheet-mapping";

/** What is said about a row: by reading it, and by what was there already. */
export type ImportNote = Omit<RowNote, "code"> & { code: string };

/** Whether somebody should look at the row. */
export const needsAttention = (notes: readonly Pick<ImportNote, "kind">[]): 0 | 1 =>
  notes.some(({ kind }) => kind !== "completed") ? 1 : 0;

/** About no value of the row. */
export const plainNote = (row: number, code: string, sentence: string, kind: ImportNote["kind"]): ImportNote => ({
  row,
  column: null,
  header: null,
  field: null,
  value: "",
  code,
  message: `Row ${row}: ${sentence}`,
  kind,
});

const KEY_FIELDS = { [ImportEntity.Visit]: "externalId", [ImportEntity.Vehicle]: "plate" } as const;

/** A row among those of all sheets of its file. */
interface RowPlace {
  /** which of the file's sheets */
  sheet: number;
  row: number;
  /** JSON */
  cells: string;
}

/** Of rows with the same external id or plate the last one counts. */
export function sameKeyNote(
  mappings: readonly SheetMapping[],
  earlier: RowPlace,
  later: Pick<RowPlace, "sheet" | "row">,
): ImportNote {
  const { entity, columns } = mappings[earlier.sheet]!;
  const key = KEY_FIELDS[entity ?? ImportEntity.Visit];
  const label = importField(entity ?? ImportEntity.Visit, key)?.label ?? "";
  const value = shownText((JSON.parse(earlier.cells) as Cell[])[columns.indexOf(key)]).slice(0, 80);
  const sheet = later.sheet === earlier.sheet ? "" : ` of sheet ${mappings[later.sheet]?.sheet ?? ""}`;
  const sentence = `${label} '${value}' is also in row ${later.row}${sheet}. The later row was used.`;
  return { ...plainNote(earlier.row, "same_key", sentence, "dropped"), field: label, value };
}

/** Two orders may be the same in all: both are imported. */
export const sameRowNote = (row: number, earlier: number): ImportNote =>
  plainNote(row, "same_row", `The row is the same as row ${earlier}. Both were used.`, "kept");

/** Without the row's number, where a column of its own says it. */
export const withoutRow = (message: string): string => message.replace(/^Row \d+: /, "");
