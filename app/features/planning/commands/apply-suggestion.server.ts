import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow, vehicleFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findVehicle } from "~/db/repositories/vehicles.server";
import { getVisit } from "~/db/repositories/visits.server";
import { suggestionEffect } from "~/domain/calculation/suggestion";
import { planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { accept, refuse } from "~/domain/decision";
import type { Decision } from "~/domain/decision";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import type { Visit } from "~/domain/visit/visit";
import { AppError } from "~/lib/errors";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import { changePlan } from "~/planner/change-plan.server";
import type { EditOptions } from "~/planner/change-plan.server";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import { setVehicle } from "~/planner/set-vehicle.server";
import type { SetVehicle } from "~/planner/set-vehicle.server";

export interface ApplySuggestionInput {
  planId: number;
  visitId: number;
  /** the suggestion that the user saw; another one in the meantime is refused */
  change: string;
  amount: number;
  /** a change of the vehicle itself holds in every plan, so it is asked about first */
  confirmed: boolean;
}

export type SuggestionAnswer = { status: "applied"; sentence: string; changeId: number | null } | { status: "confirm" };

const CHANGED = refuse("suggestion.changed", "The suggestion changed meanwhile. Look at the new one.", 409);

/**
 * Makes the change that would serve an unserved visit: hours and distance on the route for its day, the window on the
 * visit, everything else on the vehicle. The visit keeps its reasons and loses the suggestion, so that a second click
 * doesn't apply it twice. Whoever calls this calculates the plan afterwards.
 * @throws AppError 403, 404, 409 when the suggestion doesn't hold any more
 */
export async function applySuggestion(
  session: CompanySession,
  input: ApplySuggestionInput,
  options: EditOptions,
): Promise<SuggestionAnswer> {
  const companyId = session.company.id;
  authorize(session, "plan.update", { companyId });
  let trx: Db = db();
  let sentence: string | undefined;
  let vehicle: SetVehicle | undefined;

  const decide = async (state: PlanSlice): Promise<Decision<PlanningChanges>> => {
    const visit = state.visits[0];
    if (visit === undefined || visit.planId !== state.plan.id) return refuse("not_found", "Visit not found", 404);
    const found = await effectOf(trx, companyId, state, visit, input);
    if (!found.ok) return found;
    const { effect } = found;
    if (effect.scope === "vehicle" && !input.confirmed) return accept(planningChanges());
    sentence = effect.sentence;
    // It recalculates no route, so the change is decided once.
    if (effect.scope === "vehicle")
      vehicle = await setVehicle(trx, session, { id: effect.vehicleId, set: effect.set }, state.now, options.tab);
    const reason =
      visit.unservedReason === null ? null : { ...visit.unservedReason, suggestion: null, alternative: null };
    const route = effect.scope === "route" ? state.routes.find((one) => one.id === effect.routeId) : undefined;
    return accept(
      planningChanges({
        visits: [{ id: visit.id, set: { unservedReason: reason, ...(effect.scope === "visit" ? effect.set : {}) } }],
        routes:
          route === undefined || effect.scope !== "route"
            ? []
            : [{ id: route.id, set: { vehicleSettings: { ...route.vehicleSettings, ...effect.set } } }],
      }),
    );
  };

  const { changeId } = await changePlan(
    session,
    {
      // Only changes of vehicles are asked about.
      kind: input.confirmed ? "suggestion.vehicle" : "suggestion.apply",
      action: "plan.update",
      planId: input.planId,
      subject: { visitIds: [input.visitId] },
      visits: async (within) => {
        trx = within;
        return [visitFromRow(await getVisit(within, companyId, input.visitId))];
      },
      decide,
      vehicles: () => (vehicle === undefined ? [] : [vehicle.changed]),
    },
    options,
  );
  // It is driven in other plans too.
  if (vehicle !== undefined) await retimeAfterVehicle(session, vehicle.row, options.tab, input.planId);
  return sentence === undefined ? { status: "confirm" } : { status: "applied", sentence, changeId };
}

async function effectOf(
  trx: Db,
  companyId: number,
  state: PlanSlice,
  visit: Visit,
  input: ApplySuggestionInput,
): Promise<ReturnType<typeof suggestionEffect>> {
  const offered = [visit.unservedReason?.suggestion, visit.unservedReason?.alternative];
  const suggestion = offered.find((one) => one?.change === input.change && one.amount === input.amount) ?? null;
  if (visit.routeId !== null || suggestion === null) return CHANGED;
  const route = state.routes.find((one) => one.id === suggestion.routeId);
  const row = route?.vehicleId ? await findVehicle(trx, companyId, route.vehicleId) : undefined;
  const vehicle = row === undefined ? undefined : vehicleFromRow(row);
  const company = companySettingsFromRow(await getCompany(trx, companyId));
  const settings = settingsOfRoute(company, vehicle ?? null, state.plan, route ?? { vehicleSettings: {} });
  return suggestionEffect({ suggestion, visit, route, vehicle, settings });
}

/** What the user is told when the change is saved and the calculation after it is refused. */
export function savedButNotCalculated(error: unknown): unknown {
  return error instanceof AppError
    ? new AppError(error.code, `The change is saved, but the plan was not calculated. ${error.message}`, {
        status: error.status,
        cause: error,
      })
    : error;
}
