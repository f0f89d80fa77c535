/** What somebody does with a result: a proposal is applied or discarded, an applied calculation is kept. */
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJsonInTurns } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { lockPlan } from "~/db/repositories/plans.server";
import {
  findCalculationHead,
  getCalculation,
  keepApplied,
  updateCalculation,
} from "~/db/repositories/calculations.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { CalculationOutput } from "~/domain/calculation/output";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { AppError, notFound } from "~/lib/errors";
import { inTurns } from "~/lib/turns.server";
import { authorOf } from "~/planner/author.server";
import { changePlanFor } from "~/planner/change-plan.server";
import { publishChange } from "~/realtime/publisher.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { drawLines } from "~/services/routing/draw-lines";
import { resultChange, totalsJson } from "../run/result-change.server";

interface ProposalDecision {
  queryId: number;
  /** the plan on whose page it is decided: a calculation of another one isn't there */
  planId?: number | undefined;
  tab?: string | undefined;
}

/** @param who 'Rita Beck moved the visit', or '' when nobody knows */
export const outdatedSentence = (who: string): string =>
  `${who === "" ? "The plan was changed" : who} since, so the proposal no longer fits the plan. Find changes again.`;

const alreadyDecided = (status: string): AppError =>
  new AppError(
    "proposal.decided",
    status === "done" ? "The proposal was applied already." : "The proposal was discarded already.",
    { status: 409 },
  );

/**
 * Puts a proposal into the plan; undo takes it back.
 * @returns the plan, and how many stops moved
 * @throws AppError 403, 404; 409 'proposal.decided', 'proposal.stale' with a sentence that says what changed
 */
export async function applyProposal(
  session: CompanySession,
  { queryId, tab }: Omit<ProposalDecision, "planId">,
): Promise<{ planId: number; moved: number }> {
  const companyId = session.company.id;
  authorize(session, "calculation.run", { companyId });
  const stored = await getCalculation(db(), companyId, queryId);
  const input = await parseJsonInTurns<CalculationInput | null>(stored.input, null);
  const output = await parseJsonInTurns<CalculationOutput | null>(stored.output, null);
  const planId = stored.plan_id;
  if (planId === null || stored.change_budget === null) throw notFound("Proposal");
  if (stored.status !== "proposed" || input === null || output === null) throw alreadyDecided(stored.status);
  const lines = await drawLines(input, output, services().routing);
  // Whoever applies it is answerable for it, and can undo it.
  const author = authorOf(session);
  const result = { calculationId: queryId, planId, planVersion: stored.plan_version, input, output, lines };
  const words = { kind: "proposal.apply", staleCode: "proposal.stale", staleSentence: outdatedSentence };
  const change = resultChange(companyId, result, words);
  const changed = await changePlanFor(
    author,
    {
      ...change,
      load: async (trx, base) => {
        const row = await findCalculationHead(trx, companyId, queryId);
        if (row?.status !== "proposed") throw alreadyDecided(row?.status ?? "discarded");
        return change.load(trx, base);
      },
      alongside: async (trx, { now, state, changes }) => {
        const { json: difference } = await inTurns(totalsJson(state, changes));
        await updateCalculation(trx, companyId, queryId, { status: "done", applied_at: now, difference }, now);
        afterCommit(trx, () =>
          publishChange(companyId, { model: "RoutingQuery", action: "update", ids: [queryId], planId }, tab),
        );
      },
    },
    { tab },
  );
  return { planId, moved: (await inTurns(totalsJson(changed.state, changed.changes))).moved };
}

const isOfPlan = (row: { plan_id: number | null }, planId: number | undefined): boolean =>
  row.plan_id !== null && (planId === undefined || row.plan_id === planId);

/** @returns the plan. @throws AppError 403, 404, 409 'proposal.decided' */
export async function discardProposal(
  session: CompanySession,
  { queryId, planId: shownPlanId, tab }: ProposalDecision,
): Promise<{ planId: number }> {
  const companyId = session.company.id;
  authorize(session, "calculation.run", { companyId });
  return withTransaction(db(), async (trx) => {
    const row = await findCalculationHead(trx, companyId, queryId);
    if (row === undefined || row.plan_id === null || !isOfPlan(row, shownPlanId) || row.change_budget === null)
      throw notFound("Proposal");
    const planId = row.plan_id;
    await lockPlan(trx, companyId, planId);
    // Somebody else may have decided while the lock was waited for.
    const status = (await findCalculationHead(trx, companyId, queryId))?.status ?? "discarded";
    if (status !== "proposed") throw alreadyDecided(status);
    await updateCalculation(trx, companyId, queryId, { status: "discarded" }, nowText());
    afterCommit(trx, () =>
      publishChange(companyId, { model: "RoutingQuery", action: "update", ids: [queryId], planId }, tab),
    );
    return { planId };
  });
}

/**
 * Says that an applied result stays: its difference is shown no longer.
 * @throws AppError 403, 404; 409 'calculation.discarded'
 */
export async function keepCalculation(
  session: CompanySession,
  { queryId, planId, tab }: ProposalDecision,
): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "calculation.run", { companyId });
  const row = await findCalculationHead(db(), companyId, queryId);
  if (row === undefined || !isOfPlan(row, planId)) throw notFound("Calculation");
  if (!(await keepApplied(db(), companyId, queryId, nowText())))
    throw new AppError("calculation.discarded", "The calculation was discarded in the meantime.", { status: 409 });
  publishChange(companyId, { model: "RoutingQuery", action: "update", ids: [queryId] }, tab);
}
