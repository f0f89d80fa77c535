/** What a spreadsheet's cell holds, in the short form that intermediate files keep. */

/**
 * `d`: a time 'HH:mm', a day 'YYYY-MM-DD' or both; `n`: a number that is shown in another way than its digits ('80%',
 * '00123'); `e`: an error like '#REF!'. The last part is what the user sees.
 */
export type TypedCell = readonly [type: "d" | "n" | "e", value: string | number, shown: string];

/** What stands for a formula whose result the file doesn't have. */
export const NO_RESULT = "#NO RESULT";

/** A plain value is shown as it is. */
export type Cell = string | number | boolean | null | TypedCell;

/** One row of a sheet. */
export interface SheetRow {
  /** as the spreadsheet counts, from 1 */
  row: number;
  cells: readonly Cell[];
  /** the file hides it, by a filter or by hand */
  hidden?: true;
  /** nothing stands below it; known where rows are read in their order */
  last?: true;
}

export const isTyped = (cell: Cell | undefined): cell is TypedCell => Array.isArray(cell);

export const isEmptyCell = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "");

/** The value behind what is shown. */
export const cellValue = (cell: Cell | undefined): string | number | boolean | null =>
  isTyped(cell) ? cell[1] : (cell ?? null);

const SHOWN_SHORTENED = /#|\dE[+-]?\d/i;

/** What the user sees; of a number that is shown shortened ('4.17E+11', '###') all digits. */
export function shownText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (!isTyped(cell)) return String(cell);
  const [type, value, shown] = cell;
  return type === "n" && (shown === "" || SHOWN_SHORTENED.test(shown)) ? String(value) : shown;
}

/** The column index of what `columnLetter` says. */
export const columnIndex = (letters: string): number =>
  [...letters].reduce((count, letter) => count * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** 'A', 'B', … 'AA' of a column index. */
export function columnLetter(index: number): string {
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
