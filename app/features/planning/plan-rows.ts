/** The plan's list as flat rows (routes, their visits, the unserved ones), so that only what is in sight is drawn. */
import { isLocationVisit } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import { visitsByRoute, type RouteItem, type VisitItem } from "./plan-view";

/** Key of the group of visits without a route, among route ids. */
export const UNSERVED = "unserved";
export type GroupKey = number | typeof UNSERVED;

export type PlanRow =
  | { kind: "route"; key: string; route: RouteItem; open: boolean }
  | { kind: "unserved"; key: string; count: number; open: boolean }
  | { kind: "visit"; key: string; visit: VisitItem; route: RouteItem | null };

export const rowKeyOfVisit = (visitId: number): string => `v${visitId}`;
export const rowKeyOfRoute = (routeId: number): string => `r${routeId}`;

export interface PlanRowsInput {
  routes: readonly RouteItem[];
  /** of `visitsByRoute` */
  groups: ReadonlyMap<number | null, readonly VisitItem[]>;
  open: ReadonlySet<GroupKey>;
  /** only visits whose name contains it; their groups are open then */
  search: string;
  /** while something is dragged there is a place for what is to be unscheduled, even when nothing is */
  alwaysUnserved?: boolean;
}

export function planRows({ routes, groups, open, search, alwaysUnserved }: PlanRowsInput): PlanRow[] {
  const wanted = search.trim().toLowerCase();
  const found = (visits: readonly VisitItem[]): readonly VisitItem[] => (wanted === "" ? visits : visits.filter((visit) => visit.name.toLowerCase().includes(wanted)));
  const rows: PlanRow[] = [];
  const add = (visits: readonly VisitItem[], route: RouteItem | null) => {
    for (const visit of visits) rows.push({ kind: "visit", key: rowKeyOfVisit(visit.id), visit, route });
  };
  for (const route of routes) {
    const visits = found(groups.get(route.id) ?? []);
    if (wanted !== "" && visits.length === 0 && !`${route.vehicle} ${route.driver} ${route.plate}`.toLowerCase().includes(wanted)) continue;
    const isOpen = wanted !== "" ? visits.length > 0 : open.has(route.id);
    rows.push({ kind: "route", key: rowKeyOfRoute(route.id), route, open: isOpen });
    if (isOpen) add(visits, route);
  }
  const unserved = found((groups.get(null) ?? []).filter(isLocationVisit));
  if (unserved.length > 0 || alwaysUnserved) {
    const isOpen = wanted !== "" || open.has(UNSERVED);
    rows.push({ kind: "unserved", key: UNSERVED, count: unserved.length, open: isOpen });
    if (isOpen) add(unserved, null);
  }
  return rows;
}

export interface PlanTotals {
  scheduled: number;
  visits: number;
  unserved: number;
  failed: number;
  distanceM: number;
  /** driving, waiting and service of all routes, seconds */
  workSec: number;
  /** routes that have visits */
  routes: number;
}

export function planTotals(routes: readonly RouteItem[], visits: readonly VisitItem[]): PlanTotals {
  const totals: PlanTotals = { scheduled: 0, visits: 0, unserved: 0, failed: 0, distanceM: 0, workSec: 0, routes: 0 };
  for (const visit of visits) {
    if (!isLocationVisit(visit)) continue;
    totals.visits += 1;
    if (visit.routeId !== null && visit.status !== VisitStatus.Unscheduled) totals.scheduled += 1;
    if (visit.status === VisitStatus.Failed) totals.failed += 1;
  }
  totals.unserved = totals.visits - totals.scheduled;
  for (const route of routes) {
    if (route.stops === 0) continue;
    totals.routes += 1;
    totals.distanceM += route.distanceM;
    totals.workSec += route.travelSec + route.serviceSec + route.waitSec;
  }
  return totals;
}

export { visitsByRoute };
