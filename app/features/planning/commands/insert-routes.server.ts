import { routeToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { insertRoute } from "~/db/repositories/routes.server";
import type { VehicleRow } from "~/db/tables";
import type { RouteEnds } from "~/domain/place";
import type { UtcText } from "~/domain/time/utc-text";

export interface RoutesOwner {
  planId: number;
  warehouseId: number | null;
  /** the plan's start and end, which its routes take over */
  ends: RouteEnds;
  /** position of the first new route */
  firstPosition: number;
}

/** An empty route for each vehicle, in their order, with the vehicle's own driver. @returns the new ids */
export async function insertRoutesOf(
  trx: Db,
  companyId: number,
  owner: RoutesOwner,
  vehicles: readonly Pick<VehicleRow, "id" | "driver_id">[],
  now: UtcText,
): Promise<number[]> {
  const ids: number[] = [];
  const ends = routeToRow(owner.ends);
  for (const [index, vehicle] of vehicles.entries()) {
    ids.push(
      await insertRoute(
        trx,
        companyId,
        {
          ...ends,
          plan_id: owner.planId,
          warehouse_id: owner.warehouseId,
          vehicle_id: vehicle.id,
          driver_id: vehicle.driver_id,
          position: owner.firstPosition + index,
        },
        now,
      ),
    );
  }
  return ids;
}
