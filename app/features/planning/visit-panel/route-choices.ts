import { closedBy } from "~/domain/route/route-gate";
import { canReceiveVisits } from "~/domain/visit/visit-permissions";
import type { RouteItem } from "../plan-page/plan-view";

/** All routes to move a visit to: those that take none can't be chosen, and say why. @param own the visit's */
export const routeChoices = (
  routes: readonly RouteItem[],
  own: RouteItem | null,
): { value: string; label: string; disabled: boolean }[] =>
  routes.map((route) => {
    const name = route.driverId === null ? route.vehicle : `${route.vehicle} · ${route.driver}`;
    const closed = closedBy(route);
    return {
      value: String(route.id),
      label: closed === null ? name : `${name} (${closed})`,
      disabled: route.id !== own?.id && !canReceiveVisits(route).ok,
    };
  });
