import type { Db } from "~/db/client.server";
import { routeFromRow } from "~/db/codecs.server";
import { listPlanChanges } from "~/db/repositories/plan-changes.server";
import type { PlanChangeAfter } from "~/db/repositories/plan-changes.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { applySolutionInPieces } from "~/domain/calculation/apply-solution";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { changedFleet, routesOut } from "~/domain/calculation/changed-fleet";
import type { CalculationOutput } from "~/domain/calculation/output";
import { planDifferenceInPieces } from "~/domain/calculation/plan-difference";
import type { PlanTotalsDifference } from "~/domain/calculation/plan-difference";
import { mergeChanges, planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { accept, refuse } from "~/domain/decision";
import { isLogged } from "~/domain/plan/plan-log";
import type { Pieces } from "~/lib/pieces";
import { loadFleet } from "~/planner/load-fleet.server";
import { visitsOfRoutes } from "~/planner/load-visits.server";
import type { PlanChange, PlanDecision } from "~/planner/plan-change";
import { loadRestOfPlan } from "~/planner/plan-state.server";
import type { PlanState } from "~/planner/plan-state.server";
import { describeChange } from "~/planner/stale-edit.server";
import { nowText } from "~/services/now.server";

/** A calculated result and the input that it belongs to. */
export interface CalculationResult {
  calculationId: number;
  planId: number;
  /** of the plan, when the input was made */
  planVersion: number | null;
  input: CalculationInput;
  output: CalculationOutput;
  /** legs on the map by visit id; left out where nothing is saved */
  lines?: LegLines | undefined;
  /** the change of the plan that asked for the calculation */
  followsChangeId?: number | null | undefined;
}

/** Encoded legs on the map, by visit id; null: a straight line. */
export type LegLines = ReadonlyMap<number, string | null>;

/** A plan as a result finds it. */
interface ResultState extends PlanState {
  /** see `conflictSince` */
  conflict: string | null;
}

/** What the result changes in the plan as it stands. */
export const solutionChanges = (
  { calculationId, input, output, lines }: CalculationResult,
  { routes, visits, vehicles }: Pick<PlanState, "routes" | "visits" | "vehicles">,
): Pieces<PlanningChanges> =>
  applySolutionInPieces({ calculation: input, queryId: calculationId, output, routes, visits, vehicles, lines });

interface ResultWords {
  /** in the plan's log */
  kind: string;
  /** code of the refusal when the plan has changed since, and its sentence */
  staleCode: string;
  staleSentence(who: string): string;
}

/**
 * The change of a plan that puts a result into it, refused when the plan has changed since in what the result is about.
 * It is the change of whoever asked for it, so that they can undo it.
 */
export function resultChange(
  companyId: number,
  result: CalculationResult,
  { kind, staleCode, staleSentence }: ResultWords,
): PlanChange<ResultState> {
  const { calculationId, planId, planVersion, input, followsChangeId } = result;
  return {
    kind,
    planId,
    subject: {},
    queryId: calculationId,
    followsId: followsChangeId ?? undefined,
    load: async (trx, base) => ({
      ...base,
      ...(await loadRestOfPlan(trx, companyId, base)),
      conflict: await conflictSince(trx, companyId, base, planVersion, input),
    }),
    *decide(state): Pieces<PlanDecision> {
      if (state.conflict !== null) return refuse(staleCode, staleSentence(state.conflict), 409);
      const changes = yield* solutionChanges(result, state);
      return accept(
        mergeChanges([changes, planningChanges({ plan: { id: planId, set: { queryId: calculationId } } })]),
      );
    },
  };
}

/** The figures of the plan before and after, as they are kept with the calculation. */
export function* totalsJson(state: PlanState, changes: PlanningChanges): Pieces<{ moved: number; json: string }> {
  const { moved, before, after, rest } = yield* planDifferenceInPieces(state, changes);
  return { moved, json: JSON.stringify({ moved, before, after, rest } satisfies PlanTotalsDifference) };
}

/**
 * What has happened to the plan since the input was built, as far as it concerns the calculation: 'Rita Beck moved the
 * visit'. Reports on routes that were not asked about, and a new title, leave the result valid. A vehicle or warehouse
 * may be changed without a trace in the plan, so what the routes are driven with is compared itself.
 * @returns null when the result still fits; '' when it is not known what happened
 */
export async function conflictSince(
  db: Db,
  companyId: number,
  { plan }: Pick<PlanState, "plan">,
  version: number | null,
  input: CalculationInput,
): Promise<string | null> {
  if (version === null) return null;
  if (plan.version !== version) {
    const since = await listPlanChanges(db, companyId, plan.id, { version });
    const conflict = since.find((change) => affectsCalculation(change, input));
    if (conflict !== undefined) return describeChange(db, conflict);
    if (since.length < plan.version - version) return "";
  }
  const routes = (await listRoutesOfPlan(db, companyId, plan.id)).map(routeFromRow);
  const asked = routes.filter((route) => input.fleet[route.id] !== undefined);
  const fleet = await loadFleet(db, companyId, plan, asked);
  const { visits } = await visitsOfRoutes(companyId, routesOut(input))(db);
  return changedFleet(input, {
    ...fleet,
    plan,
    visits,
    routes: asked,
    vehicles: [...fleet.vehicles.values()],
    warehouses: [...fleet.warehouses.values()],
    now: nowText(),
  });
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
