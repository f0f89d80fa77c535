/** Lists of a spreadsheet whose rows are all taken, or none: what is wrong is told by row and field. */
import { columnLetter, isEmptyCell, shownText } from "./cell";
import type { Cell, SheetRow } from "./cell";
import { headerKey } from "./headers";
import { parseCell } from "./parse-cell";
import type { CellOptions, SingleKind } from "./parse-cell";

export interface ListColumn {
  /** as the exported list has it, so that it can be read back */
  label: string;
  /** what people call it besides */
  headers: readonly string[];
  kind: SingleKind | "coordinates" | "status";
}

type ListColumns<Key extends string> = Readonly<Record<Key, ListColumn>>;

export interface RowFault {
  /** as the spreadsheet counts; 0: of the whole file */
  row: number;
  /** null: of the whole row or file */
  field: string | null;
  /** whole sentence */
  message: string;
}

export const ofFile = (message: string, field: string | null = null): RowFault => ({ row: 0, field, message });

/** Which column of the file is which, by its header. */
export function columnsByHeader<Key extends string>(
  columns: ListColumns<Key>,
  headers: readonly string[],
): Partial<Record<Key, number>> {
  const found: Partial<Record<Key, number>> = {};
  const keys = headers.map(headerKey);
  for (const key of Object.keys(columns) as Key[]) {
    const names = [columns[key].label, ...columns[key].headers].map(headerKey);
    const column = keys.findIndex((header) => names.includes(header));
    if (column !== -1) found[key] = column;
  }
  return found;
}

/** What is wrong with the file before any row is looked at. */
export const faultsOfFile = (missing: readonly string[], rows: number, most: number): RowFault[] => {
  if (missing.length > 0) return missing.map((field) => ofFile(`The file has no column ${field}.`, field));
  return rows > most ? [ofFile(`The file has ${rows} rows. At most ${most} can be imported at once.`)] : [];
};

const STATUS_WORDS: Readonly<Record<string, boolean>> = {
  active: true,
  aktiv: true,
  yes: true,
  ja: true,
  true: true,
  "1": true,
  inactive: false,
  inaktiv: false,
  no: false,
  nein: false,
  false: false,
  "0": false,
};

/** One row, which collects what is wrong with it. */
export class ListRow<Key extends string> {
  readonly faults: RowFault[] = [];

  constructor(
    readonly source: SheetRow,
    private readonly columns: ListColumns<Key>,
    private readonly places: Partial<Record<Key, number>>,
  ) {}

  cell(key: Key): Cell {
    const column = this.places[key];
    return column === undefined ? null : (this.source.cells[column] ?? null);
  }

  fault(key: Key, what: string): void {
    const column = this.places[key];
    const where = column === undefined ? "" : ` (column ${columnLetter(column)})`;
    const shown = shownText(this.cell(key)).slice(0, 80);
    const value = shown === "" ? "" : ` '${shown}'`;
    const { row } = this.source;
    const { label } = this.columns[key];
    this.faults.push({ row, field: label, message: `Row ${row}: ${label}${value} ${what}${where}.` });
  }

  /** null where the cell is empty, or wrong */
  read(key: Key, options: CellOptions = {}): string | number | null {
    const { kind } = this.columns[key];
    if (kind === "coordinates" || kind === "status") throw new Error(`${key} has a reader of its own.`);
    const parsed = parseCell(kind, this.cell(key), options);
    if (parsed.ok) return parsed.value;
    // A national number with its country's code before it is what was meant.
    if ("completed" in parsed && parsed.value !== undefined) return parsed.value;
    this.fault(key, parsed.fault);
    return null;
  }

  /** undefined where the cell is empty, or wrong */
  text(key: Key, options: CellOptions = {}): string | undefined {
    const value = this.read(key, options);
    return value === null ? undefined : String(value);
  }

  /** undefined where the cell is empty, or wrong */
  status(key: Key): boolean | undefined {
    const cell = this.cell(key);
    if (isEmptyCell(cell)) return undefined;
    const status = STATUS_WORDS[shownText(cell).trim().toLowerCase()];
    if (status === undefined) this.fault(key, "is neither Active nor Inactive");
    return status;
  }
}
