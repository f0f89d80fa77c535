import { NO_VEHICLE } from "~/domain/constants";
import { vehicleInText, vehicleName } from "~/domain/vehicle/vehicle";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listFailedVisits, listUnscheduledVisits } from "~/db/repositories/plan-visits.server";
import { can } from "~/domain/access/permissions";
import type { StoredSuggestion } from "~/domain/calculation/reasons";
import { addedInWords } from "~/domain/calculation/sentences";
import { suggestionEffect } from "~/domain/calculation/suggestion";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import { planTime } from "~/domain/time/service-clock";
import { parseUtcText } from "~/domain/time/utc-text";
import { windowInColumn } from "~/domain/time/time-window";
import { failReasonText } from "~/domain/visit/fail-reasons";
import type { Visit } from "~/domain/visit/visit";
import { canRemoveVisit } from "~/domain/visit/visit-permissions";
import { placesToSetFirst, reasonOf } from "~/domain/visit/unserved-reason";
import { loadPlanContext, planHead } from "../plan-page/plan-page.server";
import { refusalMessage } from "~/domain/decision";
import type { Units } from "~/domain/units";
import { moreVehicles, shownSuggestion, shownViolation } from "~/domain/calculation/shown-sentences";

/** As the plan's list names it. */
const vehicleOf = (vehicle: Vehicle): string => vehicleInText({ vehicle: vehicleName(vehicle), plate: vehicle.plate });

async function head(session: CompanySession, planId: number) {
  authorize(session, "plan.view", { companyId: session.company.id });
  const { plan, routes, context, failReasons } = await loadPlanContext(session, planId);
  const { units } = session;
  const nameOf = (routeId: number | null): string | null => {
    const route = routes.find((one) => one.id === routeId);
    if (route === undefined) return null;
    const vehicle = route.vehicleId === null ? undefined : context.vehicles.get(route.vehicleId);
    return vehicle === undefined ? NO_VEHICLE : vehicleOf(vehicle);
  };
  /** What the suggestion for a visit would do, or why it can't be applied. */
  const effectOf = (visit: Visit, suggestion: StoredSuggestion | null | undefined): SuggestionView | null => {
    if (suggestion === null || suggestion === undefined) return null;
    const route = routes.find((one) => one.id === suggestion.routeId);
    const vehicle = route?.vehicleId ? context.vehicles.get(route.vehicleId) : undefined;
    const settings = settingsOfRoute(context.company, vehicle ?? null, plan, route ?? { vehicleSettings: {} });
    const found = suggestionEffect({ suggestion, visit, route, vehicle, settings, units });
    const added =
      vehicle === undefined || !suggestion.added ? null : addedInWords(suggestion.added, vehicleOf(vehicle), units);
    const shared = {
      message: shownSuggestion(suggestion, units),
      change: suggestion.change,
      amount: suggestion.amount,
      added,
    };
    if (found.ok)
      return {
        ...shared,
        sentence: found.effect.sentence,
        asks: found.effect.scope === "vehicle",
        whyNot: null,
        vehicle: null,
      };
    const named =
      vehicle === undefined || !can(session.actor, "vehicle.update", { companyId: session.company.id })
        ? null
        : { id: vehicle.id, title: vehicleName(vehicle) };
    return { ...shared, sentence: null, asks: false, whyNot: found.error.message, vehicle: named };
  };
  return { plan: planHead(session, { plan, routes, context }), routes, failReasons, nameOf, effectOf };
}

/** The cheapest change that would serve a visit; `asks`: it affects every plan, so there is a question first. */
export interface SuggestionView {
  message: string;
  change: string;
  amount: number;
  /** its price: what the visit adds to which route; null without a calculation */
  added: string | null;
  sentence: string | null;
  asks: boolean;
  whyNot: string | null;
  /** the page for changing it by hand, for those who may */
  vehicle: { id: number; title: string } | null;
}

/** Visits on no route, each with its reason, and vehicle by vehicle after a calculation. @throws AppError 404 */
export async function loadUnservedPage(session: CompanySession, planId: number) {
  const { plan, effectOf } = await head(session, planId);
  const found = (await listUnscheduledVisits(db(), session.company.id, planId)).map(visitFromRow);
  return {
    plan,
    visits: placesToSetFirst(found).map((visit) => ({
      id: visit.id,
      name: visit.name,
      address: visit.address,
      window: windowInColumn(visit.startTime, visit.endTime),
      reason: reasonOf(visit, session.units) ?? "Not calculated yet.",
      vehicles: vehicleSentences(visit, session.units),
      suggestion: effectOf(visit, visit.unservedReason?.suggestion),
      alternative: effectOf(visit, visit.unservedReason?.alternative),
    })),
  };
}

function vehicleSentences({ unservedReason }: Visit, units: Units): string[] {
  if (unservedReason === null) return [];
  const more = moreVehicles(unservedReason);
  return [...unservedReason.vehicles.map((one) => shownViolation(one, units)), ...(more === null ? [] : [more])];
}

/** Visits that failed: when, on which route, why. @throws AppError 404 */
export async function loadFailedPage(session: CompanySession, planId: number) {
  const { plan, routes, failReasons, nameOf } = await head(session, planId);
  const visits = (await listFailedVisits(db(), session.company.id, planId)).map(visitFromRow);
  return {
    plan,
    failReasons,
    mayReport: can(session.actor, "visit.report"),
    visits: visits.map((visit) => {
      const at = parseUtcText(visit.completedAt);
      return {
        id: visit.id,
        name: visit.name,
        address: visit.address,
        routeId: visit.routeId,
        vehicle: nameOf(visit.routeId),
        failedAt: at === null ? null : planTime(at, plan),
        reason: failReasonText(visit) ?? "No reason given",
        whyKept: refusalMessage(canRemoveVisit(visit, routes.find((route) => route.id === visit.routeId) ?? null)),
      };
    }),
  };
}
