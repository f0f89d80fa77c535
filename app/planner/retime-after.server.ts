import type { CompanySession } from "~/auth/session.server";
import { vehicleFromRow, visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listOpenRoutesWith } from "~/db/repositories/routes.server";
import { getVehicle } from "~/db/repositories/vehicles.server";
import { listVisitsOfRoutes } from "~/db/repositories/visits.server";
import { getWarehouse } from "~/db/repositories/warehouses.server";
import type { VehicleRow, WarehouseRow } from "~/db/tables";
import { planningChanges } from "~/domain/changes";
import { accept } from "~/domain/decision";
import { todayIn } from "~/domain/time/time-zone";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { nowSec } from "~/services/now.server";
import { changePlan } from "./change-plan.server";
import type { ChangedVehicle } from "./plan-log";
import { changedVehicle } from "./set-vehicle.server";

/** What ways and departures depend on. */
const WAYS = ["type", "speed_factor", "work_hour_start", "park_location_lat", "park_location_lng"] as const satisfies readonly (keyof VehicleRow)[];
/** What only the rules of a route depend on. */
const RULES = ["work_hour_end", "overtime", "max_distance", "capacity", "max_load", "max_quantity", "break_start", "break_end", "break_duration", "cost_per_km", "cost_per_hour", "fixed_cost"] as const satisfies readonly (keyof VehicleRow)[];

/**
 * After a vehicle was changed: the routes that it is still to drive get their times and violations at once.
 * @param loggedIn the plan whose log tells of the change already
 */
export async function retimeAfterVehicle(session: CompanySession, before: VehicleRow, tab?: string, loggedIn?: number): Promise<void> {
  const now = await getVehicle(db(), session.company.id, before.id);
  const differs = (field: keyof VehicleRow) => (before[field] ?? null) !== (now[field] ?? null);
  const anew = WAYS.some(differs);
  if (!anew && !RULES.some(differs)) return;
  await retimeAll(session, { kind: "vehicle.update", vehicle: changedVehicle(vehicleFromRow(before), vehicleFromRow(now)), loggedIn }, { vehicleId: before.id }, anew, tab);
}

/** After a warehouse was moved: the routes that start or end there get new ways and times at once. */
export async function retimeAfterWarehouse(session: CompanySession, before: WarehouseRow, tab?: string): Promise<void> {
  const now = await getWarehouse(db(), session.company.id, before.id);
  const moved = before.lat !== now.lat || before.lng !== now.lng || before.time_zone !== now.time_zone;
  if (moved) await retimeAll(session, { kind: "warehouse.update" }, { warehouseId: before.id }, true, tab);
}

/** What was changed elsewhere, for the plans' logs. */
interface ChangedElsewhere {
  kind: string;
  vehicle?: ChangedVehicle;
  loggedIn?: number | undefined;
}

async function retimeAll(session: CompanySession, changed: ChangedElsewhere, what: Parameters<typeof listOpenRoutesWith>[2], anew: boolean, tab: string | undefined): Promise<void> {
  const companyId = session.company.id;
  // Yesterday somewhere is still today for a warehouse in another zone.
  const from = todayIn("UTC", nowSec() - 86_400);
  const byPlan = new Map<number, number[]>();
  for (const { id, plan_id } of await listOpenRoutesWith(db(), companyId, what, from)) byPlan.set(plan_id, [...(byPlan.get(plan_id) ?? []), id]);
  for (const [planId, routeIds] of byPlan) {
    // What was saved is saved: a plan that can't be retimed now gets its times from its next change or calculation.
    await retimePlan(session, { ...changed, planId, routeIds, anew }, tab).catch((error: unknown) => console.warn(`Plan ${planId}: its routes keep their times after ${changed.kind}.`, error));
  }
}

const retimePlan = (session: CompanySession, { kind, vehicle, loggedIn, planId, routeIds, anew }: ChangedElsewhere & { planId: number; routeIds: readonly number[]; anew: boolean }, tab: string | undefined) =>
  changePlan(session, {
    kind,
    action: "plan.update",
    planId,
    subject: { routeIds },
    vehicle: () => (planId === loggedIn ? undefined : vehicle),
    visits: async (trx) => (await listVisitsOfRoutes(trx, session.company.id, routeIds)).map(visitFromRow),
    decide: ({ visits }) => {
      const used = routeIds.filter((routeId) => visits.some((visit) => visit.routeId === routeId && isLocationVisit(visit)));
      return accept(planningChanges({ recalculate: used.map((routeId) => ({ routeId, mode: "position", ...(anew ? { anew: true } : {}) })) }));
    },
  }, { tab });
