/** The row with the columns' names: found by what is in it and below it. */
import { columnLetter, isEmptyCell, isTyped, shownText } from "./cell";
import type { Cell, SheetRow } from "./cell";
import { fieldOfHeader } from "./headers";
import { ImportEntity } from "./import-fields";

/** Lines of notes and logos above a table are fewer. */
const ROWS_LOOKED_AT = 30;
const MAX_HEADER_CHARS = 80;

/** A header is a short text with a letter in it; a row of data usually has numbers or times. */
const isHeaderCell = (cell: Cell): boolean =>
  typeof cell === "string" && /\p{L}/u.test(cell) && cell.trim().length <= MAX_HEADER_CHARS;

const filled = (row: SheetRow): Cell[] => row.cells.filter((cell) => !isEmptyCell(cell));
const distinctTexts = (cells: readonly Cell[]): number => new Set(cells.map((cell) => shownText(cell).trim())).size;

/** How many different fields the cells name, as visits or as vehicles. */
function fieldsNamed(cells: readonly Cell[]): number {
  let most = 0;
  for (const entity of Object.values(ImportEntity)) {
    const keys = new Set<string>();
    for (const cell of cells) {
      // One letter, like 'x', is as likely a value.
      const match = typeof cell === "string" && cell.trim().length > 1 ? fieldOfHeader(entity, cell) : null;
      if (match !== null) keys.add(match.key);
    }
    most = Math.max(most, keys.size);
  }
  return most;
}

/**
 * The header row's number less one, -1 for none. It is the first row that names at least two fields and holds hardly
 * anything else; else the first row as wide as the table, if all of its cells are texts that differ from those below.
 */
export function detectHeaderRow(rows: readonly SheetRow[]): number {
  const looked = rows.slice(0, ROWS_LOOKED_AT);
  let best: { row: SheetRow; named: number } | null = null;
  for (const row of looked) {
    const cells = filled(row);
    if (cells.filter(isHeaderCell).length < cells.length * 0.6) continue;
    const named = fieldsNamed(cells);
    if (named >= 2 && named >= distinctTexts(cells) * 0.3 && named > (best?.named ?? 0)) best = { row, named };
  }
  if (best !== null) return best.row.row - 1;
  const width = usualWidth(rows);
  const index = looked.findIndex((row) => filled(row).length >= width * 0.6);
  const first = looked[index];
  if (first === undefined) return -1;
  const cells = filled(first);
  if (!cells.every(isHeaderCell) || distinctTexts(cells) < cells.length * 0.6) return -1;
  return looksLikeData(first, rows.slice(index + 1)) ? -1 : first.row - 1;
}

/** The number of filled cells that most rows have. */
function usualWidth(rows: readonly SheetRow[]): number {
  const widths = rows.map((row) => filled(row).length).sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 0;
}

/** Its texts have digits where those below have digits: 'Main street 5' heads no column of addresses. */
function looksLikeData(row: SheetRow, below: readonly SheetRow[]): boolean {
  const hasDigit = (cell: Cell | undefined): boolean => cell !== undefined && /\d/.test(shownText(cell));
  return row.cells.some((cell, column) => {
    if (!hasDigit(cell) || fieldOfHeader("visit", shownText(cell)) !== null) return false;
    const others = below.map((one) => one.cells[column]).filter((one) => !isEmptyCell(one));
    return others.length > 0 && others.filter(hasDigit).length >= others.length / 2 && !others.every(isNumber);
  });
}

const isNumber = (cell: Cell | undefined): boolean => typeof cell === "number" || isTyped(cell);

/** The headers by column; 'Column A' where there is none. @param headerRow its number less one, -1 for none */
export function headersAt(rows: readonly SheetRow[], headerRow: number, columns: number): string[] {
  const cells = rows.find((row) => row.row === headerRow + 1)?.cells ?? [];
  return Array.from({ length: Math.max(columns, cells.length) }, (_, column) => {
    const cell = cells[column];
    return isEmptyCell(cell) ? `Column ${columnLetter(column)}` : shownText(cell).replace(/\s+/g, " ").trim();
  });
}
