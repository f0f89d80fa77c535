import type { CompanySession } from "~/auth/session.server";
import { vehicleFromRow } from "~/db/codecs.server";
import { getVehicles } from "~/db/repositories/vehicles.server";
import { planningChanges } from "~/domain/changes";
import { accept } from "~/domain/decision";
import { newRoutes, nextPosition } from "~/domain/route/new-route";
import { isFree } from "~/domain/route/route-permissions";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { changePlan } from "~/planner/change-plan.server";
import type { EditOptions } from "~/planner/change-plan.server";
import type { Loaded } from "~/planner/plan-change";

interface WithVehicles extends Loaded {
  vehicles: Vehicle[];
}

/**
 * Adds an empty route for each vehicle at the end of the plan, with the plan's start and end and the vehicle's driver.
 * @throws AppError 404 for another company's plan or vehicle, 409 for a vehicle that has a route here already
 */
export async function addRoutes(
  session: CompanySession,
  { planId, vehicleIds }: { planId: number; vehicleIds: readonly number[] },
  options: EditOptions,
): Promise<{ routeIds: readonly number[]; version: number }> {
  const { createdRouteIds, version } = await changePlan<WithVehicles>(
    session,
    {
      kind: "route.add",
      action: "route.create",
      planId,
      // A vehicle that somebody else has added since is refused by name.
      subject: {},
      load: async (trx) => ({
        visits: [],
        vehicles: (await getVehicles(trx, session.company.id, vehicleIds)).map(vehicleFromRow),
      }),
      decide: ({ plan, routes, vehicles }) => {
        for (const vehicle of vehicles) {
          const free = isFree(vehicle, routes, "vehicleIds");
          if (!free.ok) return free;
        }
        return accept(planningChanges({ createRoutes: newRoutes(plan, vehicles, nextPosition(routes)) }));
      },
      events: ({ createdRouteIds: ids }) => [{ model: "RoutingRoute", action: "create", ids: [...ids], planId }],
    },
    options,
  );
  return { routeIds: createdRouteIds, version };
}
