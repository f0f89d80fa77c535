import {
  companySettingsFromRow,
  planFromRow,
  routeFromRow,
  vehicleFromRow,
  visitFromRow,
  warehouseFromRow,
} from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getCompany } from "~/db/repositories/companies.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { vehiclesEver } from "~/db/repositories/vehicles.server";
import { listVisitsOfPlan } from "~/db/repositories/visits.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { CompanySettings } from "~/domain/company/company";
import type { Plan } from "~/domain/plan/plan";
import type { Route } from "~/domain/route/route";
import { isTimeZone } from "~/domain/time/time-zone";
import { warehouseTimeZone } from "~/domain/time/time-zone-of-place";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import type { Warehouse } from "~/domain/warehouse/warehouse";
import { mapped } from "~/lib/pieces";
import { inTurns } from "~/lib/turns.server";
import { timeZoneOf } from "~/services/time-zone.server";

/** A plan with everything that its rules ask about. */
export interface PlanState {
  company: CompanySettings;
  plan: Plan;
  /** the plan's and the routes' */
  warehouses: Warehouse[];
  vehicles: Vehicle[];
  /** in their order: the index chooses the colour */
  routes: Route[];
  /** start, end and break included */
  visits: Visit[];
  /** IANA name of the plan's warehouse: the clock of all working hours and windows */
  timeZone: string;
}

const known = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))];

/** @throws AppError 404 when the company has no such plan */
export async function loadPlanState(db: Db, companyId: number, planId: number): Promise<PlanState> {
  const plan = planFromRow(await getPlan(db, companyId, planId));
  const routes = (await listRoutesOfPlan(db, companyId, planId)).map(routeFromRow);
  const visits = await inTurns(mapped(await listVisitsOfPlan(db, companyId, planId), visitFromRow));
  // A vehicle that was removed meanwhile is none: its route is named when the plan is calculated.
  const vehicles = (await vehiclesEver(db, companyId, known(routes.map((route) => route.vehicleId))))
    .filter((row) => row.deleted_at === null)
    .map(vehicleFromRow);
  const warehouseIds = known([
    plan.warehouseId,
    ...routes.map((route) => route.warehouseId),
    ...vehicles.map((vehicle) => vehicle.warehouseId),
  ]);
  const warehouses: Warehouse[] = [];
  for (const id of warehouseIds) {
    const row = await findWarehouse(db, companyId, id);
    if (row) warehouses.push(warehouseFromRow(row));
  }
  const own = warehouses.find((warehouse) => warehouse.id === plan.warehouseId);
  return {
    company: companySettingsFromRow(await getCompany(db, companyId)),
    plan,
    warehouses,
    vehicles,
    routes,
    visits,
    timeZone: own ? warehouseTimeZone(own, timeZoneOf, isTimeZone) : "UTC",
  };
}
