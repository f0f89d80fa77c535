import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listPlans, planTitlesAmong } from "~/db/repositories/plans.server";
import { listBookedRoutes } from "~/db/repositories/routes.server";
import { listVehicles } from "~/db/repositories/vehicles.server";
import { countVisitsWithoutPlan } from "~/db/repositories/visit-counts.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import { defaultPlanTitle, defaultPlanTitles } from "~/domain/plan/plan-rules";
import { RecordStatus } from "~/domain/record-status";
import { earliestToday, todayIn } from "~/domain/time/time-zone";
import { vehicleOptionLabel } from "~/domain/vehicle/vehicle";
import { services } from "~/services/container.server";
import { nowSecOf } from "~/services/now.server";
import { MAX_VEHICLES_TO_CHOOSE, type NewPlanOptions } from "./new-plan-view";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { companyDays } from "./plan-days.server";

/**
 * The choices of the create-plan dialog. The warehouse of the newest plan is chosen at first, else the first of all.
 */
export async function loadNewPlanOptions(session: CompanySession): Promise<NewPlanOptions> {
  const companyId = session.company.id;
  const nowSec = nowSecOf(session);
  const warehouses = (await listWarehouses(db(), companyId, { status: RecordStatus.Active, pageSize: "unpaged" })).rows;
  const vehicles = (await listVehicles(db(), companyId, { status: RecordStatus.Active, pageSize: "unpaged" })).rows;
  const plans = await listPlans(db(), companyId, { pageSize: 1 });
  const newest = plans.rows[0];
  const titles = defaultPlanTitles(plans.total);
  const chosen = warehouses.find((warehouse) => warehouse.id === newest?.warehouse_id) ?? warehouses[0];
  return {
    title: defaultPlanTitle(titles, await planTitlesAmong(db(), companyId, titles)),
    warehouses: warehouses.map((warehouse) => ({
      id: warehouse.id,
      title: warehouse.title,
      today: todayIn(zoneOfWarehouse(warehouse), nowSec),
    })),
    warehouseId: chosen?.id ?? null,
    today: companyDays(warehouses, nowSec).today,
    vehicles: vehicles.map((vehicle) => ({
      id: vehicle.id,
      label: vehicleOptionLabel(vehicle, vehicle.driver_name),
      title: vehicle.title,
      warehouseId: vehicle.warehouse_id,
    })),
    booked: vehicles.length > MAX_VEHICLES_TO_CHOOSE ? [] : await bookedFrom(companyId, earliestToday(nowSec)),
    waiting: await countVisitsWithoutPlan(db(), companyId),
    map: services().baseMaps.current(session.user.settings.map),
  };
}

async function bookedFrom(companyId: number, from: string): Promise<NewPlanOptions["booked"]> {
  const plans = new Map<number, NewPlanOptions["booked"][number]>();
  for (const route of await listBookedRoutes(db(), companyId, { from })) {
    if (route.vehicle_id === null) continue;
    const plan = plans.get(route.plan_id) ?? { date: route.service_date, plan: route.plan_title, vehicleIds: [] };
    plan.vehicleIds.push(route.vehicle_id);
    plans.set(route.plan_id, plan);
  }
  return [...plans.values()];
}
