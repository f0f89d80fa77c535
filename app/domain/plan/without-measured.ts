/** The plan without what nobody decided: legs that were measured late, and changes that were taken back since. */
import { isSameValue } from "../changes";
import type { Patch } from "../changes";
import type { Route } from "../route/route";
import type { Visit } from "../visit/visit";
import { FOLLOWING_ROUTE_FIELDS, FOLLOWING_VISIT_FIELDS } from "./plan-log";
import type { LoggedRecord, LoggedSide, LoggedSides } from "./plan-log";

interface Records {
  routes: readonly Route[];
  visits: readonly Visit[];
}

/** A plan as one change left it. */
interface Unwound extends Records {
  /** what leads from the plan as it is to this one, for the routes that were asked about */
  patches: { routes: Patch<Route>[]; visits: Patch<Visit>[] };
}

/** The routes that a change wrote, with those that its visits left and those where they stand now. */
export function routesOfChange({ before, after }: LoggedSides, visits: readonly Visit[]): Set<number> {
  const written = new Set(after.visits.map(({ id }) => id));
  return new Set([
    ...after.routes.map(({ id }) => id),
    ...(after.orders ?? []).map(({ routeId }) => routeId),
    ...before.visits.flatMap(({ routeId }) => (typeof routeId === "number" ? [routeId] : [])),
    ...visits.flatMap(({ id, routeId }) => (written.has(id) && routeId !== null ? [routeId] : [])),
  ]);
}

/** Tells the entries that wrote of a change's visits, its routes or what stands there: no others bear on its undo. */
export function concerning(change: LoggedSides, visits: readonly Visit[]): (entry: LoggedSide) => boolean {
  const routeIds = routesOfChange(change, visits);
  const visitIds = new Set([
    ...change.after.visits.map(({ id }) => id),
    ...visits.flatMap(({ id, routeId }) => (routeId !== null && routeIds.has(routeId) ? [id] : [])),
  ]);
  return (entry) => entry.routes.some(({ id }) => routeIds.has(id)) || entry.visits.some(({ id }) => visitIds.has(id));
}

/**
 * Takes back what the entries wrote of times, legs and totals, where it still stands.
 * @param entries newest first, none of them anybody's decision that stands
 */
export function withoutMeasured(now: Records, entries: readonly LoggedSides[], routeIds: ReadonlySet<number>): Unwound {
  let [routes, visits] = [now.routes, now.visits];
  for (const { before, after } of entries) {
    routes = unwound(routes, before.routes, after.routes, FOLLOWING_ROUTE_FIELDS);
    visits = unwound(visits, before.visits, after.visits, FOLLOWING_VISIT_FIELDS);
  }
  return {
    routes,
    visits,
    patches: {
      routes: differences(now.routes, routes, FOLLOWING_ROUTE_FIELDS, ({ id }) => routeIds.has(id)),
      visits: differences(
        now.visits,
        visits,
        FOLLOWING_VISIT_FIELDS,
        ({ routeId }) => routeId !== null && routeIds.has(routeId),
      ),
    },
  };
}

/** Whether a measurement made or removed a break: then its times can't be taken back alone. */
export const isOfStops = ({ visits }: LoggedSide): boolean =>
  visits.some(({ created, removed, restored }) => [created, removed, restored].includes(true));

type Fields = Record<string, unknown>;

function unwound<T extends { id: number }>(
  records: readonly T[],
  before: readonly LoggedRecord[],
  after: readonly LoggedRecord[],
  fields: ReadonlySet<string>,
): readonly T[] {
  if (after.length === 0) return records;
  const [old, written] = [before, after].map((side) => new Map(side.map((one) => [one.id, one]))) as [
    Map<number, LoggedRecord>,
    Map<number, LoggedRecord>,
  ];
  return records.map((record) => {
    const [was, left] = [old.get(record.id), written.get(record.id)];
    if (was === undefined || left === undefined) return record;
    const back = Object.keys(left).filter(
      (field) => fields.has(field) && field in was && isSameValue((record as Fields)[field], left[field]),
    );
    return back.length === 0 ? record : { ...record, ...Object.fromEntries(back.map((field) => [field, was[field]])) };
  });
}

function differences<T extends { id: number }>(
  now: readonly T[],
  then: readonly T[],
  fields: ReadonlySet<string>,
  isAsked: (record: T) => boolean,
): Patch<T>[] {
  return now.flatMap((record, index): Patch<T>[] => {
    const other = then[index]!;
    if (other === record || !isAsked(record)) return [];
    const set = Object.entries(other).filter(
      ([field, value]) => fields.has(field) && !isSameValue(value, (record as Fields)[field]),
    );
    return set.length === 0 ? [] : [{ id: record.id, set: Object.fromEntries(set) as Patch<T>["set"] }];
  });
}
