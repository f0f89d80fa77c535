/** Resets of a visit. Each returns the fields to save. */
import { UNSCHEDULED_POSITION } from "../constants";
import { VisitStatus } from "./visit-status";
import { LegEstimate } from "./visit";
import type { Visit } from "./visit";

export type VisitFields = Partial<Omit<Visit, "id" | "companyId">>;

/** Off its route: status Unscheduled, no route, no positions. */
export const plainReset = (): VisitFields => ({
  status: VisitStatus.Unscheduled,
  routeId: null,
  position: 0,
  labelPosition: 0,
});

/** Also without anything that a calculation found, sorted with the unscheduled ones. */
export const unscheduledReset = (): VisitFields => ({
  ...plainReset(),
  position: UNSCHEDULED_POSITION,
  polyline: null,
  legEstimate: LegEstimate.Measured,
  arrivalTime: null,
  distance: 0,
  travelDuration: 0,
  waitingTime: 0,
  serviceDuration: null,
  unservedReason: null,
  violations: [],
});

/** Also without anything that the driver reported. */
export const fullReset = (): VisitFields => ({ ...unscheduledReset(), ...completionReset() });

/** What the driver reported: fail reason, notes, confirmation, signature, completed time, when and where from. */
export const completionReset = (): VisitFields => ({
  failReasonId: null,
  failNote: "",
  doneNote: "",
  isOutOfTurn: false,
  confirmationType: null,
  signatureName: "",
  completedAt: null,
  reportedAt: null,
  reportedLat: null,
  reportedLng: null,
  reportedAccuracy: null,
});
