/** Warehouses of a spreadsheet: all of its rows can be read, or it says of each what is wrong. */
import { coordinatePair } from "../validation/coordinates";
import { columnLetter, isEmptyCell, shownText } from "./cell";
import type { Cell, SheetRow } from "./cell";
import { headerKey } from "./headers";
import { parseCell } from "./parse-cell";
import { COLUMNS, KEYS, MAX_IMPORTED_WAREHOUSES } from "./warehouse-columns";
import type { Key } from "./warehouse-columns";

export interface ImportedWarehouse {
  /** as the spreadsheet counts */
  row: number;
  title: string;
  /** what the row says nothing of is undefined: a known warehouse keeps it */
  address: string | undefined;
  lat: number;
  lng: number;
  externalId: string | undefined;
  isActive: boolean | undefined;
}

export interface WarehouseFault {
  row: number;
  /** null: of the whole file */
  field: string | null;
  /** whole sentence */
  message: string;
}

const STATUS_WORDS: Readonly<Record<string, boolean>> = {
  ...{ active: true, aktiv: true, yes: true, ja: true, true: true, "1": true },
  ...{ inactive: false, inaktiv: false, no: false, nein: false, false: false, "0": false },
};

const columnsOf = (headers: readonly string[]): Partial<Record<Key, number>> => {
  const found: Partial<Record<Key, number>> = {};
  const keys = headers.map(headerKey);
  for (const key of KEYS) {
    const names = [COLUMNS[key].label, ...COLUMNS[key].headers].map(headerKey);
    const column = keys.findIndex((header) => names.includes(header));
    if (column !== -1) found[key] = column;
  }
  return found;
};

/** @param rows below the headers */
export function warehousesOfRows(
  headers: readonly string[],
  rows: readonly SheetRow[],
): { items: ImportedWarehouse[]; faults: WarehouseFault[] } {
  const columns = columnsOf(headers);
  const missing = [
    ...(columns.title === undefined ? ["Title"] : []),
    ...(columns.place === undefined && (columns.lat === undefined || columns.lng === undefined)
      ? ["Latitude and Longitude"]
      : []),
  ];
  if (missing.length > 0)
    return {
      items: [],
      faults: missing.map((field) => ({ row: 0, field, message: `The file has no column ${field}.` })),
    };
  if (rows.length > MAX_IMPORTED_WAREHOUSES) {
    const message = `The file has ${rows.length} rows. At most ${MAX_IMPORTED_WAREHOUSES} can be imported at once.`;
    return { items: [], faults: [{ row: 0, field: null, message }] };
  }
  const items: ImportedWarehouse[] = [];
  const faults: WarehouseFault[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const read = new WarehouseRow(row, columns);
    const item = read.item();
    if (item?.externalId !== undefined) {
      const before = seen.get(item.externalId);
      if (before !== undefined) read.fault("externalId", `is also that of row ${before}`);
      seen.set(item.externalId, row.row);
    }
    faults.push(...read.faults);
    if (item !== null) items.push(item);
  }
  return { items, faults };
}

class WarehouseRow {
  readonly faults: WarehouseFault[] = [];

  constructor(
    private readonly source: SheetRow,
    private readonly columns: Partial<Record<Key, number>>,
  ) {}

  private cell(key: Key): Cell {
    const column = this.columns[key];
    return column === undefined ? null : (this.source.cells[column] ?? null);
  }

  fault(key: Key, what: string): void {
    const column = this.columns[key];
    const where = column === undefined ? "" : ` (column ${columnLetter(column)})`;
    const shown = shownText(this.cell(key)).slice(0, 80);
    const value = shown === "" ? "" : ` '${shown}'`;
    const { row } = this.source;
    this.faults.push({
      row,
      field: COLUMNS[key].label,
      message: `Row ${row}: ${COLUMNS[key].label}${value} ${what}${where}.`,
    });
  }

  private read(key: "title" | "address" | "lat" | "lng" | "externalId"): string | number | null {
    const parsed = parseCell(COLUMNS[key].kind, this.cell(key), {});
    if (parsed.ok) return parsed.value;
    this.fault(key, parsed.fault);
    return null;
  }

  private place(): { lat: number; lng: number } | null {
    const pair = this.cell("place");
    if (!isEmptyCell(pair)) {
      const place = coordinatePair(shownText(pair));
      if (place === null) this.fault("place", "is no pair of coordinates (47.14, 9.52)");
      return place;
    }
    const before = this.faults.length;
    const [lat, lng] = [this.read("lat"), this.read("lng")];
    if (typeof lat === "number" && typeof lng === "number" && (lat !== 0 || lng !== 0)) return { lat, lng };
    if (this.faults.length === before) this.fault(typeof lat === "number" ? "lng" : "lat", "is required");
    return null;
  }

  private status(): boolean | undefined {
    const cell = this.cell("status");
    if (isEmptyCell(cell)) return undefined;
    const status = STATUS_WORDS[shownText(cell).trim().toLowerCase()];
    if (status === undefined) this.fault("status", "is neither Active nor Inactive");
    return status;
  }

  /** null: something is wrong */
  item(): ImportedWarehouse | null {
    const title = this.read("title");
    if (title === null && this.faults.length === 0) this.fault("title", "is required");
    const place = this.place();
    const [address, externalId, isActive] = [this.read("address"), this.read("externalId"), this.status()];
    if (this.faults.length > 0 || title === null || place === null) return null;
    const text = (value: string | number | null) => (value === null ? undefined : String(value));
    return {
      ...{ row: this.source.row, title: String(title), ...place },
      ...{ address: text(address), externalId: text(externalId), isActive },
    };
  }
}
