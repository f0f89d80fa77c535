import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { planToRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { updatePlan } from "~/db/repositories/plans.server";
import { enqueueQuery, listOpenQueriesOfPlan } from "~/db/repositories/queries.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { buildQuery } from "~/domain/calculation/build-query";
import { CalculationType } from "~/domain/calculation/calculation-type";
import { planScope } from "~/domain/calculation/scope";
import { PlanStatus } from "~/domain/plan/plan-status";
import { AppError } from "~/lib/errors";
import { loadPlanState } from "~/planner/plan-state.server";
import { publishChange } from "~/realtime/publisher.server";
import { jobs } from "~/services/jobs.server";
import { nowText } from "~/services/now.server";

export const RUNNING_ALREADY = "This plan is being calculated already. Wait for the result, or stop it and keep the best plan so far.";

/**
 * Puts the calculation of a whole plan into the queue: the question is stored as it stands now, the answer is applied
 * only if nobody changed the plan meanwhile.
 * @returns id of the calculation
 * @throws AppError 422 with every fault of the input (no vehicles, no visits, a visit without coordinates, …); 409 when one runs
 */
export async function calculatePlan(session: CompanySession, { planId, tab }: { planId: number; tab?: string }): Promise<{ queryId: number }> {
  const companyId = session.company.id;
  authorize(session, "calculation.run", { companyId });
  const now = nowText();

  return withTransaction(db(), async (trx) => {
    const state = await loadPlanState(trx, companyId, planId);
    if ((await listOpenQueriesOfPlan(trx, companyId, planId)).length > 0) throw new AppError("calculation.running", RUNNING_ALREADY, { status: 409 });

    const decision = buildQuery({ ...state, ...planScope(state.routes, state.visits), mode: "full", now });
    if (!decision.ok) throw new AppError(decision.error.code, decision.error.message, { status: decision.error.status, details: decision.error.fields });

    const planning = state.plan.status === PlanStatus.Created ? { status: PlanStatus.Planning } : {};
    const version = await updatePlan(trx, companyId, planId, state.plan.version, planToRow(planning), now);
    const queryId = await enqueueQuery(
      trx,
      companyId,
      {
        title: now,
        input: JSON.stringify(decision.changes),
        plan_id: planId,
        plan_version: version,
        user_id: session.user.id,
        country_id: state.company.countryId,
        type: CalculationType.Web,
      },
      now,
    );
    afterCommit(trx, () => {
      publishChange(companyId, { model: "RoutingQuery", action: "create", ids: [queryId], planId }, tab);
      jobs().wake();
    });
    return { queryId };
  });
}
