/** Between the visit form and the visit. */
import { UNSCHEDULED_POSITION } from "~/domain/constants";
import type { NewVisit } from "~/domain/changes";
import type { Plan } from "~/domain/plan/plan";
import type { VisitFieldName } from "~/domain/visit/field-labels";
import { BLANK_VISIT } from "~/domain/visit/new-visit";
import type { Visit } from "~/domain/visit/visit";
import { changedVisit } from "~/domain/visit/changed-visit";
import type { Filled, VisitInput } from "./visit-schemas";

const orNull = (text: string): string | null => (text === "" ? null : text);

/** The type names every field of the form, so that none that is added is lost on its way to the visit. */
function fields(input: Partial<Filled<VisitInput>>): { readonly [Name in keyof VisitInput]: Visit[Name] | undefined } {
  const optional = (text: string | undefined) => (text === undefined ? undefined : orNull(text));
  return {
    name: input.name,
    address: input.address,
    postcode: input.postcode,
    type: input.type,
    lat: input.lat,
    lng: input.lng,
    startTime: optional(input.startTime),
    endTime: optional(input.endTime),
    serviceTime: input.serviceTime,
    packageCapacity: input.packageCapacity,
    packageLoad: input.packageLoad,
    recipientName: input.recipientName,
    recipientPhone: input.recipientPhone,
    recipientEmail: input.recipientEmail,
    recipientNote: optional(input.recipientNote),
    deliveryNote: optional(input.deliveryNote),
    confirmationTemplateId: input.confirmationTemplateId,
  };
}

export const VISIT_FIELD_NAMES: readonly VisitFieldName[] = Object.keys(fields({})) as (keyof VisitInput)[];

/** What only means something together: forms that say what they showed change all of it, or nothing. */
export const PLACE_FIELDS = ["address", "lat", "lng", "postcode"] as const satisfies readonly VisitFieldName[];

/** The values as the form's fields show them. */
export const visitFormValues = (visit: Pick<Visit, VisitFieldName>): Record<VisitFieldName, string> =>
  Object.fromEntries(
    VISIT_FIELD_NAMES.map((name) => [name, visit[name] === null ? "" : String(visit[name])]),
  ) as Record<VisitFieldName, string>;

/** What the form changes of a stored visit; what is not given stays. */
export const visitFieldsOf = (input: Partial<Filled<VisitInput>>, visit: Visit): ReturnType<typeof changedVisit> =>
  changedVisit(fields(input), visit);

/** A visit of the plan that nobody has planned yet. */
export const newVisitOf = (
  input: Filled<VisitInput>,
  plan: Pick<Plan, "id" | "companyId" | "warehouseId">,
): NewVisit => ({
  ...BLANK_VISIT,
  ...(fields(input) as Pick<NewVisit, VisitFieldName>),
  companyId: plan.companyId,
  planId: plan.id,
  warehouseId: plan.warehouseId,
  position: UNSCHEDULED_POSITION,
});
