import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { vehicleFromRow } from "~/db/codecs.server";
import { findMember } from "~/db/repositories/members.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { VehicleRow } from "~/db/tables";
import { memberName } from "~/domain/access/person-name";
import { refusalError } from "~/domain/decision";
import { fieldInWords } from "~/domain/plan/changed-fields";
import { textsInUnits } from "~/domain/unit-fields";
import { staleFields } from "~/domain/validation/stale-fields";
import { VEHICLE_FIELD_LABELS as LABELS } from "~/domain/vehicle/field-labels";
import { shownInForm } from "../queries/vehicles-page.server";
import { vehicleFormTexts } from "../vehicle-form-values";

/** The form's names of fields are those of the table, but for one. */
const fieldOf = (name: string): string =>
  name === "speed" ? "speedFactor" : name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

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
  seen: Readonly<Record<string, string>>,
): Promise<void> {
  const texts = (row: VehicleRow) => textsInUnits(vehicleFormTexts(shownInForm(row)), units);
  const [stored, next] = [texts(before), texts(after)];
  const changing = Object.keys(next).filter((name) => next[name] !== stored[name]);
  if (changing.every((name) => seen[name] === undefined || seen[name] === stored[name])) return;
  const vehicle: Readonly<Record<string, unknown>> = { ...vehicleFromRow(before) };
  const driver = before.driver_id === null ? undefined : await findMember(trx, companyId, before.driver_id);
  const warehouse = before.warehouse_id === null ? undefined : await findWarehouse(trx, companyId, before.warehouse_id);
  const stale = staleFields(changing, seen, stored, (name) => {
    if (name === "driver_id" && driver !== undefined) return [LABELS.driverId, memberName(driver)];
    if (name === "warehouse_id") return [LABELS.warehouseId, warehouse?.title ?? "a removed one"];
    return fieldInWords("vehicle", fieldOf(name), vehicle[fieldOf(name)], units);
  });
  if (stale !== null) throw refusalError({ ...stale, code: "vehicle.changed" });
}
