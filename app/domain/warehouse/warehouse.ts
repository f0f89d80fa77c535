/** A warehouse: the plan's starting place, and the place whose clock the plan follows. */
export interface Warehouse {
  id: number;
  companyId: number;
  externalId: string | null;
  title: string;
  address: string;
  lat: number;
  lng: number;
  /** ISO 3166 alpha-2, or empty */
  countryCode: string | null;
  /** IANA name, found from the coordinates when they were set; null when unknown */
  timeZone: string | null;
  status: 0 | 1;
}

/** A vehicle or a visit of this warehouse, or of none, belongs to its plans. */
export const belongsTo = (warehouseId: number | null, thing: { warehouseId: number | null }): boolean =>
  thing.warehouseId === null || thing.warehouseId === warehouseId;
