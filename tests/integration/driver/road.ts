import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { insertVisits } from "~/db/repositories/visits.server";
import type { ChangeEvent } from "~/realtime/events";
import { setPublisher } from "~/realtime/publisher.server";
import { setServices } from "~/services/container.server";
import type { Routing } from "~/services/routing/routing.server";
import { testRouting } from "../../helpers/routing";
import { createCompany, createRoute, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { recordChanges } from "../../helpers/live";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

/** The service date of the factory's plan is 2026-11-23; Vaduz is one hour ahead of UTC in winter. */
export const at = (time: string) => `2026-11-23 ${time}:00`;

export interface Road extends TestCompany {
  db: Db;
  routeId: number;
  /** start, A, B, C, end */
  start: number;
  stops: [number, number, number];
  end: number;
  driver: CompanySession;
  dispatcher: CompanySession;
}

/** A company with one route of three stops: 10 minutes' drive, 5 minutes' service each, from 08:00 UTC on. */
export async function createRoad(
  db: Db,
  values: { routeStatus?: number; visitStatus?: number; failReasons?: string } = {},
): Promise<Road> {
  const company = await createCompany(db);
  if (values.failReasons !== undefined)
    await db("companies").where({ id: company.companyId }).update({ fail_reasons_settings: values.failReasons });
  const routeId = await createRoute(db, company.companyId, company.planId, {
    vehicle_id: company.vehicleId,
    driver_id: company.driverId,
    warehouse_id: company.warehouseId,
    status: values.routeStatus ?? 4,
    is_locked: 1,
    start_time: at("08:00"),
    finish_time: at("09:00"),
  });
  const status = values.visitStatus ?? 3;
  const common = {
    plan_id: company.planId,
    route_id: routeId,
    warehouse_id: company.warehouseId,
    status,
    travel_duration: 600,
    distance: 5000,
    service_duration: 300,
    service_time: 5,
  };
  const started = (values.routeStatus ?? 4) === 4;
  const ids = await insertVisits(
    db,
    company.companyId,
    [
      {
        ...common,
        name: "Start",
        type: "S",
        position: 0,
        lat: 47.141,
        lng: 9.5209,
        travel_duration: 0,
        distance: 0,
        arrival_time: at("08:00"),
        service_duration: 0,
        service_time: 0,
        ...(started ? { status: 4, completed_at: at("08:00") } : {}),
      },
      {
        ...common,
        name: "Stop A",
        position: 1,
        label_position: 1,
        lat: 47.15,
        lng: 9.52,
        arrival_time: at("08:10"),
        recipient_phone: "+423 123 45 67",
      },
      { ...common, name: "Stop B", position: 2, label_position: 2, lat: 47.16, lng: 9.52, arrival_time: at("08:25") },
      { ...common, name: "Stop C", position: 3, label_position: 3, lat: 47.17, lng: 9.52, arrival_time: at("08:40") },
      {
        ...common,
        name: "End",
        type: "E",
        position: 10_000,
        lat: 47.141,
        lng: 9.5209,
        arrival_time: at("08:55"),
        service_duration: 0,
        service_time: 0,
      },
    ],
    NOW,
  );
  const [start, a, b, c, end] = ids as [number, number, number, number, number];
  return {
    ...company,
    db,
    routeId,
    start,
    stops: [a, b, c],
    end,
    driver: sessionOf(company, { memberId: company.driverId, isDriver: true }, company.driverUserId),
    dispatcher: sessionOf(company, { isOwner: true }, company.ownerId),
  };
}

export const visitOf = async (road: Road, id: number) => (await road.db("routing_visits").where({ id }).first())!;
export const routeOf = async (road: Road) => (await road.db("routing_routes").where({ id: road.routeId }).first())!;
export const planVersion = async (road: Road) =>
  (await road.db("routing_plans").where({ id: road.planId }).first())!.version;

/** Sets the database, the time and the engine that the commands see. */
export function setWorld(db: Db, time: string, routing: Routing = testRouting()): void {
  setDatabase(db);
  setServices(testServices({ clock: { nowMs: () => Date.parse(`${time.replace(" ", "T")}Z`) }, routing }));
}

export interface PublishedChange extends ChangeEvent {
  room: string;
  except: string | undefined;
  /** status of the first visit as another connection sees it at the moment of telling */
  seen: Promise<number | undefined>;
}

/** Who is told what, in order, and what others can see by then. */
export function listen(db: Db): PublishedChange[] {
  const published: PublishedChange[] = [];
  recordChanges((event, room, except) => {
    const visitId = event.model === "RoutingVisit" ? event.ids[0] : undefined;
    const seen =
      visitId === undefined
        ? Promise.resolve(undefined)
        : db("routing_visits")
            .where({ id: visitId })
            .first()
            .then((row) => row?.status);
    published.push({ ...event, room, except, seen });
  });
  return published;
}

export function forgetWorld(): void {
  setPublisher(undefined);
  setServices(undefined);
  setDatabase(undefined);
}
