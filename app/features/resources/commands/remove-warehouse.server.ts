import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { plansAndVehiclesOf } from "~/db/repositories/in-use.server";
import { releaseFromWarehouse } from "~/db/repositories/plan-visits.server";
import { getWarehouse, removeWarehouses } from "~/db/repositories/warehouses.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { fewNamed } from "~/domain/few-named";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

/**
 * A plan without its warehouse would lose its start and its clock, so a warehouse in use stays. Visits that wait for a
 * plan lose theirs.
 * @returns title of what was removed
 * @throws AppError 403, 404, 409 'warehouse.in_use'
 */
export async function removeWarehouse(session: CompanySession, id: number, tab?: string): Promise<string> {
  authorize(session, "warehouse.remove");
  const companyId = session.company.id;
  const title = await withTransaction(db(), async (trx) => {
    const warehouse = await getWarehouse(trx, companyId, id);
    const { plans, vehicles } = await plansAndVehiclesOf(trx, companyId, id);
    const users = [
      plans.length > 0 ? `plans (${fewNamed(plans)})` : "",
      vehicles.length > 0 ? `vehicles (${fewNamed(vehicles)})` : "",
    ].filter(Boolean);
    if (users.length > 0) {
      throw new AppError(
        "warehouse.in_use",
        `${warehouse.title} is used by ${users.join(" and ")}. ` +
          "Give them another warehouse first, or make this one inactive.",
        { status: 409 },
      );
    }
    const now = nowText();
    // They are planned from any warehouse then, as visits of none are.
    await releaseFromWarehouse(trx, companyId, id, now);
    await removeWarehouses(trx, companyId, [id], now);
    return warehouse.title;
  });
  publishChange(companyId, { model: "Warehouse", action: "destroy", ids: [id] }, tab);
  return title;
}
