import type { Db } from "~/db/client.server";
import { savePlanningChanges } from "~/db/planning-changes.server";
import { finishQuery } from "~/db/repositories/query-queue.server";
import type { Claim, QueryResult } from "~/db/repositories/query-queue.server";
import { getPlan } from "~/db/repositories/plans.server";
import type { RoutingQueryRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { applySolution } from "~/domain/calculation/apply-solution";
import type { CalculationOutput } from "~/domain/calculation/output";
import type { QueryBody } from "~/domain/calculation/query-body";
import { mergeChanges, planningChanges } from "~/domain/changes";
import type { Patch } from "~/domain/changes";
import type { UtcText } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { loadPlanState } from "~/planner/plan-state.server";
import { publishChange } from "~/realtime/publisher.server";

export const STALE = "The plan was changed while it was being calculated, so the result was not applied. Calculate again to include the changes.";

export interface Finished {
  row: Pick<RoutingQueryRow, "id" | "company_id" | "plan_id" | "plan_version">;
  claim: Claim;
  query: QueryBody;
  output: CalculationOutput;
  lines: Patch<Visit>[];
  /** somebody asked to stop: the plan is the best that was found until then */
  cancelled: boolean;
}

/** A calculation of a certain version of a plan changes that plan; one without a version is only stored. */
export const planToChange = (row: Pick<RoutingQueryRow, "plan_id" | "plan_version">): number | null => (row.plan_version === null ? null : row.plan_id);

/** The claim on the row was lost meanwhile: another process owns the calculation, and this one's work is thrown away. */
export class ClaimLost extends Error {}

/**
 * Puts the result into the plan: output, visits, routes and the end of the calculation in one transaction, and only if
 * the plan is still the one that was asked about. Otherwise, and for a calculation that is only tried out, the result
 * is kept for the history alone.
 * @throws ClaimLost
 */
export function applyCalculation(database: Db, { row, claim, query, output, lines, cancelled }: Finished, now: UtcText): Promise<QueryResult["status"]> {
  return withTransaction(database, async (trx) => {
    const companyId = row.company_id;
    const planId = planToChange(row);
    const stale = planId !== null && (await getPlan(trx, companyId, planId)).version !== row.plan_version;
    const applied = planId !== null && !stale;
    if (applied) {
      const state = await loadPlanState(trx, companyId, planId);
      const changes = applySolution({ query, queryId: row.id, output, routes: state.routes, visits: state.visits, vehicles: state.vehicles });
      const marked = planningChanges({ plan: { id: planId, set: { queryId: row.id } }, visits: lines });
      await savePlanningChanges(trx, companyId, planId, row.plan_version, mergeChanges([changes, marked]), now);
    }
    const status = stale ? "stale" : cancelled ? "cancelled" : "done";
    const held = await finishQuery(
      trx,
      claim,
      {
        status,
        output: JSON.stringify(output),
        summary: JSON.stringify(output.summary),
        is_correct_output: 1,
        incumbent_cost: output.summary.cost,
        incumbent_unassigned: output.summary.unassigned,
        error_code: stale ? "plan.changed" : null,
        error_message: stale ? STALE : null,
        applied_at: applied ? now : null,
      },
      now,
    );
    if (!held) throw new ClaimLost();
    afterCommit(trx, () => {
      publishChange(companyId, { model: "RoutingQuery", action: "update", ids: [row.id], planId: planId ?? undefined });
      if (applied) publishChange(companyId, { model: "RoutingPlan", action: "update", ids: [planId], planId });
    });
    return status;
  });
}
