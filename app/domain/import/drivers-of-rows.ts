/** Drivers of a spreadsheet: all of its rows can be read, or it says of each what is wrong. */
import type { SheetRow } from "./cell";
import { columnsByHeader, faultsOfFile, ListRow } from "./list-rows";
import type { ListColumn, RowFault } from "./list-rows";
import type { CompletePhone } from "./imported";

/** The labels are those of the exported list, so that it can be read back. */
const COLUMNS = {
  name: { label: "Name", headers: ["First name", "Driver", "Vorname", "Fahrer", "Prénom"], kind: "text" },
  surname: { label: "Surname", headers: ["Last name", "Nachname", "Nom"], kind: "text" },
  email: { label: "E-mail", headers: ["Email", "Mail", "E-Mail-Adresse"], kind: "email" },
  phone: { label: "Phone", headers: ["Mobile", "Telefon", "Handy", "Téléphone"], kind: "phone" },
  status: { label: "Status", headers: ["Active", "Aktiv"], kind: "status" },
} as const satisfies Record<string, ListColumn>;

export const DRIVER_COLUMNS = Object.values(COLUMNS).map(({ label }) => label);
export const MAX_IMPORTED_DRIVERS = 1000;

export interface ImportedDriver {
  /** as the spreadsheet counts */
  row: number;
  name: string;
  surname: string;
  /** null: none */
  email: string | null;
  phone: string | null;
  isActive: boolean;
}

/**
 * @param rows below the headers
 * @param completePhone adds the country's code to national numbers
 */
export function driversOfRows(
  headers: readonly string[],
  rows: readonly SheetRow[],
  completePhone?: CompletePhone,
): { items: ImportedDriver[]; faults: RowFault[] } {
  const places = columnsByHeader(COLUMNS, headers);
  const ofAll = faultsOfFile(places.name === undefined ? ["Name"] : [], rows.length, MAX_IMPORTED_DRIVERS);
  if (ofAll.length > 0) return { items: [], faults: ofAll };
  const items: ImportedDriver[] = [];
  const faults: RowFault[] = [];
  const seen = new Map<string, number>();
  for (const source of rows) {
    const row = new ListRow(source, COLUMNS, places);
    const name = row.text("name", { max: MAX_NAME });
    if (name === undefined && row.faults.length === 0) row.fault("name", "is required");
    const item = {
      row: source.row,
      name: name ?? "",
      surname: row.text("surname", { max: MAX_NAME }) ?? "",
      email: row.text("email")?.toLowerCase() ?? null,
      phone: row.text("phone", { completePhone }) ?? null,
      isActive: row.status("status") ?? true,
    };
    if (item.email !== null) {
      const before = seen.get(item.email);
      if (before !== undefined) row.fault("email", `is also that of row ${before}`);
      seen.set(item.email, source.row);
    }
    faults.push(...row.faults);
    items.push(item);
  }
  return { items, faults };
}

const MAX_NAME = 255;
