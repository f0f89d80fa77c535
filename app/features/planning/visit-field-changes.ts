import { planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { accept, atField, refuse } from "~/domain/decision";
import type { Decision, Refusal } from "~/domain/decision";
import type { Plan } from "~/domain/plan/plan";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import type { Route } from "~/domain/route/route";
import { isPhone, NOT_CORRECT } from "~/domain/validation/contact";
import { crossedRange } from "~/domain/validation/crossed-range";
import type { Visit } from "~/domain/visit/visit";
import type { VisitFields } from "~/domain/visit/visit-reset";
import { canChangeFields, lacksPlace } from "~/domain/visit/visit-permissions";
import { notFound } from "~/lib/errors";
import { visitFieldsOf } from "./visit-fields";
import type { Filled, VisitInput } from "./visit-schemas";

export interface VisitOnRoute {
  visit: Visit;
  route: Route | null;
  /** all visits of the visit's route */
  visits: Visit[];
  plan: Plan;
}

/** @throws AppError 404 for a visit that left the plan */
export function visitOf({ plan, routes, visits }: PlanSlice, visitId: number): VisitOnRoute {
  const visit = visits.find((one) => one.id === visitId);
  if (!visit || visit.planId !== plan.id) throw notFound("Visit");
  const route = routes.find((one) => one.id === visit.routeId) ?? null;
  return { visit, route, visits: visits.filter((one) => route !== null && one.routeId === route.id), plan };
}

export const NO_PHONE = refuse("visit.phone", `Phone ${NOT_CORRECT}`, 422, {
  recipientPhone: `Phone ${NOT_CORRECT}`,
});

const NO_PLACE = atField(
  refuse("visit.place_needed", "On a route the visit needs its place. Take it off the route first.", 409),
  "lat",
);

const WINDOW = ["startTime", "endTime"] as const;

/** Whether a changed window, together with the end that stays, runs backwards. What an import brought stays. */
export const windowFault = (visit: Visit, set: VisitFields): Refusal | null =>
  WINDOW.some((end) => end in set) ? crossedRange(WINDOW, { ...visit, ...set }, visit) : null;

/**
 * Whether the visit may be given these values, and what follows; what is not given stays. A telephone number has to be
 * one where it is changed: what an import brought stays as it is.
 */
export function fieldChanges(
  { visit, route, visits }: VisitOnRoute,
  input: Partial<Filled<VisitInput>>,
): Decision<PlanningChanges> {
  const { set, changesTimes } = visitFieldsOf(input, visit);
  const changed = Object.keys(set);
  if (changed.length === 0) return accept(planningChanges());
  const crossed = windowFault(visit, set);
  if (crossed !== null) return { ok: false, error: crossed };
  const { recipientPhone } = set;
  if (recipientPhone !== undefined && recipientPhone !== "" && !isPhone(recipientPhone)) return NO_PHONE;
  const allowed = canChangeFields(changed, visit, route, visits);
  if (!allowed.ok) return allowed;
  // Its legs would stay those to where it was.
  if (route !== null && lacksPlace({ ...visit, ...set }) && !lacksPlace(visit)) return NO_PLACE;
  return accept(
    planningChanges({
      visits: [{ id: visit.id, set }],
      recalculate: route !== null && changesTimes ? [{ routeId: route.id, mode: "position" }] : [],
    }),
  );
}
