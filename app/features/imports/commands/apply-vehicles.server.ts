import { vehicleToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getVehicles, insertVehicle, platesOf, updateVehicle } from "~/db/repositories/vehicles.server";
import type { VehicleRow } from "~/db/tables";
import type { ImportedVehicle } from "~/domain/import/imported";
import { parseHHmm, START_BEFORE_END } from "~/domain/time/hhmm";
import { hoursText } from "~/domain/time/time-window";
import type { UtcText } from "~/domain/time/utc-text";
import { plateKey } from "../plate-key";
import { plainNote } from "../row-notes";
import type { ImportNote } from "../row-notes";
import { RowOutcome } from "../row-outcome";

export interface VehicleImportRow {
  rowId: number;
  /** in the file, from 1 on */
  row: number;
  item: ImportedVehicle;
  /** the fields that the row itself has a value for */
  given: ReadonlySet<string>;
}

interface VehicleResult {
  rowId: number;
  outcome: RowOutcome;
  vehicleId: number;
  /** beside what reading the row said */
  notes: ImportNote[];
}

/** Where vehicles belong: new ones, and all of them when the user chose a warehouse. */
interface VehiclePlace {
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
  for (const { rowId, row, item, given } of rows) {
    const id = known.get(plateKey(item.plate));
    if (id === undefined) {
      const added = { ...vehicleToRow(item), warehouse_id: place.warehouseId };
      const vehicleId = await insertVehicle(trx, companyId, added, now);
      known.set(plateKey(item.plate), vehicleId);
      results.push({ rowId, outcome: RowOutcome.Created, vehicleId, notes: [] });
      continue;
    }
    const [stored] = await getVehicles(trx, companyId, [id]);
    const { changes, notes } = inOrder(changesOf(item, given, stored!, place.chosen), stored!, row);
    if (Object.keys(changes).length > 0) {
      before.push(stored!);
      await updateVehicle(trx, companyId, id, changes, now);
    }
    const outcome = Object.keys(changes).length > 0 ? RowOutcome.Updated : RowOutcome.Unchanged;
    results.push({ rowId, outcome, vehicleId: id, notes });
  }
  return { results, before };
}

/** Beginning and end of the same thing. */
const HOURS = [
  ["work_hour_start", "work_hour_end"],
  ["break_start", "break_end"],
] as const;

/** Hours that would be the wrong way round with what is stored stay as they are, and the row says so. */
function inOrder(
  changes: Partial<VehicleRow>,
  stored: VehicleRow,
  row: number,
): { changes: Partial<VehicleRow>; notes: ImportNote[] } {
  const kept = { ...changes };
  const notes: ImportNote[] = [];
  for (const [from, to] of HOURS) {
    if (!(from in changes) && !(to in changes)) continue;
    const [start, end] = [changes[from] ?? stored[from], changes[to] ?? stored[to]];
    const [startMin, endMin] = [parseHHmm(start), parseHHmm(end)];
    if (startMin === null || endMin === null || startMin < endMin) continue;
    delete kept[from];
    delete kept[to];
    const hours = hoursText(start ?? "", end ?? "");
    const sentence = `${START_BEFORE_END} (${hours}). The vehicle's hours stay as they are.`;
    notes.push(plainNote(row, "window_order", sentence, "defaulted"));
  }
  return { changes: kept, notes };
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
