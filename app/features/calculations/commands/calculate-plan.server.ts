import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { withTransaction } from "~/db/transaction.server";
import { planScope } from "~/domain/calculation/scope";
import { nowText } from "~/services/now.server";
import { enqueueCalculation } from "./enqueue-calculation.server";

/**
 * Puts the calculation of a whole plan into the queue: its input is stored as it stands now, the result is applied
 * only if nobody changed what was asked about meanwhile.
 * @param followsChangeId the suggestion that it is started for: Discard takes back both
 * @returns id of the calculation
 * @throws AppError 422 with every fault of the input (no vehicles, no visits, a visit without coordinates, …); 409 when
 * one runs
 */
export async function calculatePlan(
  session: CompanySession,
  { planId, tab, followsChangeId }: { planId: number; tab?: string | undefined; followsChangeId?: number | undefined },
): Promise<{ queryId: number }> {
  authorize(session, "calculation.run", { companyId: session.company.id });
  const now = nowText();
  return withTransaction(db(), async (trx) => ({
    queryId: await enqueueCalculation(
      trx,
      session,
      { planId, scope: ({ routes, visits }) => planScope(routes, visits), followsChangeId },
      now,
      tab,
    ),
  }));
}
