import type { ConfirmationTag } from "./confirmation";
import type { VisitSource } from "./visit-source";
import type { VisitStatus } from "./visit-status";
import type { VisitType } from "./visit-type";
import type { RuleViolation, UnservedReason } from "../calculation/reasons";

/** How the leg to a stop was found. */
export const LegEstimate = {
  /** on roads */
  Measured: 0,
  /** along the straight line: no engine knows better */
  Estimate: 1,
  /** the same, until an engine has measured it */
  Pending: 2,
} as const;
export type LegEstimate = (typeof LegEstimate)[keyof typeof LegEstimate];

/** One stop, or a start, end or break of a route. Names follow the columns; `null` means none. */
export interface Visit {
  id: number;
  companyId: number;
  planId: number | null;
  routeId: number | null;
  warehouseId: number | null;
  name: string;
  address: string;
  postcode: string;
  type: VisitType;
  status: VisitStatus;
  position: number;
  labelPosition: number;
  /** UTC text, planned arrival (before waiting) */
  arrivalTime: string | null;
  /** UTC text */
  completedAt: string | null;
  /** 'HH:mm' local to the warehouse; null or empty for any time */
  startTime: string | null;
  endTime: string | null;
  /** minutes */
  serviceTime: number;
  /** seconds on site as planned (squash applied); null while not planned */
  serviceDuration: number | null;
  /** m³ */
  packageCapacity: number;
  /** kg */
  packageLoad: number;
  lat: number | null;
  lng: number | null;
  /** metres from the place before */
  distance: number;
  /** seconds from the place before */
  travelDuration: number;
  /** seconds on site before service can start */
  waitingTime: number;
  recipientName: string;
  recipientPhone: string;
  /** lower case; empty for none */
  recipientEmail: string;
  recipientNote: string | null;
  deliveryNote: string | null;
  confirmationTemplateId: number | null;
  confirmationType: ConfirmationTag | null;
  signatureName: string;
  failReasonId: number | null;
  /** what the driver wrote where no reason of the list fits; empty for nothing */
  failNote: string;
  /** what the driver wrote when it was done; empty for nothing */
  doneNote: string;
  /** reported although another stop was next */
  isOutOfTurn: boolean;
  /** when it was reported the last time, also as on route again; null where it was not, or before there was this */
  reportedAt: string | null;
  /** where the phone was when it was reported as done or failed; null where it did not say */
  reportedLat: number | null;
  reportedLng: number | null;
  /** metres, within which it was most likely */
  reportedAccuracy: number | null;
  source: VisitSource;
  sourceId: string | null;
  externalId: string | null;
  externalWarehouseId: string | null;
  /** encoded line of the leg from the place before */
  polyline: string | null;
  /** whether that leg was measured on roads */
  legEstimate: LegEstimate;
  /** why the last calculation left it out; null when it is served or was never calculated */
  unservedReason: UnservedReason | null;
  /** rules that break at this stop; empty for none */
  violations: readonly RuleViolation[];
  createdAt: string;
  updatedAt: string;
}

/** What lists, maps and timelines of many visits show; panels read the rest of one. */
export type ShownVisit = Pick<
  Visit,
  | "id"
  | "routeId"
  | "name"
  | "address"
  | "postcode"
  | "type"
  | "status"
  | "position"
  | "labelPosition"
  | "arrivalTime"
  | "completedAt"
  | "reportedLat"
  | "reportedLng"
  | "reportedAccuracy"
  | "startTime"
  | "endTime"
  | "serviceTime"
  | "serviceDuration"
  | "packageLoad"
  | "packageCapacity"
  | "externalId"
  | "recipientName"
  | "recipientPhone"
  | "recipientNote"
  | "deliveryNote"
  | "lat"
  | "lng"
  | "distance"
  | "travelDuration"
  | "waitingTime"
  | "polyline"
  | "legEstimate"
  | "unservedReason"
  | "violations"
>;
