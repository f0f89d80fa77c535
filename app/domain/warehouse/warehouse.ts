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
