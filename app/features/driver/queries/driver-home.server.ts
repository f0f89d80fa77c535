import { plateAndTitle } from "~/domain/vehicle/vehicle";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { planFromRow, routeFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listRoutesOfDriver } from "~/db/repositories/routes.server";
import type { DriverRoute } from "~/db/repositories/routes.server";
import { departuresOfRoutes } from "~/db/repositories/road-state.server";
import { visitCountsOfRoutes } from "~/db/repositories/visit-counts.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { WarehouseRow } from "~/db/tables";
import { isLongAgo } from "~/domain/access/permissions";
import { compareNames } from "~/domain/compare-names";
import { serviceDateEnds } from "~/domain/route/route-day";
import { RouteStatus } from "~/domain/route/route-status";
import { addDays } from "~/domain/time/calendar";
import { todayIn, earliestToday } from "~/domain/time/time-zone";
import { parseUtcText } from "~/domain/time/utc-text";
import { planHours } from "~/domain/time/service-clock";
import { dayNear, shortDay } from "~/domain/time/day-words";
import { isDayOver } from "~/planner/route-day.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { nowSecOf } from "~/services/now.server";
import { formatDistance } from "~/domain/format-units";
import { versionOf } from "~/http/page-version.server";
import { loadOwnName } from "./own-name.server";
import type { OwnName } from "./own-name.server";

export interface RouteCard {
  id: number;
  title: string;
  vehicle: string;
  warehouse: string;
  status: number;
  /** '08:05–15:40' by the warehouse's clock, '22:05–01:40 +1' into the next day; or empty */
  hours: string;
  stops: number;
  done: number;
  failed: number;
  distance: string;
}

interface DriverHome {
  /** label: 'Today'; written: 'Wed 25 Nov 2026' */
  days: { date: string; label: string; written: string; routes: RouteCard[] }[];
}

export interface DriverHomePage {
  home: DriverHome;
  name: string;
  /** of a driver whose name or phone is missing */
  ownName: OwnName | null;
  version: string;
  /** when its rows were read, milliseconds */
  madeAt: number;
}

/** The list of routes with what stands below it. @throws AppError 403 */
export async function loadDriverHomePage(session: CompanySession): Promise<DriverHomePage> {
  const madeAt = Date.now();
  const shown = {
    home: await loadDriverHome(session),
    name: session.user.name,
    ownName: await loadOwnName(session),
  };
  return { ...shown, version: versionOf(shown), madeAt };
}

/**
 * The signed-in driver's routes of today and later, and older ones that are on the road or whose shift lasts into the
 * night.
 */
export async function loadDriverHome(session: CompanySession): Promise<DriverHome> {
  const companyId = session.company.id;
  authorize(session, "route.listOwn", { companyId });
  if (session.memberId === null) return { days: [] };
  const epoch = nowSecOf(session);
  // Somewhere on earth it is still yesterday, and its shift lasts into the night. The warehouse's clock decides below.
  const from = addDays(earliestToday(epoch), -1);
  const upcoming = await listRoutesOfDriver(db(), companyId, session.memberId, {
    from,
    statuses: [RouteStatus.Scheduled, RouteStatus.OnRoute, RouteStatus.Completed],
  });
  const onRoad = await listRoutesOfDriver(db(), companyId, session.memberId, { statuses: [RouteStatus.OnRoute] });
  const routes = [...new Map([...onRoad, ...upcoming].map((route) => [route.id, route])).values()];
  const counts = await visitCountsOfRoutes(
    db(),
    companyId,
    routes.map((route) => route.id),
  );
  const departed = await departuresOfRoutes(
    db(),
    companyId,
    routes.map((route) => route.id),
  );
  const warehouses = new Map<number, WarehouseRow>();
  for (const id of new Set(routes.flatMap((route) => route.warehouse_id ?? []))) {
    const warehouse = await findWarehouse(db(), companyId, id);
    if (warehouse) warehouses.set(id, warehouse);
  }

  const days = new Map<string, DriverHome["days"][number]>();
  for (const route of routes.sort(
    (a, b) =>
      compareNames(a.service_date, b.service_date) ||
      // What is over is below what is to be done.
      Number(a.status === RouteStatus.Completed) - Number(b.status === RouteStatus.Completed) ||
      compareNames(a.start_time ?? "", b.start_time ?? "") ||
      a.id - b.id,
  )) {
    const warehouse = warehouses.get(route.warehouse_id ?? 0);
    const timeZone = zoneOfWarehouse(warehouse);
    const isOver = async (): Promise<boolean> =>
      // Its page doesn't open any more.
      isLongAgo({ serviceDate: route.service_date, timeZone }, epoch) ||
      (await hasPassed(companyId, route, { timeZone, now: epoch }));
    if (route.status !== RouteStatus.OnRoute && (await isOver())) continue;
    const label = dayNear(route.service_date, todayIn(timeZone, epoch));
    const day = days.get(route.service_date) ?? {
      date: route.service_date,
      label,
      written: shortDay(route.service_date),
      routes: [],
    };
    // Where clocks differ, the same date may be today for one route and yesterday for another.
    if (day.label !== label) day.label = day.written;
    const count = counts.get(route.id);
    day.routes.push({
      id: route.id,
      title: route.plan_title,
      vehicle: plateAndTitle({ plate: route.plate, title: route.vehicle_title }),
      warehouse: warehouse?.title ?? "",
      status: route.status,
      hours: planHours(parseUtcText(departed.get(route.id) ?? route.start_time), parseUtcText(route.finish_time), {
        timeZone,
        serviceDate: route.service_date,
      }),
      stops: count?.scheduled ?? 0,
      done: count?.delivered ?? 0,
      failed: count?.failed ?? 0,
      distance: formatDistance(route.distance, session.units),
    });
    days.set(route.service_date, day);
  }
  return { days: [...days.values()] };
}

/** Whether its day is over. The plan is asked for only where the date is. */
async function hasPassed(companyId: number, row: DriverRoute, at: { timeZone: string; now: number }): Promise<boolean> {
  if (at.now < serviceDateEnds(row.service_date, at.timeZone)) return false;
  const plan = planFromRow(await getPlan(db(), companyId, row.plan_id));
  return isDayOver(db(), companyId, plan, routeFromRow(row), at);
}
