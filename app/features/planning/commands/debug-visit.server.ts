import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { touchPlan } from "~/db/repositories/plans.server";
import { getVisit, updateVisit } from "~/db/repositories/visits.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import type { DebugVisitInput } from "../visit-schemas";

/**
 * What the sudo admin sets by hand to find a fault: place in the order and times, without a rule being asked and
 * without anything that follows from it.
 * @throws AppError 403 for everybody else, 404
 */
export async function debugVisit(
  session: CompanySession,
  { visitId, ...values }: DebugVisitInput,
  tab?: string,
): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "debug.visit");
  await withTransaction(db(), async (trx) => {
    const now = nowText();
    const visit = await getVisit(trx, companyId, visitId);
    if (visit.plan_id !== null) await touchPlan(trx, companyId, visit.plan_id, null, now);
    await updateVisit(
      trx,
      companyId,
      visitId,
      { position: values.position, arrival_time: values.arrivalTime, completed_at: values.completedAt },
      now,
    );
    afterCommit(trx, () =>
      publishChange(
        companyId,
        {
          model: "RoutingVisit",
          action: "update",
          ids: [visitId],
          ...(visit.plan_id === null ? {} : { planId: visit.plan_id }),
        },
        tab,
      ),
    );
  });
}
