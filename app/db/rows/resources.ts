import type { Flag, HourText, JsonText, Stamps, UtcText } from "./basics";

export interface WarehouseRow extends Stamps {
  id: number;
  company_id: number;
  /** unique within the company */
  external_id: string | null;
  title: string;
  address: string;
  lat: number;
  lng: number;
  country_code: string | null;
  /** IANA name, found from the coordinates when they were set; null when unknown */
  time_zone: string | null;
  status: Flag;
  deleted_at: UtcText | null;
}

export interface VehicleRow extends Stamps {
  id: number;
  company_id: number;
  warehouse_id: number | null;
  /** company_members.id */
  driver_id: number | null;
  title: string;
  plate: string;
  status: Flag;
  type: "auto" | "truck";
  /** m³, 0 for no limit */
  capacity: number;
  /** kg, 0 for no limit */
  max_load: number;
  /** visits, 0 for no limit */
  max_quantity: number;
  /** metres */
  width: number | null;
  /** metres */
  height: number | null;
  /** tonnes */
  weight: number | null;
  work_hour_start: HourText;
  work_hour_end: HourText;
  /** kilometres, 0 for no limit */
  max_distance: number;
  /** minutes */
  overtime: number;
  /** ratio */
  speed_factor: number;
  break_start: HourText | null;
  break_end: HourText | null;
  /** minutes */
  break_duration: number | null;
  /** euro */
  cost_per_km: number;
  cost_per_hour: number;
  fixed_cost: number;
  park_location_address: string | null;
  park_location_lat: number | null;
  park_location_lng: number | null;
  deleted_at: UtcText | null;
}

export interface ConfirmationTemplateRow extends Stamps {
  id: number;
  company_id: number;
  title: string;
  delivery_confirmation: Flag;
  pickup_confirmation: Flag;
  confirmation_settings: JsonText | null;
  deleted_at: UtcText | null;
}
