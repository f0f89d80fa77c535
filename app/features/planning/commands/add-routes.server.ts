import type { CompanySession } from "~/auth/session.server";
import { vehicleFromRow } from "~/db/codecs.server";
import { getVehicles } from "~/db/repositories/vehicles.server";
import { planningChanges } from "~/domain/changes";
import { accept, refuse } from "~/domain/decision";
import { newRoutes, nextPosition } from "~/domain/route/new-route";
import { vehicleName } from "~/domain/vehicle/vehicle";
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
        const double = vehicles.find((vehicle) => routes.some((route) => route.vehicleId === vehicle.id));
        if (double) {
          const message = `${vehicleName(double)} has a route in this plan already.`;
          return refuse("route.vehicle_used", message, 409, { vehicleIds: message });
        }
        return accept(planningChanges({ createRoutes: newRoutes(plan, vehicles, nextPosition(routes)) }));
      },
      events: ({ createdRouteIds: ids }) => [{ model: "RoutingRoute", action: "create", ids: [...ids], planId }],
    },
    options,
  );
  return { routeIds: createdRouteIds, version };
}
