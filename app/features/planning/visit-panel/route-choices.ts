import { closedBy } from "~/domain/route/route-gate";
import { canReceiveVisits } from "~/domain/visit/visit-permissions";
import { vehicleInText } from "~/domain/vehicle/vehicle";
import type { RouteItem } from "../plan-page/plan-view";
import { routeInText } from "../plan-page/stop-look";

/** All routes to move a visit to: those that take none can't be chosen, and say why. @param own the visit's */
export const routeChoices = (
  routes: readonly RouteItem[],
  own: RouteItem | null,
): { value: string; label: string; disabled: boolean }[] =>
  routes.map((route) => {
    const name = route.driverId === null ? vehicleInText(route) : routeInText(route);
    const closed = closedBy(route);
    return {
      value: String(route.id),
      label: closed === null ? name : `${name} (${closed})`,
      disabled: route.id !== own?.id && !canReceiveVisits(route).ok,
    };
  });
