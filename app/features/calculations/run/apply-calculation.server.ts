import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { finishCalculation } from "~/db/repositories/calculation-queue.server";
import type { Claim, FinishedCalculation } from "~/db/repositories/calculation-queue.server";
import type { RoutingQueryRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { CalculationOutput } from "~/domain/calculation/output";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { CALCULATION_KIND } from "~/domain/plan/change-kinds";
import type { UtcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { inTurns } from "~/lib/turns.server";
import { authorOfRow } from "~/planner/author.server";
import { changePlanFor, decideChange } from "~/planner/change-plan.server";
import { publishChange } from "~/realtime/publisher.server";
import { resultChange, totalsJson } from "./result-change.server";
import type { LegLines } from "./result-change.server";

const STALE = "plan.changed";

/** @param who 'Rita Beck moved the visit', or '' when nobody knows */
const staleSentence = (who: string): string =>
  `${who === "" ? "The plan was changed" : who} while it was being calculated, so the result was not applied. ` +
  "Calculate again to include the changes.";

interface Finished {
  row: Pick<
    RoutingQueryRow,
    "id" | "company_id" | "plan_id" | "plan_version" | "user_id" | "api_key_id" | "change_budget" | "follows_change_id"
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
 * Puts the result into the plan: visits, routes, the plan's log and the end of the calculation in one transaction, and
 * only if nobody has changed what the calculation was about. Otherwise, for a calculation that is only tried out, and
 * for one with a change budget (a proposal, which somebody applies), the result is kept with the calculation.
 * @throws ClaimLost
 */
export async function applyCalculation(finished: Finished, now: UtcText): Promise<FinishedCalculation["status"]> {
  const planId = planToChange(finished.row);
  if (planId === null) return keepResult(finished, unapplied(finished), now);
  try {
    return await applyToPlan(finished, planId, now);
  } catch (error) {
    if (!(error instanceof AppError && error.code === STALE)) throw error;
    const stale = { status: "stale", error_code: STALE, error_message: error.message, applied_at: null } as const;
    return keepResult(finished, stale, now);
  }
}

/** @throws AppError when the plan has changed since */
async function applyToPlan(finished: Finished, planId: number, now: UtcText): Promise<FinishedCalculation["status"]> {
  const { row, input, output, lines } = finished;
  const author = authorOfRow(row);
  const result = {
    calculationId: row.id,
    planId,
    planVersion: row.plan_version,
    input,
    output,
    lines,
    followsChangeId: row.follows_change_id,
  };
  const change = resultChange(author.companyId, result, { kind: CALCULATION_KIND, staleCode: STALE, staleSentence });
  if (row.change_budget !== null) {
    const { state, changes } = await decideChange(author.companyId, change);
    const { moved, json: difference } = await inTurns(totalsJson(state, changes));
    return keepResult(finished, { status: moved > 0 ? "proposed" : "done", difference, applied_at: null }, now);
  }
  const end = unapplied(finished);
  await changePlanFor(author, {
    ...change,
    alongside: async (trx, { state, changes }) => {
      const { json: difference } = await inTurns(totalsJson(state, changes));
      await endCalculation(trx, finished, { ...end, difference, applied_at: now }, now);
    },
  });
  return end.status;
}

const unapplied = ({ cancelled }: Pick<Finished, "cancelled">): FinishedCalculation => ({
  status: cancelled ? "cancelled" : "done",
  applied_at: null,
});

async function keepResult(
  finished: Finished,
  end: FinishedCalculation,
  now: UtcText,
): Promise<FinishedCalculation["status"]> {
  await withTransaction(db(), (trx) => endCalculation(trx, finished, end, now));
  return end.status;
}

/** @throws ClaimLost */
async function endCalculation(
  trx: Db,
  { row, claim, output, outputText }: Finished,
  end: FinishedCalculation,
  now: UtcText,
): Promise<void> {
  const stored = {
    output: outputText,
    summary: JSON.stringify(output.summary),
    is_correct_output: 1 as const,
    incumbent_cost: output.summary.cost,
    incumbent_unassigned: output.summary.unassigned,
  };
  if (!(await finishCalculation(trx, claim, { ...stored, ...end }, now))) throw new ClaimLost();
  afterCommit(trx, () =>
    publishChange(row.company_id, {
      model: "RoutingQuery",
      action: "update",
      ids: [row.id],
      planId: planToChange(row) ?? undefined,
    }),
  );
}
