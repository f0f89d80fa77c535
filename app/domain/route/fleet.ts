import type { CompanySettings } from "../company/company";
import type { Vehicle } from "../vehicle/vehicle";
import type { Warehouse } from "../warehouse/warehouse";

/** What the routes of a plan are driven with, and from where. */
export interface Fleet {
  company: CompanySettings;
  vehicles: ReadonlyMap<number, Vehicle>;
  /** removed vehicles too: what their routes cost stays known */
  vehiclesWithRemoved: ReadonlyMap<number, Vehicle>;
  warehouses: ReadonlyMap<number, Warehouse>;
  /** IANA name of the zone of the plan's warehouse */
  timeZone: string;
}
