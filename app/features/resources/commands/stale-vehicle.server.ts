import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { vehicleFromRow } from "~/db/codecs.server";
import { findMember } from "~/db/repositories/members.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { VehicleRow } from "~/db/tables";
import { memberName } from "~/domain/access/person-name";
import { camelCase } from "~/domain/camel-case";
import { fieldInWords } from "~/domain/plan/changed-fields";
import { textsInUnits } from "~/domain/unit-fields";
import { isChangedSince, refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { VEHICLE_FIELD_LABELS as LABELS } from "~/domain/vehicle/field-labels";
import { shownInForm } from "../queries/vehicles-page.server";
import { vehicleFormTexts } from "../vehicle-form-values";

/** The form's names of fields are those of the table, but for one. */
const fieldOf = (name: string): string => (name === "speed" ? "speedFactor" : camelCase(name));

/**
 * @param after as the form would store it
 * @param seen what the form's fields showed
 * @throws AppError 409 for fields that somebody else has changed since, with what is stored now
 */
export async function refuseStaleVehicle(
  trx: Db,
  { company: { id: companyId }, units }: CompanySession,
  before: VehicleRow,
  after: VehicleRow,
  seen: FieldTexts,
): Promise<void> {
  const texts = (row: VehicleRow) => textsInUnits(vehicleFormTexts(shownInForm(row)), units);
  const stored = texts(before);
  const { driver_id: driverId, warehouse_id: warehouseId } = before;
  type Find<T> = (trx: Db, companyId: number, id: number) => Promise<T>;
  const readIfStale = <T>(name: string, id: number | null, find: Find<T>) =>
    id !== null && isChangedSince(name, seen, stored) ? find(trx, companyId, id) : undefined;
  const driver = await readIfStale("driver_id", driverId, findMember);
  const warehouse = await readIfStale("warehouse_id", warehouseId, findWarehouse);
  const vehicle: Readonly<Record<string, unknown>> = { ...vehicleFromRow(before) };
  refuseStaleFields("vehicle.changed", { seen, stored, next: texts(after) }, (name) =>
    name === "warehouse_id"
      ? [LABELS.warehouseId, warehouse?.title ?? "a removed one"]
      : fieldInWords("vehicle", fieldOf(name), vehicle[fieldOf(name)], units, {
          driver: () => driver && memberName(driver),
        }),
  );
}
