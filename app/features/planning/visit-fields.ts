/** Between the visit form and the visit. */
import { UNSCHEDULED_POSITION } from "~/domain/constants";
import type { NewVisit } from "~/domain/changes";
import type { Plan } from "~/domain/plan/plan";
import type { Visit } from "~/domain/visit/visit";
import type { VisitFields } from "~/domain/visit/visit-reset";
import { VisitSource } from "~/domain/visit/visit-source";
import { VisitStatus } from "~/domain/visit/visit-status";
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
export function newVisitOf(input: VisitInput, plan: Pick<Plan, "id" | "companyId" | "warehouseId">): NewVisit {
  return {
    ...fields(input),
    companyId: plan.companyId,
    planId: plan.id,
    warehouseId: plan.warehouseId,
    routeId: null,
    status: VisitStatus.Unscheduled,
    position: UNSCHEDULED_POSITION,
    labelPosition: 0,
    arrivalTime: null,
    completedAt: null,
    serviceDuration: null,
    distance: 0,
    travelDuration: 0,
    waitingTime: 0,
    confirmationTemplateId: null,
    confirmationType: null,
    signatureName: "",
    failReasonId: null,
    source: VisitSource.Web,
    sourceId: null,
    externalId: null,
    externalWarehouseId: null,
    polyline: null,
    unservedReason: null,
    violations: [],
  };
}
