import { labelOf } from "../labels";
import { RouteStatus } from "../route/route-status";
import type { ValueOf } from "../labels";

/** Status of a visit as stored. What the screen shows may differ: see `displayedVisitStatus`. */
export const VisitStatus = { Unscheduled: 1, Scheduled: 2, OnRoute: 3, Delivered: 4, Failed: 5 } as const;
export type VisitStatus = ValueOf<typeof VisitStatus>;

export const VISIT_STATUSES: readonly VisitStatus[] = Object.values(VisitStatus);

export const VISIT_STATUS_LABELS: Readonly<Record<VisitStatus, string>> = {
  [VisitStatus.Unscheduled]: "Unscheduled",
  [VisitStatus.Scheduled]: "Scheduled",
  [VisitStatus.OnRoute]: "On Route",
  [VisitStatus.Delivered]: "Done",
  [VisitStatus.Failed]: "Failed",
};

export const visitStatusLabel = (status: number | null | undefined): string => labelOf(VISIT_STATUS_LABELS, status);

/** Past means done or failed: the vehicle has been there. */
export const isPastStatus = (status: number): boolean =>
  status === VisitStatus.Delivered || status === VisitStatus.Failed;

/** How many were reported done, and how many failed. */
export const countReports = (visits: readonly { status: number }[]): { done: number; failed: number } => ({
  done: visits.filter(({ status }) => status === VisitStatus.Delivered).length,
  failed: visits.filter(({ status }) => status === VisitStatus.Failed).length,
});

/** The status of every visit that a recalculation plans: Scheduled, or On Route when its route is on route. */
export const plannedStatus = (route: { status: number }): VisitStatus =>
  route.status === RouteStatus.OnRoute ? VisitStatus.OnRoute : VisitStatus.Scheduled;

/** Scheduled or On Route: both only say how far the visit's route is. */
export const followsRoute = (status: unknown): boolean =>
  status === VisitStatus.Scheduled || status === VisitStatus.OnRoute;
