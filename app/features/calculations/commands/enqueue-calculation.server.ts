import { refusalError } from "~/domain/decision";
import type { CompanySession } from "~/auth/session.server";
import { parseJsonInTurns } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { lockPlan } from "~/db/repositories/plans.server";
import {
  discardProposals,
  insertQueuedCalculation,
  getCalculation,
  listOpenCalculationsOfPlan,
  requestCancel,
} from "~/db/repositories/calculations.server";
import { latestSheetOfPlan } from "~/db/repositories/sheets.server";
import { afterCommit } from "~/db/transaction.server";
import { buildInputInPieces } from "~/domain/calculation/build-input";
import { CalculationType } from "~/domain/calculation/calculation-type";
import { refuseTooLarge, sizeOf } from "~/domain/calculation/memory";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { closedSentence } from "~/domain/calculation/scope";
import type { CalculationScope } from "~/domain/calculation/scope";
import { dayEndsOf } from "~/domain/route/route-day";
import { liveUntil } from "~/domain/route/under-way";
import type { UtcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { jsonText } from "~/lib/json-pieces";
import { inTurns } from "~/lib/turns.server";
import { refuseBeyondPackage } from "~/planner/company-package.server";
import { loadPlanState } from "~/planner/plan-state.server";
import type { PlanState } from "~/planner/plan-state.server";
import { publishChange } from "~/realtime/publisher.server";
import { services } from "~/services/container.server";
import { nowTextOf } from "~/services/now.server";
import { jobs } from "~/services/jobs.server";
import { conflictSince } from "../run/result-change.server";

const RUNNING_ALREADY =
  "This plan is being calculated already. Wait for the result, or stop it and keep the best plan so far.";

interface CalculationRequest {
  planId: number;
  /** the routes and visits that are asked about */
  scope(state: PlanState): CalculationScope;
  /** at most so many stops move, and the result is only proposed */
  changeBudget?: number | undefined;
  /** only these routes, as they were chosen */
  routeIds?: number[] | undefined;
  /** the suggestion that it was started for, a change of the plan: both are taken back together */
  followsChangeId?: number | undefined;
}

/**
 * Puts a calculation of a plan into the queue, as the plan stands now. One that is running already and has become
 * out of date by a change is ended; one that still fits refuses a second one.
 * @returns id of the calculation
 * @throws AppError 404; 409 'calculation.running'; 422 with every fault of the input
 */
export async function enqueueCalculation(
  trx: Db,
  session: CompanySession,
  request: CalculationRequest,
  now: UtcText,
  tab: string | undefined,
): Promise<number> {
  const companyId = session.company.id;
  const { planId, changeBudget, routeIds } = request;
  await lockPlan(trx, companyId, planId);
  const state = await loadPlanState(trx, companyId, planId);
  await endOutdated(trx, companyId, state, now);
  const scope = request.scope(state);
  refuseClosed(state, scope);
  const vehicles = new Map(state.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const until = liveUntil(state.routes, dayEndsOf(state, vehicles));
  const source = { ...state, ...scope, mode: "full" as const, now: nowTextOf(session), liveUntil: until };
  const decision = await inTurns(buildInputInPieces(source));
  if (!decision.ok) {
    // They name parts of the plan, and no field of a form.
    const { fields: _fields, ...refusal } = decision.error;
    throw refusalError(refusal);
  }
  const asked = decision.changes;
  const { router } = session.user.settings;
  const input: CalculationInput = {
    ...asked,
    options: {
      ...asked.options,
      ...(router === undefined ? {} : { router }),
      ...(changeBudget === undefined ? {} : { change_budget: changeBudget }),
    },
    base: { ...asked.base, ...(routeIds === undefined ? {} : { route_ids: routeIds }) },
  };
  const tooLarge = refuseTooLarge(sizeOf(input), services().solver.memoryMb * 1e6);
  if (tooLarge !== null) throw refusalError(tooLarge.error);
  await refuseBeyondPackage(trx, companyId, Object.keys(input.visits).map(Number), now);
  await discardProposals(trx, companyId, planId, now);
  const queryId = await insertQueuedCalculation(
    trx,
    companyId,
    {
      title: now,
      input: await inTurns(jsonText({ ...input })),
      plan_id: planId,
      sheet_id: (await latestSheetOfPlan(trx, companyId, planId)) ?? null,
      plan_version: state.plan.version,
      aim: state.plan.aim,
      user_id: session.user.id,
      api_key_id: session.key?.id ?? null,
      country_id: state.company.countryId,
      type: session.key === null ? CalculationType.Web : CalculationType.Api,
      change_budget: changeBudget ?? null,
      follows_change_id: request.followsChangeId ?? null,
    },
    now,
  );
  afterCommit(trx, () => {
    publishChange(companyId, { model: "RoutingQuery", action: "create", ids: [queryId], planId }, tab);
    jobs().wake();
  });
  return queryId;
}

/**
 * @throws AppError 409 'calculation.locked' when routes are there, and none that may be calculated with a visit for it
 */
function refuseClosed({ routes, visits }: PlanState, scope: CalculationScope): void {
  const sentence = closedSentence(routes, visits, scope);
  if (sentence !== null) throw new AppError("calculation.locked", sentence, { status: 409 });
}

/** @throws AppError 409 'calculation.running' for a calculation whose result would still fit */
async function endOutdated(trx: Db, companyId: number, state: PlanState, now: UtcText): Promise<void> {
  for (const { id, plan_version } of await listOpenCalculationsOfPlan(trx, companyId, state.plan.id)) {
    const input = await parseJsonInTurns<CalculationInput | null>(
      (await getCalculation(trx, companyId, id)).input,
      null,
    );
    const outdated = input === null || (await conflictSince(trx, companyId, state, plan_version, input)) !== null;
    if (!outdated) throw new AppError("calculation.running", RUNNING_ALREADY, { status: 409 });
    if ((await requestCancel(trx, companyId, id, now)) === "requested") afterCommit(trx, () => jobs().cancel(id));
  }
}
