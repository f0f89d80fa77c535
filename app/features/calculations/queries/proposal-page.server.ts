import { vehicleName } from "~/domain/vehicle/vehicle";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJsonInTurns } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCalculation } from "~/db/repositories/calculations.server";
import type { CalculationOutput } from "~/domain/calculation/output";
import { isDoubtful, measuredSentence } from "~/domain/calculation/measured-summary";
import { planDifferenceInPieces } from "~/domain/calculation/plan-difference";
import type { StopPlace } from "~/domain/calculation/plan-difference";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { NO_VEHICLE } from "~/domain/constants";
import { planTimeOr } from "~/domain/time/service-clock";
import { parseUtcText } from "~/domain/time/utc-text";
import { notFound } from "~/lib/errors";
import { inTurns } from "~/lib/turns.server";
import { loadPlanState } from "~/planner/plan-state.server";
import type { PlanState } from "~/planner/plan-state.server";
import { outdatedSentence } from "../commands/decide-proposal.server";
import { colourOfRoute, proposalMap } from "../proposal-map";
import { conflictSince, solutionChanges } from "../run/result-change.server";
import type { CalculationResult } from "../run/result-change.server";
import { services } from "~/services/container.server";
import { shownReason } from "~/domain/calculation/shown-sentences";
import type { Units } from "~/domain/units";

/** The names of the plan's routes, in its order. */
function routeNames({ routes, vehicles }: Pick<PlanState, "routes" | "vehicles">): Map<number, string> {
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicleName(vehicle)]));
  return new Map(
    routes.map((route) => [route.id, (route.vehicleId === null ? undefined : byId.get(route.vehicleId)) ?? NO_VEHICLE]),
  );
}

/** Everything that the proposal would change in the plan as it is now. @throws AppError 403, 404 */
export async function loadProposal(session: CompanySession, queryId: number) {
  const companyId = session.company.id;
  authorize(session, "calculation.view", { companyId });
  const row = await getCalculation(db(), companyId, queryId);
  if (row.plan_id === null || row.change_budget === null) throw notFound("Proposal");
  const state = await loadPlanState(db(), companyId, row.plan_id);
  const names = routeNames(state);
  const [input, output] = [
    await parseJsonInTurns<CalculationInput | null>(row.input, null),
    await parseJsonInTurns<CalculationOutput | null>(row.output, null),
  ];
  const who =
    input === null || row.status !== "proposed"
      ? null
      : await conflictSince(db(), companyId, state, row.plan_version, input);
  const fits = row.status === "proposed" && who === null && input !== null && output !== null;
  const result = { calculationId: row.id, planId: row.plan_id, planVersion: row.plan_version };
  const proposal = fits
    ? await inTurns(shownProposal(state, { ...result, input, output }, names, session.units))
    : null;
  return {
    id: row.id,
    plan: { id: state.plan.id, title: state.plan.title },
    status: row.status,
    changeBudget: row.change_budget,
    onlyRoutes: (input?.base.route_ids ?? []).map((id) => names.get(id) ?? NO_VEHICLE),
    errorMessage: row.error_message,
    /** why it can no longer be applied: what changed, and who did it */
    outdated: who === null ? null : outdatedSentence(who),
    proposal,
    map: services().baseMaps.current(session.user.settings.map),
  };
}
export type ProposalPageData = Awaited<ReturnType<typeof loadProposal>>;

function* shownProposal(state: PlanState, result: CalculationResult, names: ReadonlyMap<number, string>, units: Units) {
  const changes = yield* solutionChanges(result, state);
  const difference = yield* planDifferenceInPieces(state, changes);
  const colour = colourOfRoute(state.routes);
  const timesNow = new Map(state.visits.map((visit) => [visit.id, visit.arrivalTime]));
  const timesThen = new Map(
    changes.visits.flatMap(({ id, set }) => (set.arrivalTime === undefined ? [] : [[id, set.arrivalTime] as const])),
  );
  const clock = { timeZone: state.timeZone, serviceDate: state.plan.serviceDate };
  const place = (at: StopPlace | null, time: string | null | undefined) =>
    at === null
      ? null
      : {
          route: names.get(at.routeId) ?? NO_VEHICLE,
          colour: colour(at.routeId),
          position: at.position,
          time: planTimeOr(parseUtcText(time), clock, ""),
        };
  const reasons = new Map(
    changes.visits.map(({ id, set }) => [id, set.unservedReason ? shownReason(set.unservedReason, units) : null]),
  );
  const { measured } = result.output.summary.routing ?? {};
  return {
    moved: difference.moved,
    /** what became of the legs that the search had estimated; null where there were none */
    measured:
      measured === undefined
        ? null
        : { sentence: measuredSentence(measured, units, true), isDoubtful: isDoubtful(measured) },
    aim: state.plan.aim,
    before: difference.before,
    after: difference.after,
    routes: difference.routes.map((route) => ({
      ...route,
      name: names.get(route.routeId) ?? NO_VEHICLE,
      colour: colour(route.routeId),
    })),
    moves: difference.moves.map((move) => ({
      visitId: move.visitId,
      name: move.name,
      from: place(move.from, timesNow.get(move.visitId)),
      to: place(move.to, timesThen.get(move.visitId)),
      reason: move.to === null ? (reasons.get(move.visitId) ?? null) : null,
    })),
    drawn: proposalMap(state, changes, difference, names),
  };
}
