import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { scoped } from "~/db/repositories/scoped.server";
import { getVehicle, removeVehicles } from "~/db/repositories/vehicles.server";
import { withTransaction } from "~/db/transaction.server";
import { RouteStatus } from "~/domain/route/route-status";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

/**
 * Routes that are still to be driven keep their vehicle; completed ones remember a removed one.
 * @returns title of what was removed
 * @throws AppError 403, 404, 409 'vehicle.in_use'
 */
export async function removeVehicle(session: CompanySession, id: number, tab?: string): Promise<string> {
  authorize(session, "vehicle.remove");
  const companyId = session.company.id;
  const title = await withTransaction(db(), async (trx) => {
    const vehicle = await getVehicle(trx, companyId, id);
    const plans: string[] = await scoped(trx, "routing_routes", companyId)
      .join("routing_plans as plan", "plan.id", "routing_routes.plan_id")
      .whereNull("plan.deleted_at")
      .where("routing_routes.vehicle_id", id)
      .whereNot("routing_routes.status", RouteStatus.Completed)
      .distinct("plan.title")
      .pluck("plan.title");
    const name = vehicle.title || vehicle.plate;
    if (plans.length > 0) {
      const shown = plans.slice(0, 3).join(", ") + (plans.length > 3 ? ` and ${plans.length - 3} more` : "");
      throw new AppError("vehicle.in_use", `${name} still has routes to drive in ${shown}. Remove it from these plans first, or make it inactive.`, { status: 409 });
    }
    await removeVehicles(trx, companyId, [id], nowText());
    return name;
  });
  publishChange(companyId, { model: "Vehicle", action: "destroy", ids: [id] }, tab);
  return title;
}
