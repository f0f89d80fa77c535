import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import type { WarehouseRow } from "~/db/tables";
import { RecordStatus } from "~/domain/record-status";
import { isTimeZone } from "~/domain/time/time-zone";
import { warehouseTimeZone } from "~/domain/time/time-zone-of-place";
import { timeZoneOf } from "~/services/time-zone.server";

/** IANA name of the clock that a plan follows: its warehouse's, UTC without one. */
export const zoneOfWarehouse = (warehouse: Pick<WarehouseRow, "time_zone" | "lat" | "lng"> | undefined): string =>
  warehouse === undefined
    ? "UTC"
    : warehouseTimeZone({ timeZone: warehouse.time_zone, lat: warehouse.lat, lng: warehouse.lng }, timeZoneOf);

/** The clock that lists are told by: the user's own, else that of the company's first warehouse. */
export async function zoneOfUser(session: CompanySession): Promise<string> {
  const { id } = session.user;
  const user = id === null ? undefined : await findUserAcrossCompanies(db(), id);
  if (user?.time_zone && isTimeZone(user.time_zone)) return user.time_zone;
  const { rows } = await listWarehouses(db(), session.company.id, { status: RecordStatus.Active, first: 1 });
  return zoneOfWarehouse(rows[0]);
}
