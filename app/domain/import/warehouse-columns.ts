/** Columns of a spreadsheet of warehouses. */
import type { ListColumn } from "./list-rows";

export const COLUMNS = {
  title: { label: "Title", headers: ["Name", "Warehouse", "Depot", "Lager", "Standort", "Entrepôt"], kind: "text" },
  address: { label: "Address", headers: ["Adresse", "Indirizzo", "Dirección"], kind: "text" },
  lat: { label: "Latitude", headers: ["Lat", "Breite", "Breitengrad"], kind: "lat" },
  lng: { label: "Longitude", headers: ["Lng", "Lon", "Long", "Länge", "Längengrad"], kind: "lng" },
  place: { label: "Coordinates", headers: ["Koordinaten", "Coordonnées", "GPS"], kind: "coordinates" },
  externalId: { label: "External id", headers: ["External warehouse id", "Externe Id", "Code"], kind: "text" },
  status: { label: "Status", headers: ["Active", "Aktiv"], kind: "status" },
} as const satisfies Record<string, ListColumn>;
export type Key = keyof typeof COLUMNS;

export const WAREHOUSE_COLUMNS = Object.values(COLUMNS).map(({ label }) => label);
export const MAX_IMPORTED_WAREHOUSES = 1000;
