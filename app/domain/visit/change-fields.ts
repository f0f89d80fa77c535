/** Whether fields of a visit may change, and what follows: the one rule of forms, programs and imports. */
import { planningChanges } from "../changes";
import type { PlanningChanges } from "../changes";
import { accept, atField, refuse } from "../decision";
import type { Decision, Refusal } from "../decision";
import { isPhone, NOT_CORRECT } from "../validation/contact";
import { crossedRange } from "../validation/crossed-range";
import type { changedVisit } from "./changed-visit";
import type { Visit } from "./visit";
import type { VisitOnRoute } from "./visit-on-route";
import { canChangeFields, lacksPlace } from "./visit-permissions";
import type { VisitFields } from "./visit-reset";

/** What differs from the stored visit, as `changedVisit` says it. */
type Changed = ReturnType<typeof changedVisit>;

const NO_PLACE = atField(
  refuse("visit.place_needed", "On a route the visit needs its place. Take it off the route first.", 409),
  "lat",
);

const NO_PHONE = atField(refuse("visit.phone", `Phone ${NOT_CORRECT}`, 422), "recipientPhone");

/** Why the telephone number of a recipient is not stored; null where it is fine, empty or stays as it is. */
export const phoneFault = (phone: string | undefined): Refusal | null =>
  phone === undefined || phone === "" || isPhone(phone) ? null : NO_PHONE.error;

const WINDOW = ["startTime", "endTime"] as const;

/** Whether a changed window, together with the end that stays, runs backwards. */
const windowFault = (visit: Visit, set: VisitFields): Refusal | null =>
  WINDOW.some((end) => end in set) ? crossedRange(WINDOW, { ...visit, ...set }, visit) : null;

/** Why values that somebody gives are not stored. Only what changes is judged: what an import brought may stay. */
export const fieldFault = (visit: Visit, set: VisitFields): Refusal | null =>
  windowFault(visit, set) ?? phoneFault(set.recipientPhone);

/** Whether the visit may be changed where it stands, and what follows; the values are not judged. */
export function allowFields(
  { visit, route, visits }: VisitOnRoute,
  { set, changesTimes }: Changed,
): Decision<PlanningChanges> {
  const fields = Object.keys(set);
  if (fields.length === 0) return accept(planningChanges());
  const allowed = canChangeFields(fields, visit, route, visits);
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

/** The same for values that somebody gives. */
export function fieldChanges(found: VisitOnRoute, changed: Changed): Decision<PlanningChanges> {
  const error = fieldFault(found.visit, changed.set);
  return error === null ? allowFields(found, changed) : { ok: false, error };
}
