import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listOpenCalculationsOfPlan, requestCancel } from "~/db/repositories/calculations.server";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { jobs } from "~/services/jobs.server";
import { nowText } from "~/services/now.server";

/** For somebody whose page has not yet heard that it is over. */
export const notCalculated = (): AppError =>
  new AppError("calculation.over", "No calculation is running any more.", { status: 409 });

/**
 * Ends the plan's calculations: one that waits is dropped, one that runs keeps the best plan that it has found.
 * @throws AppError 403, 404, 409 when there is none
 */
export async function cancelCalculation(
  session: CompanySession,
  { planId, tab }: { planId: number; tab?: string | undefined },
): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "calculation.cancel", { companyId });
  const now = nowText();
  await getPlan(db(), companyId, planId);
  const openCalculations = await listOpenCalculationsOfPlan(db(), companyId, planId);
  if (openCalculations.length === 0) throw notCalculated();
  for (const { id } of openCalculations) {
    const outcome = await requestCancel(db(), companyId, id, now);
    if (outcome === "requested") jobs().cancel(id);
    if (outcome === "cancelled")
      publishChange(companyId, { model: "RoutingQuery", action: "update", ids: [id], planId }, tab);
  }
}
