import type { Db } from "~/db/client.server";
import { lockPlan } from "~/db/repositories/plans.server";
import { finishCalculation } from "~/db/repositories/calculation-queue.server";
import type { Claim, FinishedCalculation } from "~/db/repositories/calculation-queue.server";
import type { RoutingQueryRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { CalculationOutput } from "~/domain/calculation/output";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { CALCULATION_KIND } from "~/domain/plan/change-kinds";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import type { UtcText } from "~/domain/time/utc-text";
import { loadPlanState } from "~/planner/plan-state.server";
import { publishChange } from "~/realtime/publisher.server";
import { conflictSince, saveResult, timedResultChanges, totalsJson, withMeasuredLegs } from "./save-result.server";
import type { LegLines } from "./save-result.server";

/** @param who 'Rita Beck moved the visit', or '' when nobody knows */
export const staleSentence = (who: string): string =>
  `${who === "" ? "The plan was changed" : who} while it was being calculated, so the result was not applied. Calculate again to include the changes.`;

export interface Finished {
  row: Pick<
    RoutingQueryRow,
    "id" | "company_id" | "plan_id" | "plan_version" | "user_id" | "change_budget" | "follows_change_id"
  >;
  claim: Claim;
  input: CalculationInput;
  output: CalculationOutput;
  /** the same as JSON */
  outputText: string;
  lines: LegLines;
  /** somebody pressed Stop: the plan is the best one found until then */
  cancelled: boolean;
}

/** A calculation of a certain version of a plan changes that plan; one without a version is only stored. */
export const planToChange = (row: Pick<RoutingQueryRow, "plan_id" | "plan_version">): number | null =>
  row.plan_version === null ? null : row.plan_id;

/** The claim on the row was lost: another process has the calculation now, and the work of this one is discarded. */
export class ClaimLost extends Error {}

/**
 * Puts the result into the plan: output, visits, routes, the plan's log and the end of the calculation in one
 * transaction, and only if nobody has changed what was asked about. Otherwise, for a calculation that is only tried
 * out, and for one with a change budget (a proposal, which somebody applies), the result is kept with the calculation.
 * @throws ClaimLost
 */
export function applyCalculation(
  database: Db,
  finished: Finished,
  now: UtcText,
): Promise<FinishedCalculation["status"]> {
  const { row, claim, output, outputText } = finished;
  return withMeasuredLegs(row.company_id, (measured) =>
    withTransaction(database, async (trx) => {
      const planId = planToChange(row);
      const result = planId === null ? unapplied(finished) : await resultInPlan(trx, finished, planId, now, measured);
      const stored = {
        output: outputText,
        summary: JSON.stringify(output.summary),
        is_correct_output: 1 as const,
        incumbent_cost: output.summary.cost,
        incumbent_unassigned: output.summary.unassigned,
      };
      if (!(await finishCalculation(trx, claim, { ...stored, ...result }, now))) throw new ClaimLost();
      afterCommit(trx, () =>
        publishChange(row.company_id, {
          model: "RoutingQuery",
          action: "update",
          ids: [row.id],
          planId: planId ?? undefined,
        }),
      );
      return result.status;
    }),
  );
}

const unapplied = ({ cancelled }: Pick<Finished, "cancelled">): FinishedCalculation => ({
  status: cancelled ? "cancelled" : "done",
  applied_at: null,
});

async function resultInPlan(
  trx: Db,
  finished: Finished,
  planId: number,
  now: UtcText,
  measured: readonly MeasuredLeg[],
): Promise<FinishedCalculation> {
  const { row, input } = finished;
  await lockPlan(trx, row.company_id, planId);
  const state = await loadPlanState(trx, row.company_id, planId);
  const who = await conflictSince(trx, row.company_id, state, row.plan_version, input);
  if (who !== null)
    return { status: "stale", error_code: "plan.changed", error_message: staleSentence(who), applied_at: null };
  const worked = await timedResultChanges(trx, finished, state, now, measured);
  const difference = totalsJson(worked.difference);
  if (row.change_budget !== null)
    return { status: worked.difference.moved > 0 ? "proposed" : "done", difference, applied_at: null };
  await saveResult(trx, finished, worked, { state, kind: CALCULATION_KIND }, now);
  return { ...unapplied(finished), difference, applied_at: now };
}
