import type { Db } from "../client.server";
import type { UtcText, VehiclePositionRow } from "../tables";
import { scoped } from "./scoped.server";

/** Where the vehicles of these routes are, newest known; routes that nobody shared a position of are left out. */
export async function latestPositions(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
): Promise<Map<number, VehiclePositionRow>> {
  if (routeIds.length === 0) return new Map();
  const rows = (await scoped(db, "latest_positions", companyId).whereIn("route_id", [
    ...routeIds,
  ])) as VehiclePositionRow[];
  return new Map(rows.map((row) => [row.route_id, row]));
}

/** The way of these routes' vehicles between two instants, both included, oldest first. */
export async function trailsOf(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
  { from, to }: { from: UtcText; to: UtcText },
): Promise<VehiclePositionRow[]> {
  if (routeIds.length === 0) return [];
  return (await scoped(db, "vehicle_positions", companyId)
    .whereIn("route_id", [...routeIds])
    .whereBetween("taken_at", [from, to])
    .orderBy("taken_at")
    .orderBy("id")) as VehiclePositionRow[];
}
