import type { Db } from "~/db/client.server";
import { listPlanChanges } from "~/db/repositories/plan-changes.server";
import type { PlanChangeAfter } from "~/db/repositories/plan-changes.server";
import type { RoutingQueryRow } from "~/db/tables";
import { applySolutionInPieces } from "~/domain/calculation/apply-solution";
import type { CalculationOutput } from "~/domain/calculation/output";
import { planDifferenceInPieces } from "~/domain/calculation/plan-difference";
import type { PlanDifference, PlanTotalsDifference } from "~/domain/calculation/plan-difference";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { mergeChanges, planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import type { UtcText } from "~/domain/time/utc-text";
import { inTurns } from "~/lib/turns.server";
import { isLogged } from "~/domain/plan/plan-log";
import type { PlanState } from "~/planner/plan-state.server";
import { savePlanChanges } from "~/planner/save-plan-changes.server";
import { measureRouteLegs, retimeChanges } from "~/planner/retime-routes.server";
import type { RouteLeg } from "~/planner/retime-routes.server";
import { describeChange } from "~/planner/stale-edit.server";
import { withPlanStatus } from "~/planner/with-plan-status";

/** How often legs may be missing before this gives up. */
const ATTEMPTS = 4;

/** A calculated result and the input that it belongs to. */
export interface CalculationResult {
  row: Pick<RoutingQueryRow, "id" | "company_id" | "user_id"> & { follows_change_id?: number | null };
  input: CalculationInput;
  output: CalculationOutput;
  /** legs on the map by visit id; omitted where nothing is saved */
  lines?: LegLines | undefined;
}

/** Encoded legs on the map, by visit id; null: a straight line. */
export type LegLines = ReadonlyMap<number, string | null>;

export interface ResultChanges {
  changes: PlanningChanges;
  difference: PlanDifference;
}

/** What the result changes in the plan as it is now. */
export async function resultChanges(answer: CalculationResult, state: PlanState): Promise<ResultChanges> {
  const changes = await solutionChanges(answer, state);
  return { changes, difference: await inTurns(planDifferenceInPieces(state, changes)) };
}

const solutionChanges = (
  { row, input, output, lines }: CalculationResult,
  { routes, visits, vehicles }: PlanState,
): Promise<PlanningChanges> =>
  inTurns(applySolutionInPieces({ calculation: input, queryId: row.id, output, routes, visits, vehicles, lines }));

/** The legs of routes that lost all their stops and have not been measured yet. */
class LegsMissing extends Error {
  constructor(readonly legs: readonly RouteLeg[]) {
    super("Legs are missing");
  }
}

/** Runs the work in a transaction, and again with the legs that were missing: legs are never measured inside one. */
export async function withMeasuredLegs<T>(
  companyId: number,
  work: (measured: readonly MeasuredLeg[]) => Promise<T>,
): Promise<T> {
  const measured: MeasuredLeg[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(measured);
    } catch (error) {
      if (!(error instanceof LegsMissing) || attempt === ATTEMPTS) throw error;
      measured.push(...(await measureRouteLegs(companyId, error.legs)));
    }
  }
}

/** The same, with new times for routes on the road that got no more stops. Call it inside `withWays`. */
export async function timedResultChanges(
  trx: Db,
  answer: CalculationResult,
  state: PlanState,
  now: UtcText,
  measured: readonly MeasuredLeg[],
): Promise<ResultChanges> {
  const changes = await solutionChanges(answer, state);
  const timed = await retimeChanges(trx, answer.row.company_id, { ...state, now }, changes, measured);
  if (timed.missing.length > 0) throw new LegsMissing(timed.missing);
  const all = mergeChanges([changes, timed.changes]);
  return { changes: all, difference: await inTurns(planDifferenceInPieces(state, all)) };
}

/** The part of a difference that is kept with the calculation. */
export const totalsJson = ({ moved, before, after }: PlanTotalsDifference): string =>
  JSON.stringify({ moved, before, after } satisfies PlanTotalsDifference);

/** Saves the result and logs it as a change of the person who asked for it, so that it can be taken back. */
export async function saveResult(
  trx: Db,
  { row }: CalculationResult,
  { changes }: ResultChanges,
  { state, kind, tab }: { state: PlanState; kind: string; tab?: string | undefined },
  now: UtcText,
): Promise<void> {
  const calculated = planningChanges({ plan: { id: state.plan.id, set: { queryId: row.id } } });
  const all = withPlanStatus(mergeChanges([changes, calculated]), state);
  await savePlanChanges(
    trx,
    { companyId: row.company_id, userId: row.user_id },
    {
      kind,
      slice: { ...state, now },
      changes: all,
      queryId: row.id,
      followsId: row.follows_change_id ?? undefined,
      tab,
    },
  );
}

/**
 * What has happened to the plan since the input was built, as far as it concerns the calculation: 'Rita Beck moved the
 * visit'. Reports on routes that were not asked about, and a new title, leave the result valid.
 * @returns null when the result still fits; '' when it is not known what happened
 */
export async function conflictSince(
  db: Db,
  companyId: number,
  { plan }: Pick<PlanState, "plan">,
  version: number | null,
  input: CalculationInput,
): Promise<string | null> {
  if (version === null || plan.version === version) return null;
  const since = await listPlanChanges(db, companyId, plan.id, { version });
  const conflict = since.find((change) => affectsCalculation(change, input));
  if (conflict !== undefined) return describeChange(db, conflict);
  return since.length < plan.version - version ? "" : null;
}

/** Fields of a plan that no answer depends on. */
const IRRELEVANT_PLAN_FIELDS = ["title", "status", "queryId"];

function affectsCalculation({ after }: PlanChangeAfter, input: CalculationInput): boolean {
  if (!isLogged(after)) return true;
  if (after.plan !== null && Object.keys(after.plan).some((field) => !IRRELEVANT_PLAN_FIELDS.includes(field)))
    return true;
  const isNew = (record: Record<string, unknown>) => record.created === true || record.restored === true;
  const inPlan = after.visits.some(
    (visit) =>
      isNew(visit) ||
      input.visits[visit.id] !== undefined ||
      (typeof visit.routeId === "number" && input.fleet[visit.routeId] !== undefined),
  );
  return (
    inPlan ||
    after.routes.some((route) => isNew(route) || input.fleet[route.id] !== undefined || route.isLocked === false)
  );
}
