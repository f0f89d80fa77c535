/** Between the visit form and the visit. */
import { UNSCHEDULED_POSITION } from "~/domain/constants";
import type { NewVisit } from "~/domain/changes";
import type { Plan } from "~/domain/plan/plan";
import { BLANK_VISIT } from "~/domain/visit/new-visit";
import type { Visit } from "~/domain/visit/visit";
import type { VisitFields } from "~/domain/visit/visit-reset";
import type { Filled, VisitInput } from "./visit-schemas";

/** Every field of the form that is one of the visit too. */
export const VISIT_FIELD_NAMES = [
  "name",
  "address",
  "postcode",
  "type",
  "lat",
  "lng",
  "startTime",
  "endTime",
  "serviceTime",
  "packageCapacity",
  "packageLoad",
  "recipientName",
  "recipientPhone",
  "recipientNote",
  "deliveryNote",
  "confirmationTemplateId",
] as const satisfies readonly (keyof Visit)[];
export type VisitFieldName = (typeof VISIT_FIELD_NAMES)[number];

const orNull = (text: string): string | null => (text === "" ? null : text);

function fields(input: Partial<Filled<VisitInput>>) {
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
    recipientNote: optional(input.recipientNote),
    deliveryNote: optional(input.deliveryNote),
    confirmationTemplateId: input.confirmationTemplateId,
  };
}

/** The values as the form's fields show them. */
export const visitFormValues = (visit: Pick<Visit, VisitFieldName>): Record<VisitFieldName, string> =>
  Object.fromEntries(
    VISIT_FIELD_NAMES.map((name) => [name, visit[name] === null ? "" : String(visit[name])]),
  ) as Record<VisitFieldName, string>;

/** What times depend on, and what the limits of a route count: load and volume, delivered or picked up. */
const TIMED: readonly (keyof VisitFields)[] = [
  "lat",
  "lng",
  "startTime",
  "endTime",
  "serviceTime",
  "type",
  "packageCapacity",
  "packageLoad",
];

/**
 * Only what differs from the stored visit; and whether times and broken rules of its route follow. What is not given
 * stays.
 */
export function visitFieldsOf(
  input: Partial<Filled<VisitInput>>,
  visit: Visit,
): { set: VisitFields; changesTimes: boolean } {
  const set: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields(input))) {
    if (value === undefined) continue;
    const stored = visit[field as keyof Visit] ?? null;
    if ((stored === "" ? null : stored) !== (value === "" ? null : value)) set[field] = value;
  }
  // The planned time on site belonged to the old service time.
  if ("serviceTime" in set) set.serviceDuration = null;
  if ("lat" in set || "lng" in set) set.unservedReason = null;
  return { set: set as VisitFields, changesTimes: TIMED.some((field) => field in set) };
}

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
