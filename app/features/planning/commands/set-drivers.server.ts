import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { planningChanges } from "~/domain/changes";
import { accept, atField } from "~/domain/decision";
import { notFound } from "~/lib/errors";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { driverField } from "../driver-field";
import { isNotCompleted } from "~/domain/route/route-gate";
import { mayDrive } from "./route-commands.server";

export interface SetDriversInput {
  planId: number;
  /** by route; null: nobody */
  drivers: ReadonlyMap<number, number | null>;
}

/**
 * The drivers of several routes as one change; a route that is not named keeps its driver, and so does a completed one.
 * @throws AppError 404 for a route that is not the plan's; 409 'plan.changed'; 422 for who is no driver
 */
export const setDrivers = (
  session: CompanySession,
  { planId, drivers }: SetDriversInput,
  options: EditOptions,
): Promise<ChangedPlan> => {
  let within: Db = db();
  return changePlan(
    session,
    {
      kind: "route.change",
      action: "route.update",
      planId,
      subject: { routeIds: [...drivers.keys()], fields: true },
      visits: (trx) => {
        within = trx;
        return Promise.resolve([]);
      },
      decide: async ({ routes }) => {
        const byId = new Map(routes.map((route) => [route.id, route]));
        const patches = [];
        for (const [routeId, driverId] of drivers) {
          const route = byId.get(routeId);
          if (route === undefined) throw notFound("Route");
          if (route.driverId === driverId) continue;
          const running = isNotCompleted(route);
          if (!running.ok) return atField(running, driverField(routeId));
          const allowed = await mayDrive(within, session.company.id, driverId, driverField(routeId));
          if (!allowed.ok) return allowed;
          patches.push({ id: routeId, set: { driverId } });
        }
        return accept(planningChanges({ routes: patches }));
      },
    },
    options,
  );
};
