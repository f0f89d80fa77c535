import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJsonInTurns } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCalculation } from "~/db/repositories/calculations.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { withTransaction } from "~/db/transaction.server";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { planScope } from "~/domain/calculation/scope";
import type { CalculationScope } from "~/domain/calculation/scope";
import { AppError, notFound } from "~/lib/errors";
import type { PlanState } from "~/planner/plan-state.server";
import { nowText } from "~/services/now.server";
import { enqueueCalculation } from "./enqueue-calculation.server";

interface ReOptimiseInput {
  planId: number;
  /** at most so many stops change their route or their order */
  changeBudget: number;
  /** only these routes; empty: all that are neither locked nor completed */
  routeIds: readonly number[];
  tab?: string | undefined;
}

function chosenScope({ routes, visits }: PlanState, routeIds: readonly number[]): CalculationScope {
  const chosen = routeIds.length === 0 ? routes : routes.filter((route) => routeIds.includes(route.id));
  if (routeIds.length > 0 && chosen.length < new Set(routeIds).size) throw notFound("Route");
  const scope = planScope(chosen, visits);
  if (routes.length > 0 && scope.routes.length === 0) {
    throw new AppError(
      "calculation.locked",
      routeIds.length === 0
        ? "Every route is locked or completed. Unlock one first."
        : "The chosen routes are locked or completed. Unlock one first.",
      { status: 409 },
    );
  }
  return scope;
}

/**
 * Looks for a better plan in which at most so many stops move. The result is a proposal: the plan changes when
 * somebody applies it (`applyProposal`). Visits on no route may be put into one; each of them counts.
 * @returns id of the calculation
 * @throws AppError 403, 404, 409 when one runs or nothing may be changed, 422 with every fault of the input
 */
export async function reOptimise(
  session: CompanySession,
  { planId, changeBudget, routeIds, tab }: ReOptimiseInput,
): Promise<{ queryId: number }> {
  authorize(session, "calculation.run", { companyId: session.company.id });
  const now = nowText();
  const chosen = routeIds.length === 0 ? undefined : [...routeIds];
  return withTransaction(db(), async (trx) => ({
    queryId: await enqueueCalculation(
      trx,
      session,
      { planId, changeBudget, routeIds: chosen, scope: (state) => chosenScope(state, routeIds) },
      now,
      tab,
    ),
  }));
}

/** The same request for the plan as it stands now. @throws AppError as `reOptimise`, 404 for what is no proposal */
export async function reOptimiseAgain(
  session: CompanySession,
  { queryId, tab }: { queryId: number; tab?: string | undefined },
): Promise<{ queryId: number; planId: number }> {
  const row = await getCalculation(db(), session.company.id, queryId);
  const input = await parseJsonInTurns<CalculationInput | null>(row.input, null);
  if (row.plan_id === null || row.change_budget === null || input === null) throw notFound("Proposal");
  const asked = input.base.route_ids ?? [];
  const routes = await listRoutesOfPlan(db(), session.company.id, row.plan_id);
  const routeIds = routes.flatMap(({ id }) => (asked.includes(id) ? [id] : []));
  // None that is left would mean all of them.
  if (asked.length > 0 && routeIds.length === 0) throw notFound("Route");
  const { plan_id: planId, change_budget: changeBudget } = row;
  const again = await reOptimise(session, { planId, changeBudget, routeIds, tab });
  return { ...again, planId: row.plan_id };
}
