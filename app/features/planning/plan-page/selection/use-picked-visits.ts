import { useCallback, useMemo, useRef, useState } from "react";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { keysBetween } from "~/ui/table/keys-between";
import type { PlanRow } from "../list/plan-rows";
import type { RouteItem, VisitItem } from "../plan-view";

/**
 * The selectable visits from one to the other, both included, in the order of the list; only the second when the first
 * isn't listed.
 */
export function idsBetween(rows: readonly PlanRow[], from: number, to: number): number[] {
  const ids = rows.flatMap((row) => (row.kind === "visit" && isLocationVisit(row.visit) ? [row.visit.id] : []));
  return keysBetween(ids, from, to);
}

/** The selected visits in the order of the plan: route by route, then those without one. */
export function pickedInOrder(
  { groups, picked }: { groups: ReadonlyMap<number | null, readonly VisitItem[]>; picked: ReadonlySet<number> },
  routes: readonly RouteItem[],
): number[] {
  return [...routes.map((route) => route.id), null].flatMap((id) =>
    (groups.get(id) ?? []).filter((visit) => picked.has(visit.id)).map((visit) => visit.id),
  );
}

interface PickedVisitsInput {
  /** what the list shows, in its order */
  rows: readonly PlanRow[];
  visits: readonly VisitItem[];
  /** the visit whose panel is open: a range begins there when nothing is selected */
  shownId: number | null;
}

/** The visits that several changes at once apply to. Each page keeps its own; list, map and timeline share it. */
export function usePickedVisits({ rows, visits, shownId }: PickedVisitsInput) {
  const [chosen, setPicked] = useState<ReadonlySet<number>>(new Set());
  /** where a range begins, and what was selected besides it */
  const anchor = useRef<{ id: number; besides: ReadonlySet<number> } | null>(null);

  // Visits that somebody else has removed are no longer selected.
  const picked = useMemo(
    () => (chosen.size === 0 ? chosen : new Set(visits.filter((one) => chosen.has(one.id)).map((one) => one.id))),
    [chosen, visits],
  );
  /** The selection without waiting for the next render: one event may clear it and begin another. */
  const newest = useRef<ReadonlySet<number>>(chosen);
  const choose = useCallback((ids: ReadonlySet<number>) => {
    newest.current = ids;
    setPicked(ids);
  }, []);
  /** Adds the visits to the selection, or takes a single one out that was in it. */
  const pick = useCallback(
    (ids: readonly number[], toggle: boolean) => {
      const next = new Set(newest.current);
      for (const id of ids) if (!(toggle && next.delete(id))) next.add(id);
      const last = ids.at(-1);
      anchor.current = last === undefined ? null : { id: last, besides: next };
      choose(next);
    },
    [choose],
  );
  /** From where the selection began to this visit, in the list's order; a shorter range replaces a longer one. */
  const pickRange = useCallback(
    (id: number, begin: number | null = null) => {
      anchor.current ??= { id: begin ?? shownId ?? id, besides: newest.current };
      const { id: from, besides } = anchor.current;
      choose(new Set([...besides, ...idsBetween(rows, from, id)]));
    },
    [rows, shownId, choose],
  );
  const clearPicked = useCallback(() => {
    anchor.current = null;
    if (newest.current.size > 0) choose(new Set());
  }, [choose]);
  return { picked, pick, pickRange, clearPicked };
}
