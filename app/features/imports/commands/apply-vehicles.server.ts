import { vehicleToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getVehicles, insertVehicle, platesOf, updateVehicle } from "~/db/repositories/vehicles.server";
import type { VehicleRow } from "~/db/tables";
import type { ImportedVehicle } from "~/domain/import/imported";
import type { UtcText } from "~/domain/time/utc-text";
import { plateKey } from "../plate-key";
import { RowOutcome } from "../row-outcome";

export interface VehicleImportRow {
  rowId: number;
  item: ImportedVehicle;
  /** the fields that the row itself has a value for */
  given: ReadonlySet<string>;
}

export interface VehicleResult {
  rowId: number;
  outcome: RowOutcome;
  vehicleId: number;
}

/** Where vehicles belong: new ones, and all of them when the user chose a warehouse. */
export interface VehiclePlace {
  warehouseId: number | null;
  chosen: number | null;
}

export interface AppliedVehicles {
  results: VehicleResult[];
  /** the changed ones as they were: their routes get new times */
  before: VehicleRow[];
}

/** Of two vehicles with one plate the older one is meant. */
export async function knownPlates(db: Db, companyId: number): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  for (const { id, plate } of (await platesOf(db, companyId)).sort((a, b) => b.id - a.id))
    known.set(plateKey(plate), id);
  return known;
}

/** The same plate is the same vehicle: it is changed where the row has values, all others are added. */
export async function applyVehicles(
  trx: Db,
  companyId: number,
  rows: readonly VehicleImportRow[],
  place: VehiclePlace,
  now: UtcText,
): Promise<AppliedVehicles> {
  if (rows.length === 0) return { results: [], before: [] };
  const known = await knownPlates(trx, companyId);
  const results: VehicleResult[] = [];
  const before: VehicleRow[] = [];
  for (const { rowId, item, given } of rows) {
    const id = known.get(plateKey(item.plate));
    if (id === undefined) {
      const added = { ...vehicleToRow(item), warehouse_id: place.warehouseId };
      const vehicleId = await insertVehicle(trx, companyId, added, now);
      known.set(plateKey(item.plate), vehicleId);
      results.push({ rowId, outcome: RowOutcome.Created, vehicleId });
      continue;
    }
    const [stored] = await getVehicles(trx, companyId, [id]);
    const changes = changesOf(item, given, stored!, place.chosen);
    if (Object.keys(changes).length > 0) {
      before.push(stored!);
      await updateVehicle(trx, companyId, id, changes, now);
    }
    const outcome = Object.keys(changes).length > 0 ? RowOutcome.Updated : RowOutcome.Unchanged;
    results.push({ rowId, outcome, vehicleId: id });
  }
  return { results, before };
}

function changesOf(
  item: ImportedVehicle,
  given: ReadonlySet<string>,
  stored: VehicleRow,
  warehouseId: number | null,
): Partial<VehicleRow> {
  // The plate is how the vehicle was found; its title may be the company's own.
  const fields = Object.fromEntries(Object.entries(item).filter(([name]) => given.has(name) && name !== "plate"));
  const values: Partial<VehicleRow> = {
    ...vehicleToRow(fields),
    ...(warehouseId === null ? {} : { warehouse_id: warehouseId }),
  };
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => (stored[name as keyof VehicleRow] ?? null) !== (value ?? null)),
  );
}
