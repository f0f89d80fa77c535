/** Which routes a change of vehicles or of a warehouse has to be followed by, noted with the change itself. */
import type { Db } from "~/db/client.server";
import { listOpenRoutesWith, markRetimes } from "~/db/repositories/routes.server";
import type { OpenRoute } from "~/db/repositories/routes.server";
import { getVehicles } from "~/db/repositories/vehicles.server";
import { getWarehouse } from "~/db/repositories/warehouses.server";
import type { RetimeDepth, VehicleRow, WarehouseRow } from "~/db/tables";
import { earliestToday } from "~/domain/time/time-zone";
import { nowSec, nowSecOf, nowText } from "~/services/now.server";
import type { Author } from "./author.server";

/** What legs and departures depend on. */
const LEG_FIELDS = [
  "type",
  "width",
  "height",
  "weight",
  "speed_factor",
  "work_hour_start",
  "park_location_lat",
  "park_location_lng",
] as const satisfies readonly (keyof VehicleRow)[];
/** What only the rules of a route depend on. */
const RULE_FIELDS = [
  "work_hour_end",
  "overtime",
  "max_distance",
  "capacity",
  "max_load",
  "max_quantity",
  "break_start",
  "break_end",
  "break_duration",
  "cost_per_km",
  "cost_per_hour",
  "fixed_cost",
] as const satisfies readonly (keyof VehicleRow)[];

/** A vehicle that is driven otherwise than before. */
interface VehicleEffect {
  old: VehicleRow;
  row: VehicleRow;
  depth: RetimeDepth;
}

/** Of the vehicles as they were, those that are driven otherwise now, by id. */
export async function vehicleEffects(
  db: Db,
  companyId: number,
  before: readonly VehicleRow[],
): Promise<Map<number, VehicleEffect>> {
  const ids = before.map(({ id }) => id);
  const now = new Map((await getVehicles(db, companyId, ids)).map((row) => [row.id, row]));
  const effects = new Map<number, VehicleEffect>();
  for (const old of before) {
    const row = now.get(old.id)!;
    const differs = (field: keyof VehicleRow) => (old[field] ?? null) !== (row[field] ?? null);
    const depth = LEG_FIELDS.some(differs) ? 2 : RULE_FIELDS.some(differs) ? 1 : null;
    if (depth !== null) effects.set(old.id, { old, row, depth });
  }
  return effects;
}

/** Whether legs and days that begin at the warehouse are others now. */
export async function hasMoved(db: Db, companyId: number, before: WarehouseRow): Promise<boolean> {
  const now = await getWarehouse(db, companyId, before.id);
  return before.lat !== now.lat || before.lng !== now.lng || before.time_zone !== now.time_zone;
}

/** The routes with these vehicles, or of this warehouse, that may still be driven. */
export const openRoutes = (
  db: Db,
  { companyId, clock = null }: Author,
  what: Parameters<typeof listOpenRoutesWith>[2],
): Promise<OpenRoute[]> =>
  // A clock that runs ahead must not leave out the routes that others drive today.
  listOpenRoutesWith(db, companyId, what, earliestToday(Math.min(nowSec(), nowSecOf({ clock }))));

/**
 * Marks the routes of vehicles that were changed, in the transaction that changes them: whatever becomes of
 * `retimeAfterVehicles` after the commit, they get their times (`retimeLeft`).
 * @param before the vehicles as they were
 */
export async function noteRetimes(trx: Db, author: Author, before: readonly VehicleRow[]): Promise<void> {
  const effects = await vehicleEffects(trx, author.companyId, before);
  if (effects.size === 0) return;
  const routes = await openRoutes(trx, author, { vehicleIds: [...effects.keys()] });
  for (const depth of [1, 2] as const) {
    const ids = routes.filter((route) => effects.get(route.vehicle_id!)?.depth === depth).map(({ id }) => id);
    await markRetimes(trx, author.companyId, ids, depth, nowText());
  }
}

/** The same for the routes of a warehouse that was moved. */
export async function noteRetimesOfWarehouse(trx: Db, author: Author, before: WarehouseRow): Promise<void> {
  if (!(await hasMoved(trx, author.companyId, before))) return;
  const routes = await openRoutes(trx, author, { warehouseId: before.id });
  const ids = routes.map(({ id }) => id);
  await markRetimes(trx, author.companyId, ids, 2, nowText());
}
