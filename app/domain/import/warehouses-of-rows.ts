/** Warehouses of a spreadsheet: all of its rows can be read, or it says of each what is wrong. */
import { coordinatePair } from "../validation/coordinates";
import { isEmptyCell, shownText } from "./cell";
import type { SheetRow } from "./cell";
import { columnsByHeader, faultsOfFile, ListRow } from "./list-rows";
import type { RowFault } from "./list-rows";
import { COLUMNS, MAX_IMPORTED_WAREHOUSES } from "./warehouse-columns";
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

/** @param rows below the headers */
export function warehousesOfRows(
  headers: readonly string[],
  rows: readonly SheetRow[],
): { items: ImportedWarehouse[]; faults: RowFault[] } {
  const places = columnsByHeader(COLUMNS, headers);
  const missing = [
    ...(places.title === undefined ? ["Title"] : []),
    ...(places.place === undefined && (places.lat === undefined || places.lng === undefined)
      ? ["Latitude and Longitude"]
      : []),
  ];
  const ofAll = faultsOfFile(missing, rows.length, MAX_IMPORTED_WAREHOUSES);
  if (ofAll.length > 0) return { items: [], faults: ofAll };
  const items: ImportedWarehouse[] = [];
  const faults: RowFault[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const read = new ListRow(row, COLUMNS, places);
    const item = itemOf(read);
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

function placeOf(row: ListRow<Key>): { lat: number; lng: number } | null {
  const pair = row.cell("place");
  if (!isEmptyCell(pair)) {
    const place = coordinatePair(shownText(pair));
    if (place === null) row.fault("place", "is no pair of coordinates (47.14, 9.52)");
    return place;
  }
  const before = row.faults.length;
  const [lat, lng] = [row.read("lat"), row.read("lng")];
  if (typeof lat === "number" && typeof lng === "number" && (lat !== 0 || lng !== 0)) return { lat, lng };
  if (row.faults.length === before) row.fault(typeof lat === "number" ? "lng" : "lat", "is required");
  return null;
}

/** null: something is wrong */
function itemOf(row: ListRow<Key>): ImportedWarehouse | null {
  const title = row.text("title");
  if (title === undefined && row.faults.length === 0) row.fault("title", "is required");
  const place = placeOf(row);
  const more = { address: row.text("address"), externalId: row.text("externalId"), isActive: row.status("status") };
  if (row.faults.length > 0 || title === undefined || place === null) return null;
  return { row: row.source.row, title, ...place, ...more };
}
