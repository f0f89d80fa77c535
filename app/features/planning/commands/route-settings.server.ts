import { isOpen } from "~/domain/route/route-gate";
import type { CompanySession } from "~/auth/session.server";
import { accept, refuse } from "~/domain/decision";
import { planningChanges } from "~/domain/changes";
import { isBeforeRoad } from "~/domain/route/route-status";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { sameEnds } from "~/domain/place";
import { changedRouteSettings } from "../changed-settings";
import type { SettingsSeen } from "../changed-settings";
import type { RouteSettingsInput } from "../schemas";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { changeRouteState } from "./route-commands.server";

/**
 * Start, end, hours, distance, speed and breaks of one route. Its times follow at once, by its order; what breaks with
 * new hours or limits shows. What isn't given stays as it is now, whoever changed it meanwhile.
 * @param input with what the form showed (`seen`)
 * @throws AppError 404, 409 locked, completed, start and end of a route on the road, or 'plan.changed'
 */
export const updateRouteSettings = (
  session: CompanySession,
  { routeId, seen = {}, ...input }: RouteSettingsInput & { routeId: number; seen?: SettingsSeen["seen"] },
  options: EditOptions,
): Promise<ChangedPlan> =>
  changeRouteState(
    session,
    { routeId },
    {
      kind: "route.settings",
      action: "route.update",
      fields: true,
      decide: (route, visits) => {
        const permission = isOpen(route);
        if (!permission.ok) return permission;
        const changed = changedRouteSettings(route, input, { seen, units: session.units });
        if (!changed.ok) return changed;
        const { vehicleSettings, ...ends } = changed.settings;
        const moved = !sameEnds(route, ends);
        if (moved && !isBeforeRoad(route.status))
          return refuse("route.on_route", "The route is already on route: its start and end stay.", 409);
        return accept(
          planningChanges({
            routes: [{ id: route.id, set: { vehicleSettings, ...(moved ? ends : {}) } }],
            recalculate: !visits.some(isLocationVisit) ? [] : [{ routeId: route.id, mode: "position" }],
          }),
        );
      },
    },
    options,
  );
