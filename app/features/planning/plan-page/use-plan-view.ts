import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { keepOpen, readKeptOpen } from "~/ui/kept-open";
import {
  EMPTY_ROUTES,
  isEmptyRoute,
  OPEN_ALL,
  planRows,
  planTotals,
  rowKeyOfRoute,
  rowKeyOfVisit,
  UNSERVED,
  visitsByRoute,
  type GroupKey,
  type PlanRow,
} from "./list/plan-rows";
import type { RouteChoice } from "~/ui/map/map-types";
import type { RouteItem, VisitItem } from "./plan-view";
import type { Figure } from "./list/visit-filter";
import { createHover, type Hover } from "~/ui/hover";
import type { Press } from "~/ui/press";
import { usePickedVisits } from "./selection/use-picked-visits";

interface PlanViewInput {
  routes: readonly RouteItem[];
  visits: readonly VisitItem[];
  /** from the address, for links and pages without JavaScript */
  visitId: number | null;
  routeId: number | null;
  /** OPEN_PARAM of the address */
  opened?: string | null;
  /** the figure of the header that narrows the list */
  figure?: Figure | null;
  /** the name under which this browser remembers what is unfolded; undefined: it doesn't */
  keepAs?: string;
}

/** Starts and ends of empty routes are no visits. */
const isUnplanned = ({ routes, visits }: Pick<PlanViewInput, "routes" | "visits">): boolean =>
  routes.every(isEmptyRoute) && visits.some((visit) => visit.routeId === null);

/** What is unfolded at first: what the address names, the selected route, or all that is unserved before a plan. */
export function firstOpen(input: PlanViewInput): Set<GroupKey> {
  const { routes, visits, visitId, routeId, opened = null } = input;
  const asked = opened?.split(",") ?? [];
  const isAsked = (key: GroupKey) => asked.includes(OPEN_ALL) || asked.includes(String(key));
  const open = new Set<GroupKey>();
  for (const key of [UNSERVED, EMPTY_ROUTES, ...routes.map(({ id }) => id)] as const) if (isAsked(key)) open.add(key);
  const chosen = routeId ?? visits.find((visit) => visit.id === visitId)?.routeId ?? null;
  if (chosen !== null) open.add(chosen);
  // A route is seen once the group around it is open.
  if (routes.some((route) => open.has(route.id) && isEmptyRoute(route))) open.add(EMPTY_ROUTES);
  if (isUnplanned(input)) open.add(UNSERVED);
  return open;
}

/** What is selected, hovered and unfolded, and what follows from that; shared by list, map and timeline. */
export function usePlanView(input: PlanViewInput) {
  const { routes, visits, figure = null } = input;
  const [open, setOpen] = useState<ReadonlySet<GroupKey>>(() => firstOpen(input));
  const [search, setSearch] = useState("");
  const [hover] = useState<Hover>(createHover);
  const [visitId, setVisitId] = useState<number | null>(input.visitId);
  const [routeId, setRouteId] = useState<number | null>(input.routeId);
  const [chosen, setChosen] = useState<RouteChoice | null>(null);
  const [scrollTo, setScrollTo] = useState<string | null>(null);
  const [focusOn, setFocusOn] = useState<{ key: string } | null>(null);
  const [dragging, setDragging] = useState(false);
  const touched = useRef(false);

  const { keepAs } = input;
  useEffect(() => {
    // After the first paint: the server doesn't know what this browser remembers.
    const kept = keepAs === undefined ? [] : readKeptOpen(keepAs, () => window.localStorage, Date.now());
    if (kept.length > 0) setOpen((old) => new Set([...old, ...(kept as GroupKey[])]));
  }, [keepAs]);
  useEffect(() => {
    if (keepAs !== undefined && touched.current) keepOpen(keepAs, [...open], () => window.localStorage, Date.now());
  }, [keepAs, open]);

  const groups = useMemo(() => visitsByRoute(visits), [visits]);
  const routesById = useMemo(() => new Map(routes.map((route) => [route.id, route])), [routes]);
  const totals = useMemo(() => planTotals(routes, visits), [routes, visits]);
  const rows = useMemo(
    () => planRows({ routes, groups, open, search, figure, alwaysUnserved: dragging }),
    [routes, groups, open, search, figure, dragging],
  );
  const visit = visitId === null ? null : (visits.find((one) => one.id === visitId) ?? null);
  const route = routeId === null ? null : (routesById.get(routeId) ?? null);

  const fold = useCallback((key: GroupKey, wanted?: boolean) => {
    touched.current = true;
    setOpen((old) => {
      const next = new Set(old);
      if (wanted ?? !old.has(key)) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  const selectRoute = useCallback(
    (id: number | null) => {
      setRouteId(id);
      setVisitId(null);
      setChosen({ routeId: id });
      if (id !== null) {
        fold(id, true);
        const chosenRoute = routesById.get(id);
        if (chosenRoute !== undefined && isEmptyRoute(chosenRoute)) fold(EMPTY_ROUTES, true);
        setScrollTo(rowKeyOfRoute(id));
      }
    },
    [fold, routesById],
  );
  /** From list, map or timeline; who chooses a route again wants the whole day. */
  const chooseRoute = useCallback(
    (id: number) => selectRoute(routeId === id && visitId === null ? null : id),
    [selectRoute, routeId, visitId],
  );
  /** From map or timeline: the list unfolds and scrolls there. */
  const selectVisit = useCallback(
    (id: number | null) => {
      setVisitId(id);
      if (id === null) return;
      const chosen = visits.find((one) => one.id === id);
      setRouteId(chosen?.routeId ?? null);
      fold(chosen?.routeId ?? UNSERVED, true);
      setScrollTo(rowKeyOfVisit(id));
    },
    [fold, visits],
  );

  const { picked, pick, pickRange, clearPicked } = usePickedVisits({ rows, visits, shownId: visitId });
  /** A finger holds no key: once a visit is selected, it adds and takes out, and only "Clear" ends the selection. */
  const addsByFinger = picked.size > 0;
  /** From map or timeline: one visit, or one more; null for a press on none of them. */
  const selectStop = useCallback(
    (id: number | null, how: Press) => {
      const adds = how.extend || (how.byFinger && addsByFinger);
      if (id !== null && adds) return pick([id], true);
      if (how.byFinger && addsByFinger) return;
      clearPicked();
      if (id !== null) selectVisit(id);
      else selectRoute(null);
    },
    [pick, clearPicked, selectVisit, selectRoute, addsByFinger],
  );

  const selectedKeys = useMemo(
    () =>
      new Set([
        ...[...picked].map(rowKeyOfVisit),
        ...(visitId === null ? [] : [rowKeyOfVisit(visitId)]),
        ...(routeId === null || visitId !== null ? [] : [rowKeyOfRoute(routeId)]),
      ]),
    [visitId, routeId, picked],
  );
  const selectedStopIds = useMemo(
    () => new Set([...picked, ...(visitId === null ? [] : [visitId])]),
    [visitId, picked],
  );

  const lasso = useCallback((ids: readonly number[]) => pick(ids, false), [pick]);

  return {
    rows,
    groups,
    routesById,
    totals,
    visitId,
    visit,
    route,
    search,
    setSearch,
    hover,
    selectedKeys,
    selectedStopIds,
    scrollTo,
    focusOn,
    focusRow: (key: string) => setFocusOn({ key }),
    setDragging,
    picked,
    addsByFinger,
    pick,
    pickRange,
    clearPicked,
    selectedRouteId: route?.id ?? null,
    fold,
    chosen,
    selectRoute,
    chooseRoute,
    selectVisit,
    selectStop,
    lasso,
    foldRow: (row: PlanRow, wanted?: boolean) => {
      if (row.kind === "route") fold(row.route.id, wanted);
      else if (row.kind !== "visit") fold(row.kind === "empty" ? EMPTY_ROUTES : UNSERVED, wanted);
    },
  };
}
export type PlanView = ReturnType<typeof usePlanView>;
