import type { CompanySession } from "~/auth/session.server";
import { planningChanges } from "~/domain/changes";
import { accept, atField } from "~/domain/decision";
import { notFound } from "~/lib/errors";
import { authorOf } from "~/planner/author.server";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import type { Loaded } from "~/planner/plan-change";
import { refuseStaleEdit } from "~/planner/stale-edit.server";
import { driverField } from "../driver-field";
import { isNotCompleted } from "~/domain/route/route-gate";
import { findDriver, mayDrive } from "./route-commands.server";

interface SetDriversInput {
  planId: number;
  /** by route; null: nobody */
  drivers: ReadonlyMap<number, number | null>;
}

interface WithDrivers extends Loaded {
  found: Map<number | null, { drives: boolean } | null>;
}

/**
 * The drivers of several routes as one change; a route that is not named keeps its driver, and so does a completed one.
 * @throws AppError 404 for a route that is not the plan's; 409 'plan.changed'; 422 for who is no driver
 */
export const setDrivers = (
  session: CompanySession,
  { planId, drivers }: SetDriversInput,
  options: EditOptions,
): Promise<ChangedPlan<WithDrivers>> =>
  changePlan<WithDrivers>(
    session,
    {
      kind: "route.change",
      action: "route.update",
      planId,
      // It depends on the routes as they are: see `load`.
      subject: {},
      load: async (trx, { plan, routes }) => {
        // The dialog names all routes; it is about those that would get another driver.
        const routeIds = routes.flatMap(({ id, driverId }) =>
          drivers.has(id) && drivers.get(id) !== driverId ? [id] : [],
        );
        await refuseStaleEdit(trx, authorOf(session), plan, options.version, { routeIds, fields: true });
        const found: WithDrivers["found"] = new Map();
        // A driver who left the company stays on the routes that keep them.
        for (const { id, driverId: former } of routes) {
          const driverId = drivers.get(id);
          if (driverId !== undefined && driverId !== former)
            found.set(driverId, await findDriver(trx, session.company.id, driverId));
        }
        return { visits: [], found };
      },
      decide: ({ routes, found }) => {
        const byId = new Map(routes.map((route) => [route.id, route]));
        const patches = [];
        for (const [routeId, driverId] of drivers) {
          const route = byId.get(routeId);
          if (route === undefined) throw notFound("Route");
          if (route.driverId === driverId) continue;
          const field = driverField(routeId);
          const running = isNotCompleted(route);
          if (!running.ok) return atField(running, field);
          const allowed = mayDrive(found.get(driverId) ?? null, field);
          if (!allowed.ok) return allowed;
          patches.push({ id: routeId, set: { driverId } });
        }
        return { ...accept(planningChanges({ routes: patches })), routeIds: patches.map(({ id }) => id) };
      },
    },
    options,
  );
