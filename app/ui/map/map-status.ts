import { VisitStatus } from "~/domain/visit/visit-status";
import type { MapStopStatus } from "./map-types";

/** How a map shows the stop of a visit. */
export const MAP_STATUS: Readonly<Record<VisitStatus, MapStopStatus>> = {
  [VisitStatus.Unscheduled]: "unscheduled",
  [VisitStatus.Scheduled]: "scheduled",
  [VisitStatus.OnRoute]: "onRoute",
  [VisitStatus.Delivered]: "done",
  [VisitStatus.Failed]: "failed",
};
