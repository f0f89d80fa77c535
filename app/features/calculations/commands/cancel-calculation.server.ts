import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listOpenQueriesOfPlan, requestCancel } from "~/db/repositories/queries.server";
import { publishChange } from "~/realtime/publisher.server";
import { jobs } from "~/services/jobs.server";
import { nowText } from "~/services/now.server";

/** Ends the plan's calculations: one that waits is dropped, one that runs keeps the best plan that it has found. */
export async function cancelCalculation(session: CompanySession, { planId, tab }: { planId: number; tab?: string }): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "calculation.cancel", { companyId });
  const now = nowText();
  for (const { id } of await listOpenQueriesOfPlan(db(), companyId, planId)) {
    const outcome = await requestCancel(db(), companyId, id, now);
    if (outcome === "requested") jobs().cancel(id);
    if (outcome === "cancelled") publishChange(companyId, { model: "RoutingQuery", action: "update", ids: [id], planId }, tab);
  }
}
