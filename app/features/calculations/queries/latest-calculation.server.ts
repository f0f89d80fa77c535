import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { latestQueryOfPlan } from "~/db/repositories/queries.server";
import type { QueryStatus } from "~/db/tables";
import type { OutputSummary } from "~/domain/calculation/output";

/** What the plan page shows of the newest calculation. */
export interface LatestCalculation {
  queryId: number;
  status: QueryStatus;
  /** share of the time, 0..1 */
  share: number;
  /** best so far, or of the result; hundredths for display */
  cost: number | null;
  unassigned: number | null;
  errorMessage: string | null;
  /** of the result; null before */
  summary: OutputSummary | null;
  /** whether the result stands in the plan */
  applied: boolean;
  finishedAt: string | null;
}

export async function latestCalculation(session: CompanySession, planId: number): Promise<LatestCalculation | null> {
  const row = await latestQueryOfPlan(db(), session.company.id, planId);
  if (!row) return null;
  return {
    queryId: row.id,
    status: row.status,
    share: row.progress,
    cost: row.incumbent_cost,
    unassigned: row.incumbent_unassigned,
    errorMessage: row.error_message,
    summary: parseJson<OutputSummary | null>(row.summary, null),
    applied: row.applied_at !== null,
    finishedAt: row.finished_at,
  };
}
