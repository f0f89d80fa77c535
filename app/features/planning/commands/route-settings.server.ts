import { isOpen } from "~/domain/route/route-gate";
import type { CompanySession } from "~/auth/session.server";
import { accept, refuse } from "~/domain/decision";
import { planningChanges } from "~/domain/changes";
import { isBeforeRoad } from "~/domain/route/route-status";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { sameEnds } from "~/domain/place";
import { crossedHours, endsOf, vehicleSettingsOf } from "../plan-settings";
import type { RouteSettingsInput } from "../schemas";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { changeRouteState } from "./route-commands.server";

/**
 * Start, end, hours, distance, speed and breaks of one route. Its times follow at once, by its order; what breaks with
 * new hours or limits shows.
 * @throws AppError 404, 409 locked, completed, or start and end of a route on the road
 */
export const updateRouteSettings = (
  session: CompanySession,
  input: Omit<RouteSettingsInput, "version">,
  options: EditOptions,
): Promise<ChangedPlan> =>
  changeRouteState(
    session,
    input,
    {
      kind: "route.settings",
      action: "route.update",
      fields: true,
      decide: (route, visits) => {
        const permission = isOpen(route);
        if (!permission.ok) return permission;
        const crossed = crossedHours(input, route.vehicleSettings);
        if (crossed !== null) return { ok: false, error: crossed };
        const ends = endsOf(input);
        const moved = !sameEnds(route, ends);
        if (moved && !isBeforeRoad(route.status))
          return refuse("route.on_route", "The route is already on route: its start and end stay.", 409);
        return accept(
          planningChanges({
            routes: [{ id: route.id, set: { vehicleSettings: vehicleSettingsOf(input), ...(moved ? ends : {}) } }],
            recalculate: !visits.some(isLocationVisit) ? [] : [{ routeId: route.id, mode: "position" }],
          }),
        );
      },
    },
    options,
  );
