/** The plan's list as flat rows (routes, their visits, the unserved ones), so that only visible rows are rendered. */
import { isApprovedStatus } from "~/domain/route/route-status";
import type { Loads } from "~/domain/vehicle/load-share";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { placesToSetFirst } from "~/domain/visit/unserved-reason";
import { visitsByRoute, type RouteItem, type VisitItem } from "../plan-view";
import { workSecOfItem } from "~/features/planning/plan-page/plan-view";
import {
  countsVisit,
  isVisitFigure,
  routeSearch,
  VISIT_FIGURES,
  visitSearch,
  type Figure,
  type VisitFigure,
} from "./visit-filter";

/** Key of the group of visits without a route, among route ids. */
export const UNSERVED = "unserved";
/** Key of the group of routes without visits. */
export const EMPTY_ROUTES = "empty";
export type GroupKey = number | typeof UNSERVED | typeof EMPTY_ROUTES;

export type PlanRow =
  /** `nested`: it stands in the group of the empty ones */
  | { kind: "route"; key: string; route: RouteItem; open: boolean; nested: boolean }
  | { kind: "unserved"; key: string; count: number; open: boolean }
  | { kind: "empty"; key: string; count: number; open: boolean }
  | { kind: "visit"; key: string; visit: VisitItem; route: RouteItem | null };

/** So many routes without visits fold into one row: fewer are in nobody's way, and a place to drop a visit. */
const FOLDED_FROM = 4;

export const isEmptyRoute = (route: Pick<RouteItem, "stops">): boolean => route.stops === 0;

/** Which groups a page shows open at first, for browsers without scripts: keys with commas, or "all". */
export const OPEN_PARAM = "open";
export const OPEN_ALL = "all";
export const openHref = (group: GroupKey | typeof OPEN_ALL): string => `?${OPEN_PARAM}=${group}`;
/** The element of a row, for the address of a page that shows it. */
export const rowId = (rowKey: string): string => `row-${rowKey}`;

export const rowKeyOfVisit = (visitId: number): string => `v${visitId}`;
export const rowKeyOfRoute = (routeId: number): string => `r${routeId}`;
export const rowKeyOfGroup = (group: GroupKey): string => (typeof group === "number" ? rowKeyOfRoute(group) : group);

interface PlanRowsInput {
  routes: readonly RouteItem[];
  /** of `visitsByRoute` */
  groups: ReadonlyMap<number | null, readonly VisitItem[]>;
  open: ReadonlySet<GroupKey>;
  /** only visits that contain it; their groups are open then */
  search: string;
  /** only what this figure of the header counts */
  figure?: Figure | null;
  /** during a drag the group of unscheduled visits shows even when it is empty, as a place to drop */
  alwaysUnserved?: boolean;
}

/**
 * Visits without a route stand after all routes, also while nothing is planned: behind a thousand of them no route
 * could be reached with a visit in hand, and those that have none yet take few rows.
 */
export function planRows({ routes, groups, open, search, figure = null, alwaysUnserved }: PlanRowsInput): PlanRow[] {
  const matches = visitSearch(search);
  const narrows = isVisitFigure(figure);
  const found = (visits: readonly VisitItem[]): readonly VisitItem[] =>
    matches === null && !narrows
      ? visits
      : visits.filter((visit) => (matches === null || matches(visit)) && (!narrows || countsVisit(figure, visit)));
  const isNarrowed = matches !== null || narrows;
  const isSearched = matches === null ? () => false : routeSearch(search);
  const rows: PlanRow[] = [];
  const add = (visits: readonly VisitItem[], route: RouteItem | null) => {
    for (const visit of visits) rows.push({ kind: "visit", key: rowKeyOfVisit(visit.id), visit, route });
  };
  const addRoute = (route: RouteItem, nested: boolean) => {
    const visits = found(groups.get(route.id) ?? []);
    if (isNarrowed && visits.length === 0 && !(isSearched(route) && !narrows)) return;
    if (figure !== null && !narrows && isEmptyRoute(route)) return;
    const isOpen = isNarrowed ? visits.length > 0 : open.has(route.id);
    rows.push({ kind: "route", key: rowKeyOfRoute(route.id), route, open: isOpen, nested });
    if (isOpen) add(visits, route);
  };
  const addUnserved = () => {
    const unserved = placesToSetFirst(found((groups.get(null) ?? []).filter(isLocationVisit)));
    if (unserved.length === 0 && !alwaysUnserved) return;
    const isOpen = isNarrowed || open.has(UNSERVED);
    rows.push({ kind: "unserved", key: UNSERVED, count: unserved.length, open: isOpen });
    if (isOpen) add(unserved, null);
  };
  const showsUnserved = figure === null || narrows;
  const empty = isNarrowed || figure !== null ? [] : routes.filter(isEmptyRoute);
  const folds = empty.length >= FOLDED_FROM;
  for (const route of routes) if (!folds || !isEmptyRoute(route)) addRoute(route, false);
  if (folds) {
    const isOpen = open.has(EMPTY_ROUTES);
    rows.push({ kind: "empty", key: EMPTY_ROUTES, count: empty.length, open: isOpen });
    if (isOpen) for (const route of empty) addRoute(route, true);
  }
  if (showsUnserved) addUnserved();
  return rows;
}

/** Where the keys lead from the search: to the first visit that it found, or else to the first row. */
export const firstHit = (rows: readonly PlanRow[], search: string): PlanRow | undefined =>
  (search.trim() === "" ? undefined : rows.find((row) => row.kind === "visit" && isLocationVisit(row.visit))) ??
  rows[0];

export interface PlanTotals extends Record<VisitFigure, number> {
  visits: number;
  distanceM: number;
  /** driving, waiting and service of all routes, seconds */
  workSec: number;
  /** only waiting, seconds */
  waitSec: number;
  /** the most on board of each route, added up; limits of routes that have visits only */
  loads: Loads;
  /** of all routes, hundredths */
  cost: number;
  /** routes that have visits, and those of them that are approved, on the road or completed */
  routes: number;
  approved: number;
  /** with those that have no visits */
  allRoutes: number;
}

export function planTotals(routes: readonly RouteItem[], visits: readonly VisitItem[]): PlanTotals {
  const figures = Object.keys(VISIT_FIGURES) as VisitFigure[];
  const counted = Object.fromEntries(figures.map((figure) => [figure, 0])) as Record<VisitFigure, number>;
  const totals: PlanTotals = {
    ...counted,
    visits: 0,
    distanceM: 0,
    workSec: 0,
    waitSec: 0,
    loads: { kg: 0, m3: 0, maxKg: 0, maxM3: 0 },
    cost: 0,
    routes: 0,
    approved: 0,
    allRoutes: routes.length,
  };
  for (const visit of visits) {
    if (!isLocationVisit(visit)) continue;
    totals.visits += 1;
    for (const figure of figures) if (VISIT_FIGURES[figure].counts(visit)) totals[figure] += 1;
  }
  const used = routes.filter((route) => route.stops > 0);
  for (const route of used) {
    totals.routes += 1;
    if (isApprovedStatus(route.status)) totals.approved += 1;
    totals.distanceM += route.distanceM;
    totals.workSec += workSecOfItem(route);
    totals.waitSec += route.waitSec;
    totals.cost += route.cost;
    totals.loads.kg += route.loadKg;
    totals.loads.m3 += route.loadM3;
  }
  // One vehicle without a limit takes everything: then the plan has no limit.
  const limitOf = (limit: (route: RouteItem) => number): number =>
    used.every((route) => limit(route) > 0) ? used.reduce((sum, route) => sum + limit(route), 0) : 0;
  totals.loads.maxKg = limitOf((route) => route.maxLoadKg);
  totals.loads.maxM3 = limitOf((route) => route.maxLoadM3);
  return totals;
}

export { visitsByRoute };
