import type { CompanySession } from "~/auth/session.server";
import { parseJson, parseJsonInTurns, planFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listPlanChangeHeads } from "~/db/repositories/plan-changes.server";
import { getPlan } from "~/db/repositories/plans.server";
import {
  differenceOfCalculation,
  getCalculation,
  latestCalculationOfPlan,
} from "~/db/repositories/calculations.server";
import type { CalculationListRow } from "~/db/repositories/calculations.server";
import { fleetChangedSince } from "~/db/repositories/vehicles.server";
import { isUnderway } from "~/domain/calculation/calculation-status";
import type { CalculationStatus } from "~/domain/calculation/calculation-status";
import type { Aim } from "~/domain/calculation/aim";
import type { MeasuredSummary } from "~/domain/calculation/measured-summary";
import type { OutputSummary } from "~/domain/calculation/output";
import { totalsOf } from "~/domain/calculation/plan-difference";
import type { PlanTotalsDifference } from "~/domain/calculation/plan-difference";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { isReport, FOLLOWING_KINDS } from "~/domain/plan/change-kinds";
import { conflictSince } from "../run/result-change.server";

/** What the plan page shows of the newest calculation. */
interface LatestCalculation {
  queryId: number;
  status: CalculationStatus;
  /** share of the time, 0..1 */
  share: number;
  /** best so far, or of the result; hundredths for display */
  cost: number | null;
  aim: Aim;
  unassigned: number | null;
  errorMessage: string | null;
  /** what measuring its estimated legs changed; null where none was estimated */
  measured: MeasuredSummary | null;
  /** whether the result is in the plan */
  applied: boolean;
  finishedAt: string | null;
  /** the most stops that may move; the result is only a proposal */
  changeBudget: number | null;
  /** what the result changed, or would change */
  difference: PlanTotalsDifference | null;
  /** the change of the plan that Discard takes back; null when there is no longer a choice */
  discardChangeId: number | null;
  /** somebody chose to keep it */
  kept: boolean;
  /** who changed the plan while it runs, so that its result will not be applied: 'Rita Beck moved the visit' */
  outdatedBy: string | null;
}

export async function latestCalculation(session: CompanySession, planId: number): Promise<LatestCalculation | null> {
  const companyId = session.company.id;
  const row = await latestCalculationOfPlan(db(), companyId, planId);
  if (!row) return null;
  const applied = row.applied_at !== null && row.status !== "discarded";
  const discardChangeId = applied && row.kept_at === null ? await undecided(companyId, planId, row.id) : null;
  const shown = discardChangeId !== null || row.change_budget !== null;
  return {
    queryId: row.id,
    status: row.status,
    share: row.progress,
    cost: row.incumbent_cost,
    aim: row.aim,
    unassigned: row.incumbent_unassigned,
    errorMessage: row.error_message,
    measured: parseJson<OutputSummary | null>(row.summary, null)?.routing?.measured ?? null,
    applied,
    finishedAt: row.finished_at,
    changeBudget: row.change_budget,
    difference: shown
      ? totalsOf(parseJson<unknown>((await differenceOfCalculation(db(), companyId, row.id)) ?? null, null))
      : null,
    discardChangeId,
    kept: row.kept_at !== null,
    outdatedBy: await outdatedBy(companyId, planId, row),
  };
}

/** The logged change of an applied result, until somebody edits the plan: an edit means that the result is kept. */
async function undecided(companyId: number, planId: number, queryId: number): Promise<number | null> {
  for (const change of await listPlanChangeHeads(db(), companyId, planId)) {
    if (change.query_id === queryId) return change.undone_at === null ? change.id : null;
    if (!isReport(change.kind) && !FOLLOWING_KINDS.includes(change.kind)) return null;
  }
  return null;
}

async function outdatedBy(companyId: number, planId: number, row: CalculationListRow): Promise<string | null> {
  if (!isUnderway(row.status) && row.status !== "proposed") return null;
  const plan = planFromRow(await getPlan(db(), companyId, planId));
  // The input of a large plan is megabytes, and every page of the plan asks.
  const isSame = plan.version === row.plan_version && !(await fleetChangedSince(db(), companyId, row.created_at));
  if (isSame) return null;
  const input = await parseJsonInTurns<CalculationInput | null>(
    (await getCalculation(db(), companyId, row.id)).input,
    null,
  );
  const who = input === null ? "" : await conflictSince(db(), companyId, { plan }, row.plan_version, input);
  return who === "" ? "The plan was changed" : who;
}
