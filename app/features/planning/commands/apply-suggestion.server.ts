import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow, vehicleFromRow, vehicleToRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findVehicle, getVehicle, updateVehicle } from "~/db/repositories/vehicles.server";
import { getVisit } from "~/db/repositories/visits.server";
import type { VehicleRow } from "~/db/tables";
import { afterCommit } from "~/db/transaction.server";
import { suggestionEffect } from "~/domain/calculation/suggestion";
import type { SuggestionEffect } from "~/domain/calculation/suggestion";
import { planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { accept, refuse } from "~/domain/decision";
import type { Decision } from "~/domain/decision";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import type { Visit } from "~/domain/visit/visit";
import { AppError } from "~/lib/errors";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import { publishChange } from "~/realtime/publisher.server";
import { changePlan } from "~/planner/change-plan.server";
import type { EditOptions } from "~/planner/change-plan.server";
import type { PlanSlice } from "~/planner/plan-slice";

export interface ApplySuggestionInput {
  planId: number;
  visitId: number;
  /** the suggestion that the user saw; another one in the meantime is refused */
  change: string;
  amount: number;
  /** a change of the vehicle itself holds in every plan, so it is asked about first */
  confirmed: boolean;
}

export type SuggestionAnswer = { status: "applied"; sentence: string } | { status: "confirm" };

const CHANGED = refuse("suggestion.changed", "The suggestion changed meanwhile. Look at the new one.", 409);

/**
 * Makes the change that would serve an unserved visit: hours and distance on the route for its day, the window on the
 * visit, everything else on the vehicle. The visit keeps its reasons and loses the suggestion, so that a second click
 * doesn't apply it twice. Whoever calls this calculates the plan afterwards.
 * @throws AppError 403, 404, 409 when the suggestion doesn't hold any more
 */
export async function applySuggestion(session: CompanySession, input: ApplySuggestionInput, options: EditOptions): Promise<SuggestionAnswer> {
  const companyId = session.company.id;
  authorize(session, "plan.update", { companyId });
  let trx: Db = db();
  let answer: SuggestionAnswer = { status: "confirm" };
  let vehicleBefore: VehicleRow | null = null;

  const decide = async (state: PlanSlice): Promise<Decision<PlanningChanges>> => {
    const visit = state.visits[0];
    if (visit === undefined || visit.planId !== state.plan.id) return refuse("not_found", "Visit not found", 404);
    const found = await effectOf(trx, companyId, state, visit, input);
    if (!found.ok) return found;
    const { effect } = found;
    if (effect.scope === "vehicle" && !input.confirmed) return accept(planningChanges());
    answer = { status: "applied", sentence: effect.sentence };
    if (effect.scope === "vehicle") vehicleBefore = await saveVehicle(trx, session, effect, state.now, options.tab);
    const reason = visit.unservedReason === null ? null : { ...visit.unservedReason, suggestion: null };
    const route = effect.scope === "route" ? state.routes.find((one) => one.id === effect.routeId) : undefined;
    return accept(
      planningChanges({
        visits: [{ id: visit.id, set: { unservedReason: reason, ...(effect.scope === "visit" ? effect.set : {}) } }],
        routes: route === undefined || effect.scope !== "route" ? [] : [{ id: route.id, set: { vehicleSettings: { ...route.vehicleSettings, ...effect.set } } }],
      }),
    );
  };

  await changePlan(session, {
    // Only changes of vehicles are asked about; undo can't take them back, so they go by another name.
    kind: input.confirmed ? "suggestion.vehicle" : "suggestion.apply",
    action: "plan.update",
    planId: input.planId,
    subject: { visitIds: [input.visitId] },
    visits: async (within) => {
      trx = within;
      return [visitFromRow(await getVisit(within, companyId, input.visitId))];
    },
    decide,
  }, options);
  // It is driven in other plans too.
  if (vehicleBefore !== null) await retimeAfterVehicle(session, vehicleBefore, options.tab);
  return answer;
}

async function effectOf(trx: Db, companyId: number, state: PlanSlice, visit: Visit, input: ApplySuggestionInput): Promise<ReturnType<typeof suggestionEffect>> {
  const suggestion = visit.unservedReason?.suggestion ?? null;
  if (visit.routeId !== null || suggestion === null || suggestion.change !== input.change || suggestion.amount !== input.amount) return CHANGED;
  const route = state.routes.find((one) => one.id === suggestion.routeId);
  const row = route?.vehicleId ? await findVehicle(trx, companyId, route.vehicleId) : undefined;
  const vehicle = row === undefined ? undefined : vehicleFromRow(row);
  const company = companySettingsFromRow(await getCompany(trx, companyId));
  const settings = settingsOfRoute(company, vehicle ?? null, state.plan, route ?? { vehicleSettings: {} });
  return suggestionEffect({ suggestion, visit, route, vehicle, settings });
}

/** In the plan's transaction; it recalculates no route, so the change is decided once. @returns the vehicle as it was */
async function saveVehicle(trx: Db, session: CompanySession, effect: Extract<SuggestionEffect, { scope: "vehicle" }>, now: PlanSlice["now"], tab: string | undefined): Promise<VehicleRow> {
  const companyId = session.company.id;
  authorize(session, "vehicle.update", { companyId });
  const before = await getVehicle(trx, companyId, effect.vehicleId);
  await updateVehicle(trx, companyId, effect.vehicleId, vehicleToRow(effect.set), now);
  afterCommit(trx, () => publishChange(companyId, { model: "Vehicle", action: "update", ids: [effect.vehicleId] }, tab));
  return before;
}

/** What the user is told when the change is saved and the calculation after it is refused. */
export function savedButNotCalculated(error: unknown): unknown {
  return error instanceof AppError ? new AppError(error.code, `The change is saved, but the plan was not calculated. ${error.message}`, { status: error.status, cause: error }) : error;
}
