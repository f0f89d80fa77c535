import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { requestCancel } from "~/db/repositories/calculations.server";
import { publishChange } from "~/realtime/publisher.server";
import { jobs } from "~/services/jobs.server";
import { nowText } from "~/services/now.server";
import { notCalculated } from "./cancel-calculation.server";

/**
 * Ends one calculation: one that waits is dropped, one that runs keeps the best plan that it has found.
 * @throws AppError 403, 404, 409 when it is over
 */
export async function stopCalculation(
  session: CompanySession,
  { queryId, tab }: { queryId: number; tab?: string | undefined },
): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "calculation.cancel", { companyId });
  const outcome = await requestCancel(db(), companyId, queryId, nowText());
  if (outcome === "finished") throw notCalculated();
  if (outcome === "requested") jobs().cancel(queryId);
  if (outcome === "cancelled")
    publishChange(companyId, { model: "RoutingQuery", action: "update", ids: [queryId] }, tab);
}
