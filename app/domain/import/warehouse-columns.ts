/** Columns of a spreadsheet of warehouses. */
import type { SingleKind } from "./parse-cell";

interface Column {
  label: string;
  /** what people call it besides */
  headers: readonly string[];
  kind: SingleKind | "coordinates" | "status";
}

/** The labels are those of the exported list, so that it can be read back. */
export const COLUMNS = {
  title: { label: "Title", headers: ["Name", "Warehouse", "Depot", "Lager", "Standort", "Entrepôt"], kind: "text" },
  address: { label: "Address", headers: ["Adresse", "Indirizzo", "Dirección"], kind: "text" },
  lat: { label: "Latitude", headers: ["Lat", "Breite", "Breitengrad"], kind: "lat" },
  lng: { label: "Longitude", headers: ["Lng", "Lon", "Long", "Länge", "Längengrad"], kind: "lng" },
  place: { label: "Coordinates", headers: ["Koordinaten", "Coordonnées", "GPS"], kind: "coordinates" },
  externalId: { label: "External id", headers: ["External warehouse id", "Externe Id", "Code"], kind: "text" },
  status: { label: "Status", headers: ["Active", "Aktiv"], kind: "status" },
} as const satisfies Record<string, Column>;
export type Key = keyof typeof COLUMNS;
export const KEYS = Object.keys(COLUMNS) as Key[];

export const WAREHOUSE_COLUMNS = KEYS.map((key) => COLUMNS[key].label);
export const MAX_IMPORTED_WAREHOUSES = 1000;
