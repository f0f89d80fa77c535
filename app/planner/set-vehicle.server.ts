import { vehicleFromRow, vehicleToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getVehicle, updateVehicle } from "~/db/repositories/vehicles.server";
import type { UtcText, VehicleRow } from "~/db/tables";
import { afterCommit } from "~/db/transaction.server";
import type { Patch } from "~/domain/changes";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { publishChange } from "~/realtime/publisher.server";
import type { ChangedVehicle } from "~/domain/plan/plan-log";
import type { Author } from "./author.server";
import { noteRetimes } from "./note-retimes.server";

/** A vehicle as it was, and its fields as they are logged with a change of the plan. */
export interface SetVehicle {
  row: VehicleRow;
  changed: ChangedVehicle;
}

/**
 * Changes a vehicle in a plan's own transaction. Call retimeAfterVehicle with the row after the commit: it is driven in
 * other plans too.
 * @throws AppError 404
 */
export async function setVehicle(
  trx: Db,
  author: Author,
  { id, set }: Patch<Vehicle>,
  now: UtcText,
  tab: string | undefined,
): Promise<SetVehicle> {
  const { companyId } = author;
  const row = await getVehicle(trx, companyId, id);
  await updateVehicle(trx, companyId, id, vehicleToRow(set), now);
  await noteRetimes(trx, author, [row]);
  afterCommit(trx, () => publishChange(companyId, { model: "Vehicle", action: "update", ids: [id] }, tab));
  return { row, changed: changedVehicle(vehicleFromRow(row), { ...vehicleFromRow(row), ...set }) };
}

/** The fields in which the two differ. */
export function changedVehicle(before: Vehicle, after: Vehicle): ChangedVehicle {
  const fields = (Object.keys(before) as (keyof Vehicle)[]).filter(
    (field) => (before[field] ?? null) !== (after[field] ?? null),
  );
  const pick = (vehicle: Vehicle) => ({
    id: before.id,
    ...Object.fromEntries(fields.map((field) => [field, vehicle[field] ?? null])),
  });
  return { before: pick(before), after: pick(after) };
}
