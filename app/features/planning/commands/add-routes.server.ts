import { routeEndsOf } from "~/domain/place";
import { vehicleName } from "~/domain/vehicle/vehicle";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { planFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { recordPlanChange } from "~/db/repositories/plan-changes.server";
import { getPlan, touchPlan } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { getVehicles } from "~/db/repositories/vehicles.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import type { EditOptions } from "~/planner/change-plan.server";
import { NOTHING_LOGGED } from "~/domain/plan/plan-log";
import type { About, LoggedSide } from "~/domain/plan/plan-log";
import { insertRoutesOf } from "./insert-routes.server";

/**
 * Adds an empty route for each vehicle at the end of the plan, with the plan's start and end and the vehicle's driver.
 * @throws AppError 404 for another company's plan or vehicle, 409 for a vehicle that has a route here already
 */
export async function addRoutes(
  session: CompanySession,
  input: { planId: number; vehicleIds: readonly number[] },
  options: EditOptions,
): Promise<{ routeIds: number[]; version: number }> {
  const companyId = session.company.id;
  authorize(session, "route.create", { companyId });
  return withTransaction(db(), async (trx) => {
    const now = nowText();
    // The version first: it also locks the plan, so that two tabs can't add the same vehicle.
    const version = await touchPlan(trx, companyId, input.planId, null, now);
    const plan = planFromRow(await getPlan(trx, companyId, input.planId));
    const vehicles = await getVehicles(trx, companyId, input.vehicleIds);
    const routes = await listRoutesOfPlan(trx, companyId, plan.id);
    const double = vehicles.find((vehicle) => routes.some((route) => route.vehicle_id === vehicle.id));
    if (double)
      throw new AppError("route.vehicle_used", `${vehicleName(double)} has a route in this plan already.`, {
        status: 409,
        field: "vehicleIds",
      });
    const firstPosition = routes.reduce((last, route) => Math.max(last, route.position), 0) + 1;
    const routeIds = await insertRoutesOf(
      trx,
      companyId,
      { planId: plan.id, warehouseId: plan.warehouseId, ends: routeEndsOf(plan), firstPosition },
      vehicles,
      now,
    );
    const after: LoggedSide = { ...NOTHING_LOGGED, routes: routeIds.map((id) => ({ id, created: true })) };
    const about: About = { names: [], visits: 0, routeIds };
    await recordPlanChange(
      trx,
      companyId,
      {
        planId: plan.id,
        userId: session.user.id,
        kind: "route.add",
        planVersion: version,
        before: NOTHING_LOGGED,
        after,
        about,
      },
      now,
    );
    afterCommit(trx, () =>
      publishChange(
        companyId,
        { model: "RoutingRoute", action: "create", ids: routeIds, planId: plan.id },
        options.tab,
      ),
    );
    return { routeIds, version };
  });
}
