import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { insertVisits } from "~/db/repositories/visits.server";
import type { RoutingPlanRow, RoutingRouteRow, RoutingVisitRow } from "~/db/tables";
import type { ChangeEvent } from "~/realtime/events";
import { setPublisher } from "~/realtime/publisher.server";
import { setServices } from "~/services/container.server";
import type { Routing } from "~/services/routing/routing.server";
import { testRouting } from "../../helpers/routing";
import { createCompany, createRoute, createVehicle, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { recordChanges } from "../../helpers/live";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

/** The factory's plan is for 2026-11-23; Vaduz is one hour ahead of UTC in winter. */
export const at = (time: string) => `2026-11-23 ${time}:00`;

export interface Desk extends TestCompany {
  db: Db;
  dispatcher: CompanySession;
  driver: CompanySession;
  /** planned: start, A, B, C, end */
  first: number;
  start: number;
  a: number;
  b: number;
  c: number;
  end: number;
  /** planned: start, D */
  second: number;
  d: number;
  /** nothing planned */
  empty: number;
  /** in the plan, on no route */
  loose: number;
  plan(): Promise<RoutingPlanRow>;
  route(id: number): Promise<RoutingRouteRow>;
  visit(id: number): Promise<RoutingVisitRow>;
  /** ids of the visits of a route in their order, marks left out */
  order(routeId: number): Promise<number[]>;
}

/** A company with a plan of three routes: three stops, one stop, none; and one stop on no route. */
export async function createDesk(
  db: Db,
  values: { routeStatus?: number; isLocked?: 0 | 1; visitStatus?: number } = {},
): Promise<Desk> {
  const company = await createCompany(db);
  const { companyId, planId, warehouseId, driverId } = company;
  await db("routing_visits").where({ company_id: companyId }).delete();
  await db("routing_routes").where({ company_id: companyId }).delete();
  // 08:00 UTC: the routes leave when the shift begins.
  const shift = { work_hour_start: "09:00" };
  await db("vehicles").where({ id: company.vehicleId }).update(shift);
  const shared = { warehouse_id: warehouseId, driver_id: driverId };
  const planned = {
    ...shared,
    status: values.routeStatus ?? 2,
    is_locked: values.isLocked ?? 0,
    start_time: at("08:00"),
    finish_time: at("09:00"),
    distance: 15000,
    duration: 1800,
  } as const;
  const first = await createRoute(db, companyId, planId, { ...planned, vehicle_id: company.vehicleId, position: 1 });
  const second = await createRoute(db, companyId, planId, {
    ...planned,
    status: 2,
    is_locked: 0,
    vehicle_id: await createVehicle(db, companyId, { ...shift, title: "Second" }),
    position: 2,
  });
  const empty = await createRoute(db, companyId, planId, {
    ...shared,
    vehicle_id: await createVehicle(db, companyId, { ...shift, title: "Third" }),
    position: 3,
  });
  const status = values.visitStatus ?? 2;
  const common = {
    plan_id: planId,
    warehouse_id: warehouseId,
    status,
    travel_duration: 600,
    distance: 5000,
    service_duration: 300,
    service_time: 5,
  };
  const mark = {
    ...common,
    status: 2,
    travel_duration: 0,
    distance: 0,
    service_duration: 0,
    service_time: 0,
    lat: 47.141,
    lng: 9.5209,
    arrival_time: at("08:00"),
  };
  const [start, a, b, c, end, , d, loose] = (await insertVisits(
    db,
    companyId,
    [
      { ...mark, route_id: first, name: "Start", type: "S", position: 0 },
      {
        ...common,
        route_id: first,
        name: "Stop A",
        position: 1,
        label_position: 1,
        lat: 47.15,
        lng: 9.52,
        arrival_time: at("08:10"),
      },
      {
        ...common,
        route_id: first,
        name: "Stop B",
        position: 2,
        label_position: 2,
        lat: 47.16,
        lng: 9.52,
        arrival_time: at("08:25"),
      },
      {
        ...common,
        route_id: first,
        name: "Stop C",
        position: 3,
        label_position: 3,
        lat: 47.17,
        lng: 9.52,
        arrival_time: at("08:40"),
      },
      {
        ...mark,
        route_id: first,
        name: "End",
        type: "E",
        position: 10_000,
        travel_duration: 600,
        distance: 5000,
        arrival_time: at("08:55"),
      },
      { ...mark, route_id: second, name: "Start", type: "S", position: 0 },
      {
        ...common,
        status: 2,
        route_id: second,
        name: "Stop D",
        position: 1,
        label_position: 1,
        lat: 47.18,
        lng: 9.52,
        arrival_time: at("08:10"),
      },
      {
        plan_id: planId,
        warehouse_id: warehouseId,
        name: "Loose",
        lat: 47.155,
        lng: 9.52,
        unserved_reason: '{"message":"No vehicle has time","vehicles":[],"suggestion":null}',
      },
    ],
    NOW,
  )) as [number, number, number, number, number, number, number, number];
  return {
    ...company,
    db,
    dispatcher: sessionOf(company, { isOwner: true }, company.ownerId),
    driver: sessionOf(company, { memberId: driverId, isDriver: true }, company.driverUserId),
    first,
    start,
    a,
    b,
    c,
    end,
    second,
    d,
    empty,
    loose,
    plan: async () => (await db("routing_plans").where({ id: planId }).first())!,
    route: async (id) => (await db("routing_routes").where({ id }).first())!,
    visit: async (id) => (await db("routing_visits").where({ id }).first())!,
    order: async (routeId) =>
      (
        await db("routing_visits")
          .where({ route_id: routeId })
          .whereNull("deleted_at")
          .whereIn("type", ["D", "P"])
          .orderBy("position")
          .select("id")
      ).map((row) => row.id),
  };
}

/** Sets the database, the time and the engine that the commands see. */
export function setWorld(db: Db, time: string = at("06:00"), routing: Routing = testRouting()): void {
  setDatabase(db);
  setServices(testServices({ clock: { nowMs: () => Date.parse(`${time.replace(" ", "T")}Z`) }, routing }));
}

export interface PublishedChange extends ChangeEvent {
  room: string;
  except: string | undefined;
}

/** Who is told what, in order. */
export function listen(): PublishedChange[] {
  const published: PublishedChange[] = [];
  recordChanges((event, room, except) => void published.push({ ...event, room, except }));
  return published;
}

export function forgetWorld(): void {
  setPublisher(undefined);
  setServices(undefined);
  setDatabase(undefined);
}
