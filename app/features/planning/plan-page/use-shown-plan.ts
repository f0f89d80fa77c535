import { useRef } from "react";
import { keepSame, unpackRows, type Columns } from "~/lib/columns";
import type { RouteItem, VisitItem } from "./plan-view";

/**
 * Routes and visits from the server. What has not changed stays the same object: after somebody else's edit of one
 * visit, only what shows that visit is rendered again.
 */
export const useShownPlan = ({ routes, visits }: { routes: Columns<RouteItem>; visits: Columns<VisitItem> }) => ({
  routes: useKeptRows(routes),
  visits: useKeptRows(visits),
});

/** The same for one list. */
export function useKeptRows<Row extends { id: number }>(packed: Columns<Row>): readonly Row[] {
  const seen = useRef<{ packed: Columns<Row>; rows: readonly Row[] } | null>(null);
  if (seen.current?.packed !== packed)
    seen.current = { packed, rows: keepSame(seen.current?.rows ?? [], unpackRows(packed)) };
  return seen.current.rows;
}
