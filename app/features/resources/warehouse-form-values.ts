import { RecordStatus } from "~/domain/record-status";
import type { WarehouseItem } from "./queries/warehouses-page.server";

/** What the fields of a warehouse's form are called. */
export const WAREHOUSE_FIELD_LABELS = {
  title: "Title",
  address: "Address",
  lat: "Latitude",
  lng: "Longitude",
  country_code: "Country",
  time_zone: "Time zone",
  external_id: "External id",
  status: "Status",
} as const;
export type WarehouseFieldName = keyof typeof WAREHOUSE_FIELD_LABELS;

/** What they show of a stored warehouse. */
export const warehouseFormTexts = (item: Omit<WarehouseItem, "id">): Record<WarehouseFieldName, string> => ({
  title: item.title,
  address: item.address,
  lat: String(item.lat),
  lng: String(item.lng),
  country_code: item.countryCode ?? "",
  time_zone: item.timeZone ?? "",
  external_id: item.externalId ?? "",
  status: item.status === RecordStatus.Active ? "1" : "0",
});
