import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow, vehicleFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findVehicle } from "~/db/repositories/vehicles.server";
import { getVisit } from "~/db/repositories/visits.server";
import type { StoredSuggestion } from "~/domain/calculation/reasons";
import { suggestionEffect } from "~/domain/calculation/suggestion";
import { planningChanges } from "~/domain/changes";
import { confirmation, refuse } from "~/domain/decision";
import type { CompanySettings } from "~/domain/company/company";
import type { Route } from "~/domain/route/route";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import type { Visit } from "~/domain/visit/visit";
import { LEFT_PLAN } from "~/domain/visit/visit-on-route";
import { AppError } from "~/lib/errors";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import { changePlanOrAsk } from "~/planner/change-plan.server";
import type { EditOptions } from "~/planner/change-plan.server";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import type { Loaded, PlanDecision } from "~/planner/plan-change";
import type { Units } from "~/domain/units";

interface ApplySuggestionInput {
  planId: number;
  visitId: number;
  /** the suggestion that the user saw; another one in the meantime is refused */
  change: string;
  amount: number;
  /** a change of the vehicle itself holds in every plan, so it is asked about first */
  confirmed: boolean;
}

type SuggestionAnswer = { status: "applied"; sentence: string; changeId: number | null } | { status: "confirm" };

const CHANGED = refuse("suggestion.changed", "The suggestion changed meanwhile. Look at the new one.", 409);

interface SuggestionState extends Loaded {
  company: CompanySettings;
  /** of the suggestion's route */
  vehicle: Vehicle | undefined;
}

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
  const outcome = await changePlanOrAsk<SuggestionState, { sentence: string }>(
    session,
    {
      // Only changes of vehicles are asked about.
      kind: input.confirmed ? "suggestion.vehicle" : "suggestion.apply",
      action: "plan.update",
      planId: input.planId,
      subject: { visitIds: [input.visitId] },
      load: (trx, { routes }) => loadSuggestionState(trx, companyId, routes, input),
      decide: (state) => {
        const decision = decideSuggestion(state, input, session.units);
        if (decision.ok && decision.vehicle) authorize(session, "vehicle.update", { companyId });
        return decision;
      },
    },
    { ...options, confirmed: input.confirmed },
  );
  if (outcome.status === "confirm") return { status: "confirm" };
  const { accepted, changeId, vehicle } = outcome.changed;
  // It is driven in other plans too.
  if (vehicle !== null) await retimeAfterVehicle(session, vehicle.row, options.tab, input.planId);
  return { status: "applied", sentence: accepted.sentence, changeId };
}

async function loadSuggestionState(
  trx: Db,
  companyId: number,
  routes: readonly Route[],
  input: ApplySuggestionInput,
): Promise<SuggestionState> {
  const visit = visitFromRow(await getVisit(trx, companyId, input.visitId));
  const vehicleId = routes.find((route) => route.id === suggestionOf(visit, input)?.routeId)?.vehicleId;
  const row = vehicleId ? await findVehicle(trx, companyId, vehicleId) : undefined;
  return {
    visits: [visit],
    company: companySettingsFromRow(await getCompany(trx, companyId)),
    vehicle: row && vehicleFromRow(row),
  };
}

const suggestionOf = ({ unservedReason }: Visit, input: ApplySuggestionInput): StoredSuggestion | undefined =>
  [unservedReason?.suggestion, unservedReason?.alternative].find(
    (one) => one?.change === input.change && one.amount === input.amount,
  ) ?? undefined;

function decideSuggestion(
  state: PlanSlice & SuggestionState,
  input: ApplySuggestionInput,
  units: Units,
): PlanDecision<{ sentence: string }> {
  const { plan, routes, company, vehicle } = state;
  const visit = state.visits[0];
  if (visit === undefined || visit.planId !== plan.id) return LEFT_PLAN;
  const suggestion = suggestionOf(visit, input);
  if (visit.routeId !== null || suggestion === undefined) return CHANGED;
  const route = routes.find((one) => one.id === suggestion.routeId);
  const settings = settingsOfRoute(company, vehicle ?? null, plan, route ?? { vehicleSettings: {} });
  const found = suggestionEffect({ suggestion, visit, route, vehicle, settings, units });
  if (!found.ok) return found;
  const { effect } = found;
  const reason =
    visit.unservedReason === null ? null : { ...visit.unservedReason, suggestion: null, alternative: null };
  const visits = [{ id: visit.id, set: { unservedReason: reason, ...(effect.scope === "visit" ? effect.set : {}) } }];
  const changes =
    effect.scope === "route" && route !== undefined
      ? planningChanges({
          visits,
          routes: [{ id: route.id, set: { vehicleSettings: { ...route.vehicleSettings, ...effect.set } } }],
        })
      : planningChanges({ visits });
  if (effect.scope !== "vehicle") return { ok: true, changes, sentence: effect.sentence };
  return {
    ok: true,
    changes,
    confirm: confirmation("suggestion.vehicle", effect.sentence),
    vehicle: { id: effect.vehicleId, set: effect.set },
    sentence: effect.sentence,
  };
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
