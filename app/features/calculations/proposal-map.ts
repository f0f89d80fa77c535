/** The plan as it is, and as a proposal would make it, on one map. */
import { applyChanges } from "~/domain/apply-changes";
import type { PlanDifference } from "~/domain/calculation/plan-difference";
import type { PlanningChanges } from "~/domain/changes";
import { driveOrder } from "~/domain/route/drive-order";
import { routeColor } from "~/domain/route/route-palette";
import type { RouteColor } from "~/domain/route/route-palette";
import { violationsAtVisit } from "~/domain/route/route-warnings";
import type { Route } from "~/domain/route/route";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { VisitType } from "~/domain/visit/visit-type";
import type { Visit } from "~/domain/visit/visit";
import type { Warehouse } from "~/domain/warehouse/warehouse";
import { hasCoordinates } from "~/domain/validation/coordinates";
import type { LngLat } from "~/lib/polyline";
import type { MapPlace, MapRoute, MapStop } from "~/ui/map/map-types";

/** By the route's place in the plan, as on the plan's own map. */
export function colourOfRoute(routes: readonly Pick<Route, "id">[]): (routeId: number) => RouteColor {
  const index = new Map(routes.map((route, at) => [route.id, at]));
  return (routeId) => routeColor(index.get(routeId) ?? 0, !index.has(routeId));
}

interface ProposalMap {
  now: MapRoute[];
  then: MapRoute[];
  /** routes whose line changes */
  changed: number[];
  stops: MapStop[];
  warehouses: MapPlace[];
}

interface CurrentPlan {
  routes: readonly Route[];
  visits: readonly Visit[];
  warehouses: readonly Warehouse[];
}

/** Straight from stop to stop: the legs of a proposal are measured when it is applied. */
function pathOf(visits: readonly Visit[]): LngLat[] {
  return driveOrder(visits)
    .filter((visit) => visit.type !== VisitType.Break && hasCoordinates(visit))
    .map((visit) => [visit.lng ?? 0, visit.lat ?? 0] as const);
}

export function proposalMap(
  { routes, visits, warehouses }: CurrentPlan,
  changes: PlanningChanges,
  difference: PlanDifference,
  names: ReadonlyMap<number, string>,
): ProposalMap {
  const colour = colourOfRoute(routes);
  // New starts and ends have no id yet. The map only draws them.
  const made = changes.createVisits.map((visit, index) => ({ ...visit, id: -index - 1, createdAt: "", updatedAt: "" }));
  const visitsThen = [...applyChanges({ visits }, changes).visits, ...made];
  const linesOf = (all: readonly Visit[]) =>
    routes
      .map((route): MapRoute => ({
        id: route.id,
        name: names.get(route.id) ?? "",
        colour: colour(route.id).fill,
        square: colour(route.id).square,
        path: pathOf(all.filter((visit) => visit.routeId === route.id)),
      }))
      .filter((route) => route.path.length > 1);
  const [now, then] = [linesOf(visits), linesOf(visitsThen)];
  const same = (id: number) =>
    JSON.stringify(now.find((route) => route.id === id)?.path) ===
    JSON.stringify(then.find((route) => route.id === id)?.path);
  const labels = new Map<number, string>();
  for (const route of routes)
    driveOrder(visitsThen.filter((visit) => visit.routeId === route.id))
      .filter(isLocationVisit)
      .forEach((visit, index) => labels.set(visit.id, String(index + 1)));
  const changedIds = difference.routes.map((one) => one.routeId).filter((id) => !same(id));
  return {
    now,
    then,
    changed: changedIds,
    stops: visitsThen
      .filter((visit) => isLocationVisit(visit) && hasCoordinates(visit))
      .map((visit) => {
        const look = visit.routeId === null ? null : colour(visit.routeId);
        return {
          id: visit.id,
          lat: visit.lat ?? 0,
          lng: visit.lng ?? 0,
          name: visit.name,
          routeId: visit.routeId,
          label: labels.get(visit.id) ?? "",
          colour: look?.fill ?? "",
          textColour: look?.text ?? "",
          square: look?.square,
          routeName: visit.routeId === null ? undefined : names.get(visit.routeId),
          status: visit.routeId === null ? ("unscheduled" as const) : ("scheduled" as const),
          warning: violationsAtVisit(visit).length > 0,
        };
      }),
    warehouses: warehouses
      .filter(hasCoordinates)
      .map(({ id, lat, lng, title }) => ({ id, lat: lat ?? 0, lng: lng ?? 0, name: title })),
  };
}
