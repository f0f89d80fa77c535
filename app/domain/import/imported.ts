import type { CompanySettings } from "../company/company";
import type { ImportClock } from "./dated-time";
import type { Vehicle } from "../vehicle/vehicle";
import type { Visit } from "../visit/visit";

type VisitKeys =
  | "name"
  | "address"
  | "postcode"
  | "type"
  | "startTime"
  | "endTime"
  | "serviceTime"
  | "packageCapacity"
  | "packageLoad"
  | "lat"
  | "lng"
  | "recipientName"
  | "recipientPhone"
  | "recipientEmail"
  | "recipientNote"
  | "deliveryNote"
  | "externalId"
  | "externalWarehouseId";
type VehicleKeys =
  | "plate"
  | "title"
  | "type"
  | "capacity"
  | "maxLoad"
  | "maxQuantity"
  | "workHourStart"
  | "workHourEnd"
  | "maxDistance"
  | "overtime"
  | "speedFactor"
  | "breakStart"
  | "breakEnd"
  | "breakDuration";

/** `lat` and `lng` are null together: such a visit still needs a place. */
export type ImportedVisit = Pick<Visit, VisitKeys>;
export type ImportedVehicle = Pick<Vehicle, VehicleKeys>;

/**
 * A telephone number as people of one country write it among themselves, with its country code; null for none. The
 * tables that it takes are large: browsers are given answers instead.
 */
export type CompletePhone = (text: string) => string | null;

/** What empty cells become. */
export interface ImportDefaults extends Pick<
  CompanySettings,
  "defaultVisitDuration" | "defaultVehicleStartHour" | "defaultVehicleEndHour"
> {
  completePhone?: CompletePhone | undefined;
  clock?: ImportClock | undefined;
}
