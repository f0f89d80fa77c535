import { routeToRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { insertRoute } from "~/db/repositories/routes.server";
import type { NewRoute } from "~/db/repositories/routes.server";
import type { VehicleRow } from "~/db/tables";
import { newRoutes } from "~/domain/route/new-route";
import type { RoutesOwner } from "~/domain/route/new-route";
import type { UtcText } from "~/domain/time/utc-text";

/** The routes that a plan begins with: an empty one for each vehicle. */
export async function insertFirstRoutes(
  trx: Db,
  plan: RoutesOwner,
  vehicles: readonly Pick<VehicleRow, "id" | "driver_id">[],
  now: UtcText,
): Promise<void> {
  const drivenBy = vehicles.map((vehicle) => ({ id: vehicle.id, driverId: vehicle.driver_id }));
  for (const route of newRoutes(plan, drivenBy, 1))
    await insertRoute(trx, plan.companyId, routeToRow(route) as NewRoute, now);
}
