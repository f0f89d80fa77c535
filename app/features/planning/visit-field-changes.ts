import type { PlanningChanges } from "~/domain/changes";
import type { Decision, Refusal } from "~/domain/decision";
import { fieldChanges } from "~/domain/visit/change-fields";
import type { VisitOnRoute } from "~/domain/visit/visit-on-route";
import { visitFieldsOf } from "./visit-fields";
import type { Filled, VisitInput } from "./visit-schemas";

/** Whether the visit may be given what the form has, and what follows. */
export const formChanges = (found: VisitOnRoute, input: Partial<Filled<VisitInput>>): Decision<PlanningChanges> =>
  fieldChanges(found, visitFieldsOf(input, found.visit));

/** 'visits.2.recipientPhone': which of the visits it is, and which of its fields. */
export function atVisit({ fields = {}, ...refusal }: Refusal, index: number): Refusal {
  const [field] = Object.keys(fields);
  const path = ["visits", index, ...(field === undefined ? [] : [field])].join(".");
  return { ...refusal, fields: { [path]: refusal.message } };
}
