/** Which plans are of today, or still driven: the warehouses of a company may have several clocks. */
import { companySettingsFromRow, planFromRow, routeFromRow, vehicleFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { getPlan, listPlans } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import type { WarehouseRow } from "~/db/tables";
import { PlanStatus } from "~/domain/plan/plan-status";
import { planDayEnds, serviceDateEnds } from "~/domain/route/route-day";
import { RouteStatus } from "~/domain/route/route-status";
import { addDays } from "~/domain/time/calendar";
import { todayIn } from "~/domain/time/time-zone";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";

interface CompanyDays {
  /** the earliest day that is today at one of the warehouses, so that no plan of today is folded away */
  today: string;
  /** it is the same day at all of them */
  isOneDay: boolean;
  /** epoch seconds: the next midnight at one of them */
  midnight: number;
}

export function companyDays(warehouses: readonly WarehouseRow[], nowSec: number): CompanyDays {
  const zones = [...new Set(warehouses.map(zoneOfWarehouse))];
  if (zones.length === 0) zones.push("UTC");
  const days = zones.map((zone) => todayIn(zone, nowSec)).sort();
  return {
    today: days[0]!,
    isOneDay: days[0] === days.at(-1),
    midnight: Math.min(...zones.map((zone) => serviceDateEnds(todayIn(zone, nowSec), zone))),
  };
}

const isOpen = (status: number): boolean => status !== RouteStatus.Empty && status !== RouteStatus.Completed;

/** Plans of the day before whose day isn't over: night rounds that are still to be driven. With the end of the day. */
export async function plansOfTheNight(
  companyId: number,
  { today }: Pick<CompanyDays, "today">,
  warehouses: readonly WarehouseRow[],
  nowSec: number,
): Promise<Map<number, number>> {
  const day = addDays(today, -1);
  const { rows } = await listPlans(db(), companyId, { from: day, to: day, pageSize: "unpaged" });
  const open = rows.filter(
    (plan) => plan.status !== PlanStatus.Completed && plan.routes.some((route) => isOpen(route.status)),
  );
  const night = new Map<number, number>();
  if (open.length === 0) return night;
  const company = companySettingsFromRow(await getCompany(db(), companyId));
  for (const { id, warehouse_id } of open) {
    const plan = planFromRow(await getPlan(db(), companyId, id));
    const routes = (await listRoutesOfPlan(db(), companyId, id))
      .map(routeFromRow)
      .filter(({ status }) => isOpen(status));
    const ids = new Set(routes.flatMap(({ vehicleId }) => vehicleId ?? []));
    const vehicles = (await vehiclesWithRemoved(db(), companyId, [...ids])).map(vehicleFromRow);
    const timeZone = zoneOfWarehouse(warehouses.find((warehouse) => warehouse.id === warehouse_id));
    const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
    const ends = planDayEnds(routes, { company, plan, timeZone }, byId);
    if (nowSec < ends) night.set(id, ends);
  }
  return night;
}
