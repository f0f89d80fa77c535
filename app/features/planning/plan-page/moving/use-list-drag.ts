import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from "react";
import { DRAG_UNFOLD_MS } from "~/domain/constants";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { count } from "~/domain/format-number";
import { dropPlace, foldedAt, placeInRoute, placeOfSeveral, shortName, fixedReason } from "./moves";
import type { DropPlace, Move } from "./moves";
import type { GroupKey, PlanRow } from "../list/plan-rows";
import type { RouteItem } from "../plan-view";
import { ROW_PX } from "../list/plan-tree";
import { pickedInOrder } from "../selection/use-picked-visits";
import { isTyping } from "~/ui/table/search-input";
import { useDrag } from "./use-drag";
import type { PlanView } from "../use-plan-view";

interface ListDragInput {
  view: PlanView;
  /** what the list shows */
  rows: readonly PlanRow[];
  routes: readonly RouteItem[];
  /** false: the user may not move visits */
  allowed: boolean;
  move: (move: Move, said: string) => void;
  announce: (text: string) => void;
}

type MovedRow = Pick<Extract<PlanRow, { kind: "visit" }>, "visit" | "route">;

/** On nothing, or in the visit's panel, where nobody types: in a field and in a menu the arrows are its own. */
const isOnPanel = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target === document.body || target.closest("aside") !== null) &&
  !isTyping(target) &&
  target.closest("dialog, [role=menu]") === null &&
  document.querySelector("dialog[open]") === null;

/** Dragging in the plan's list, and Alt with the arrow keys in its place. */
export function useListDrag({ view, rows, routes, allowed, move, announce }: ListDragInput) {
  const box = useRef<HTMLDivElement>(null);
  const { groups, picked, setDragging } = view;

  const pick = (row: PlanRow) => {
    if (row.kind !== "visit" || !allowed) return null;
    const ids = picked.has(row.visit.id) ? pickedInOrder(view, routes) : [row.visit.id];
    const several = ids.length > 1;
    const visits = several ? [...groups.values()].flat().filter((visit) => ids.includes(visit.id)) : [row.visit];
    for (const visit of visits) {
      const fixed = fixedReason(visit, view.routesById.get(visit.routeId ?? 0) ?? null, groups);
      if (fixed !== null)
        return {
          ids,
          name: several ? count(ids.length, "visit") : visit.name,
          fixed: several ? `${visit.name}: ${fixed}` : fixed,
        };
    }
    return { ids, name: several ? count(ids.length, "visit") : row.visit.name, fixed: null };
  };
  const placeAt = (at: number, ids: readonly number[]): DropPlace | null => dropPlace(rows, groups, new Set(ids), at);
  const onDrop = (ids: readonly number[], place: DropPlace) => {
    const from = [...groups.values()].flat().find((visit) => visit.id === ids[0]);
    const stays =
      ids.length === 1 &&
      from !== undefined &&
      (place.toRouteId === null
        ? from.routeId === null
        : from.routeId === place.toRouteId && place.position === placeInRoute(from, groups));
    if (stays) return;
    const what = ids.length === 1 ? shortName(from?.name ?? "Visit") : count(ids.length, "visit");
    move(
      { visitIds: ids, toRouteId: place.toRouteId, position: place.position },
      place.toRouteId === null ? `${what} unscheduled` : `${what} moved to ${place.where}`,
    );
  };
  const onHold = (row: PlanRow) => {
    if (row.kind === "visit" && isLocationVisit(row.visit)) view.pick([row.visit.id], false);
  };
  const { drag, card, onRowPointerDown, keepStill } = useDrag({ box, rowPx: ROW_PX, pick, placeAt, onDrop, onHold });

  const active = drag !== null;
  useEffect(() => setDragging(active), [active, setDragging]);
  const { fold } = view;
  const over = foldedAt(rows, drag?.place ?? null);
  const unfolded = useRef<GroupKey[]>([]);
  useEffect(() => {
    if (over === null) return;
    const timer = setTimeout(() => {
      unfolded.current.push(over);
      keepStill();
      fold(over, true);
    }, DRAG_UNFOLD_MS);
    return () => clearTimeout(timer);
  }, [over, fold, keepStill]);
  // What the pointer only passed folds again; the route that got the visits stays open.
  const target = drag?.place?.toRouteId ?? null;
  const lastTarget = useRef<number | null>(null);
  useEffect(() => {
    if (active) {
      lastTarget.current = target;
      return;
    }
    for (const key of unfolded.current) if (key !== lastTarget.current) fold(key, false);
    unfolded.current = [];
  }, [active, target, fold]);
  const where = drag === null ? null : (drag.fixed ?? drag.place?.refused ?? drag.place?.where ?? null);
  useEffect(() => {
    if (where !== null) announce(where);
  }, [where, announce]);
  const draggedIds = useMemo(() => new Set(drag?.fixed === null ? drag.ids : []), [drag?.ids, drag?.fixed]);

  /**
   * Alt with arrows moves a stop, or all selected ones of its route: up and down within it, left and right to the
   * neighbouring route.
   */
  const moveByKey = useCallback(
    (event: Pick<KeyboardEvent, "altKey" | "key">, { visit, route }: MovedRow): boolean => {
      if (!event.altKey || !allowed || !isLocationVisit(visit)) return false;
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined && side === undefined) return false;
      const group = groups.get(visit.routeId) ?? [];
      const together = picked.has(visit.id) ? group.filter((one) => picked.has(one.id)) : [visit];
      const fixed = together.map((one) => fixedReason(one, route, groups)).find((why) => why !== null) ?? null;
      if (fixed !== null) {
        announce(fixed);
        return true;
      }
      const visitIds = together.map((one) => one.id);
      const what = together.length === 1 ? shortName(visit.name) : count(together.length, "visit");
      if (step !== undefined) {
        if (route === null) return true;
        const { position, last } = placeOfSeveral(together, group);
        const wanted = position + step;
        if (wanted >= 1 && wanted <= last)
          move(
            { visitIds, toRouteId: route.id, position: wanted },
            `${what} moved to ${shortName(route.vehicle)}, stop ${wanted}`,
          );
        return true;
      }
      const neighbour =
        route === null
          ? routes[side === 1 ? 0 : routes.length - 1]
          : routes[routes.findIndex((one) => one.id === route.id) + (side ?? 0)];
      if (neighbour === undefined) return true;
      fold(neighbour.id, true);
      move({ visitIds, toRouteId: neighbour.id }, `${what} moved to ${shortName(neighbour.vehicle)}, at the end`);
      return true;
    },
    [allowed, groups, picked, fold, move, routes, announce],
  );
  const onRowKey = useCallback(
    (event: KeyboardEvent, row: PlanRow): boolean => row.kind === "visit" && moveByKey(event, row),
    [moveByKey],
  );

  const { visit: opened, routesById } = view;
  useEffect(() => {
    if (opened === null) return;
    // A click on a row opens its panel, which takes the focus: the stop that it is about moves from there too.
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || !isOnPanel(event.target)) return;
      if (moveByKey(event, { visit: opened, route: routesById.get(opened.routeId ?? 0) ?? null }))
        event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [opened, routesById, moveByKey]);

  return {
    tree: { box, onRowPointerDown, draggedIds, drop: drag?.place?.refused === null ? drag.place : null, onRowKey },
    drag,
    card,
  };
}
