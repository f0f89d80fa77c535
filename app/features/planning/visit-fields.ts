/** Between the visit form and the visit. */
import { UNSCHEDULED_POSITION } from "~/domain/constants";
import type { NewVisit } from "~/domain/changes";
import type { Plan } from "~/domain/plan/plan";
import { BLANK_VISIT } from "~/domain/visit/new-visit";
import type { Visit } from "~/domain/visit/visit";
import type { VisitFields } from "~/domain/visit/visit-reset";
import type { VisitInput } from "./schemas";

const orNull = (text: string): string | null => (text === "" ? null : text);

function fields(input: VisitInput) {
  return {
    name: input.name,
    address: input.address,
    postcode: input.postcode,
    type: input.type,
    lat: input.lat,
    lng: input.lng,
    startTime: orNull(input.startTime),
    endTime: orNull(input.endTime),
    serviceTime: input.serviceTime,
    packageCapacity: input.packageCapacity,
    packageLoad: input.packageLoad,
    recipientName: input.recipientName,
    recipientPhone: input.recipientPhone,
    recipientNote: orNull(input.recipientNote),
    deliveryNote: orNull(input.deliveryNote),
  } satisfies VisitFields;
}

const TIMED: readonly (keyof VisitFields)[] = ["lat", "lng", "startTime", "endTime", "serviceTime"];

/** Only what differs from the stored visit; and whether the times of its route follow. */
export function visitFieldsOf(input: VisitInput, visit: Visit): { set: VisitFields; changesTimes: boolean } {
  const set: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields(input))) {
    const stored = visit[field as keyof Visit] ?? null;
    if ((stored === "" ? null : stored) !== (value === "" ? null : value)) set[field] = value;
  }
  // The planned time on site belonged to the old service time.
  if ("serviceTime" in set) set.serviceDuration = null;
  if ("lat" in set || "lng" in set) set.unservedReason = null;
  return { set: set as VisitFields, changesTimes: TIMED.some((field) => field in set) };
}

/** A visit of the plan that nobody has planned yet. */
export const newVisitOf = (input: VisitInput, plan: Pick<Plan, "id" | "companyId" | "warehouseId">): NewVisit => ({
  ...BLANK_VISIT,
  ...fields(input),
  companyId: plan.companyId,
  planId: plan.id,
  warehouseId: plan.warehouseId,
  position: UNSCHEDULED_POSITION,
});
