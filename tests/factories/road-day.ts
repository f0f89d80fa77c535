import type { Db } from "~/db/client.server";
import { insertMember } from "~/db/repositories/members.server";
import { insertPlan } from "~/db/repositories/plans.server";
import { insertRoute } from "~/db/repositories/routes.server";
import { insertVehicle } from "~/db/repositories/vehicles.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { localParts } from "~/domain/time/time-zone";
import { utcText } from "~/domain/time/utc-text";

/**
 * A day on the road around Vaduz, placed by fixed formulae: routes that are half served, with the ways of their
 * vehicles.
 */
export interface RoadDay {
  planId: number;
  routeIds: number[];
  /** by route, in the order of driving */
  visitIds: number[][];
}

export interface RoadDayOptions {
  companyId: number;
  warehouseId: number;
  routes: number;
  /** on each route */
  stops: number;
  /** epoch seconds: half of the stops are served by then */
  nowSec: number;
  /** of the warehouse */
  timeZone?: string;
  /** what vehicles, drivers and stops are called; the number comes behind */
  names?: { vehicle?: string; driver?: string; stop?: string };
  /** points of a trail between two stops; 0: nobody shares where they are */
  pointsPerLeg?: number;
  /** of each route by its number from 0: seconds since its last position; default: all share it now */
  silentSec?: (nth: number) => number;
  /** minutes after now at which the window of its next stop but one closes; null: it has none */
  windowMin?: (nth: number) => number | null;
  status?: number;
}

const LEG_SEC = 600;
const TURN = Math.PI * (3 - Math.sqrt(5));

/** The nth stop of a route: a petal that leads away from the warehouse and back. */
function placeOf(route: number, nth: number, stops: number): { lat: number; lng: number } {
  const along = (nth + 1) / (stops + 1);
  const away = 0.02 + 0.1 * Math.sin(along * Math.PI);
  const angle = route * TURN + (along - 0.5) * 0.9;
  return { lat: round(47.141 + away * Math.sin(angle)), lng: round(9.5209 + away * 1.45 * Math.cos(angle)) };
}
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

export async function addRoadDay(db: Db, options: RoadDayOptions): Promise<RoadDay> {
  const { companyId, warehouseId, nowSec, timeZone = "Europe/Vaduz", names = {}, pointsPerLeg = 12 } = options;
  const stamp = utcText(nowSec);
  const serviceDate = localParts(nowSec, timeZone).date;
  const planId = await insertPlan(
    db,
    companyId,
    { title: "On the road", service_date: serviceDate, warehouse_id: warehouseId, status: 4 },
    stamp,
  );
  const day: RoadDay = { planId, routeIds: [], visitIds: [] };
  for (let nth = 0; nth < options.routes; nth++) {
    const driverId = await insertMember(
      db,
      companyId,
      {
        name: names.driver ?? "Driver",
        surname: String(nth + 1),
        phone: `+4237${String(100000 + nth)}`,
        is_courier: 1,
      },
      stamp,
    );
    const vehicleId = await insertVehicle(
      db,
      companyId,
      { title: "Van", plate: `${names.vehicle ?? "Van"} ${nth + 1}`, warehouse_id: warehouseId, driver_id: driverId },
      stamp,
    );
    const served = Math.floor(options.stops / 2);
    const startSec = nowSec - served * LEG_SEC - 300;
    const routeId = await insertRoute(
      db,
      companyId,
      {
        plan_id: planId,
        vehicle_id: vehicleId,
        driver_id: driverId,
        warehouse_id: warehouseId,
        position: nth,
        status: options.status ?? 4,
        is_locked: 1,
        start_time: utcText(startSec),
        finish_time: utcText(startSec + options.stops * LEG_SEC),
      },
      stamp,
    );
    const common = {
      plan_id: planId,
      route_id: routeId,
      warehouse_id: warehouseId,
      distance: 4000,
      travel_duration: 420,
    };
    const windowMin = options.windowMin?.(nth) ?? null;
    const ids = await insertVisits(
      db,
      companyId,
      [
        {
          ...common,
          name: "Start",
          type: "S",
          position: 0,
          lat: 47.141,
          lng: 9.5209,
          status: 4,
          arrival_time: utcText(startSec),
          completed_at: utcText(startSec),
        },
        ...Array.from({ length: options.stops }, (_, index) => {
          const at = startSec + (index + 1) * LEG_SEC;
          const isServed = index < served;
          return {
            ...common,
            ...placeOf(nth, index, options.stops),
            name: `${names.stop ?? "Stop"} ${nth + 1}.${index + 1}`,
            address: `Road ${index + 1}, Vaduz`,
            position: index + 1,
            label_position: index + 1,
            recipient_phone: "+423 123 45 67",
            service_time: 3,
            service_duration: 180,
            arrival_time: utcText(at - 180),
            status: isServed ? (index % 7 === 6 ? 5 : 4) : 3,
            ...(isServed ? { completed_at: utcText(at) } : {}),
            ...(index === served + 1 && windowMin !== null
              ? { start_time: "00:00", end_time: localParts(nowSec + windowMin * 60, timeZone).time }
              : {}),
          };
        }),
      ],
      stamp,
    );
    if (pointsPerLeg > 0)
      await addTrail(db, { companyId, routeId, driverId, nth, options, startSec, served, pointsPerLeg });
    day.routeIds.push(routeId);
    day.visitIds.push(ids.slice(1));
  }
  return day;
}

interface Trail {
  companyId: number;
  routeId: number;
  driverId: number;
  nth: number;
  options: RoadDayOptions;
  startSec: number;
  served: number;
  pointsPerLeg: number;
}

/** From the warehouse over the served stops, and half of the way to the next one. */
async function addTrail(
  db: Db,
  { companyId, routeId, driverId, nth, options, startSec, served, pointsPerLeg }: Trail,
): Promise<void> {
  const places = [
    { lat: 47.141, lng: 9.5209 },
    ...Array.from({ length: served + 1 }, (_, index) => placeOf(nth, index, options.stops)),
  ];
  const untilSec = options.nowSec - (options.silentSec?.(nth) ?? 0);
  const rows: object[] = [];
  for (let leg = 0; leg + 1 < places.length; leg++) {
    const [from, to] = [places[leg]!, places[leg + 1]!];
    for (let point = 0; point < pointsPerLeg; point++) {
      const share = point / pointsPerLeg;
      const at = startSec + Math.round((leg + share) * LEG_SEC);
      if (at > untilSec) break;
      rows.push(positionRow({ companyId, routeId, driverId }, from, to, share, at));
    }
  }
  if (rows.length === 0) return;
  for (let from = 0; from < rows.length; from += 50) await db("vehicle_positions").insert(rows.slice(from, from + 50));
  await db("latest_positions").insert(rows.at(-1)!);
}

function positionRow(
  { companyId, routeId, driverId }: { companyId: number; routeId: number; driverId: number },
  from: { lat: number; lng: number },
  to: { lat: number; lng: number },
  share: number,
  at: number,
): object {
  const bend = 0.004 * Math.sin(share * Math.PI);
  const heading = (Math.atan2((to.lng - from.lng) * 0.68, to.lat - from.lat) * 180) / Math.PI;
  return {
    company_id: companyId,
    route_id: routeId,
    member_id: driverId,
    taken_at: utcText(at),
    lat: round(from.lat + (to.lat - from.lat) * share + bend),
    lng: round(from.lng + (to.lng - from.lng) * share),
    accuracy: 8,
    heading: Math.round((heading + 360) % 360),
    speed: 42,
  };
}
