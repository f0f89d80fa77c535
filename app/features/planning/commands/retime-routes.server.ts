import { companySettingsFromRow, vehicleFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findVehicle } from "~/db/repositories/vehicles.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { db } from "~/db/database.server";
import { mergeChanges, planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { isSameWay, legsToMeasure } from "~/domain/route/drive-order";
import type { LegToMeasure } from "~/domain/route/drive-order";
import { retimeRoute } from "~/domain/route/retime";
import type { MeasuredLeg } from "~/domain/route/retime";
import { routeRules } from "~/domain/route/route-rules";
import { becomesEmpty, setRouteEmpty } from "~/domain/route/route-transitions";
import type { Plan } from "~/domain/plan/plan";
import type { Route } from "~/domain/route/route";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import { VisitType } from "~/domain/visit/visit-type";
import { measureLegs } from "~/planner/measure-legs.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import type { PlanState } from "./change-plan.server";

/** A way that is to be measured for a route: its vehicle decides profile and speed. */
export interface RouteLeg extends LegToMeasure {
  route: Route;
  plan: Plan;
}

/** All visits of a route once the changes are saved. */
function visitsAfter(routeId: number, visits: readonly Visit[], changes: PlanningChanges): Visit[] {
  const sets = new Map(changes.visits.map((patch) => [patch.id, patch.set]));
  const removed = new Set(changes.removeVisitIds);
  return visits.filter((visit) => !removed.has(visit.id)).map((visit) => ({ ...visit, ...sets.get(visit.id) })).filter((visit) => visit.routeId === routeId);
}

/**
 * New times for the routes that the changes want recalculated, in their given order. A route that was never planned
 * (no start) gets its times from the next calculation; one that lost its last visit becomes empty.
 */
export async function retimeChanges(trx: Db, companyId: number, state: PlanState, changes: PlanningChanges, measured: readonly MeasuredLeg[]): Promise<{ changes: PlanningChanges; missing: RouteLeg[] }> {
  const parts: PlanningChanges[] = [];
  const missing: RouteLeg[] = [];
  const wanted = changes.recalculate.filter(({ routeId }) => !changes.removeRouteIds.includes(routeId));
  if (wanted.length === 0) return { changes: planningChanges(), missing };
  const warehouse = state.plan.warehouseId === null ? undefined : await findWarehouse(trx, companyId, state.plan.warehouseId);
  const timeZone = zoneOfWarehouse(warehouse);
  const company = companySettingsFromRow(await getCompany(trx, companyId));
  for (const { routeId } of wanted) {
    const found = state.routes.find((one) => one.id === routeId);
    if (found === undefined) continue;
    // New hours or limits count for the new times already.
    const route = { ...found, vehicleSettings: changes.routes.find((patch) => patch.id === routeId)?.set.vehicleSettings ?? found.vehicleSettings };
    const before = state.visits.filter((visit) => visit.routeId === routeId);
    const after = visitsAfter(routeId, state.visits, changes);
    if (becomesEmpty(after)) {
      parts.push(setRouteEmpty(route, after));
      continue;
    }
    if (!after.some((visit) => visit.type === VisitType.Start)) continue;
    const legs = [...legsToMeasure(before, after), ...movedPlaces(before, after, changes)];
    const known = measured.filter((one) => legs.some((leg) => isSameWay(leg, one)));
    const unknown = legs.filter((leg) => !known.some((one) => isSameWay(leg, one)));
    missing.push(...unknown.map((leg) => ({ ...leg, route, plan: state.plan })));
    if (unknown.length > 0) continue;
    const vehicle = route.vehicleId === null ? undefined : await findVehicle(trx, companyId, route.vehicleId);
    const rules = vehicle && routeRules(route, vehicleFromRow(vehicle), company, state.plan, timeZone);
    parts.push(retimeRoute({ route, visits: after, legs: known, serviceDate: state.plan.serviceDate, timeZone, now: state.now, squashDuration: state.plan.squashDuration, rules }));
  }
  return { changes: mergeChanges(parts), missing };
}

/** Ways to and from visits whose coordinates change: same neighbours, other place. */
function movedPlaces(before: readonly Visit[], after: readonly Visit[], changes: PlanningChanges): LegToMeasure[] {
  const moved = new Set(changes.visits.filter((patch) => patch.set.lat !== undefined || patch.set.lng !== undefined).map((patch) => patch.id));
  if (moved.size === 0) return [];
  const known = new Set(legsToMeasure(before, after).map((leg) => leg.visitId));
  // Against an empty route every way is new: those that begin or end at a moved visit are the ones.
  const placeOf = new Map(after.map((visit) => [`${visit.lat},${visit.lng}`, visit.id]));
  return legsToMeasure([], after).filter((leg) => !known.has(leg.visitId) && (moved.has(leg.visitId) || moved.has(placeOf.get(`${leg.from.lat},${leg.from.lng}`) ?? -1)));
}

/** Measures ways with the vehicle's profile and speed. Never call it inside a transaction. */
export async function measureRouteLegs(companyId: number, legs: readonly RouteLeg[]): Promise<MeasuredLeg[]> {
  const company = companySettingsFromRow(await getCompany(db(), companyId));
  const vehicles = new Map<number, Vehicle | null>();
  for (const { route } of legs) {
    if (vehicles.has(route.id)) continue;
    const row = route.vehicleId === null ? undefined : await findVehicle(db(), companyId, route.vehicleId);
    vehicles.set(route.id, row ? vehicleFromRow(row) : null);
  }
  return measureLegs(legs, (leg) => {
    const { route, plan } = leg as RouteLeg;
    return { company, plan, route, vehicle: vehicles.get(route.id) ?? null };
  });
}
