import { randomBytes } from "node:crypto";
import type { Db } from "~/db/client.server";
import { insertCompany } from "~/db/repositories/companies.server";
import { insertMember } from "~/db/repositories/members.server";
import type { NewMember } from "~/db/repositories/members.server";
import { insertPlan } from "~/db/repositories/plans.server";
import type { NewPlan } from "~/db/repositories/plans.server";
import { insertRoute } from "~/db/repositories/routes.server";
import type { NewRouteRow } from "~/db/repositories/routes.server";
import { insertUser, updateUser } from "~/db/repositories/users.server";
import type { NewUser } from "~/db/repositories/users.server";
import { insertVehicle } from "~/db/repositories/vehicles.server";
import type { NewVehicle } from "~/db/repositories/vehicles.server";
import { insertVisits } from "~/db/repositories/visits.server";
import type { NewVisitRow } from "~/db/repositories/visits.server";
import { insertWarehouse } from "~/db/repositories/warehouses.server";
import type { NewWarehouse } from "~/db/repositories/warehouses.server";

/** Saturday morning, UTC; tests that need another time pass it. */
export const NOW = "2026-11-21 06:00:00";

/** Digits alone: letters would be found, now and then, by tests that search for a short word. */
const unique = (): string => String(randomBytes(6).readUIntBE(0, 6));

export const createUser = (db: Db, values: Partial<NewUser> = {}): Promise<number> =>
  insertUser(
    db,
    {
      name: "Uma",
      surname: "User",
      email: `${unique()}@test.example`,
      is_completed: 1,
      email_verified_at: NOW,
      ...values,
    },
    NOW,
  );

export const createMember = (db: Db, companyId: number, values: NewMember = {}): Promise<number> =>
  insertMember(
    db,
    companyId,
    { name: "Max", surname: "Member", email: `${unique()}@test.example`, invitation_type: 1, ...values },
    NOW,
  );

export const createWarehouse = (db: Db, companyId: number, values: Partial<NewWarehouse> = {}): Promise<number> =>
  insertWarehouse(
    db,
    companyId,
    {
      title: "Depot",
      address: "Vaduz",
      lat: 47.141,
      lng: 9.5209,
      country_code: "LI",
      time_zone: "Europe/Vaduz",
      ...values,
    },
    NOW,
  );

export const createVehicle = (db: Db, companyId: number, values: NewVehicle = {}): Promise<number> =>
  insertVehicle(db, companyId, { title: "Van", plate: `FL ${unique()}`, ...values }, NOW);

export const createPlan = (db: Db, companyId: number, values: Partial<NewPlan> = {}): Promise<number> =>
  insertPlan(db, companyId, { title: "Plan", service_date: "2026-11-23", ...values }, NOW);

export const createRoute = (
  db: Db,
  companyId: number,
  planId: number,
  values: Partial<NewRouteRow> = {},
): Promise<number> => insertRoute(db, companyId, { ...values, plan_id: planId }, NOW);

export const createVisits = (db: Db, companyId: number, visits: readonly Partial<NewVisitRow>[]): Promise<number[]> =>
  insertVisits(
    db,
    companyId,
    visits.map((visit, index) => ({
      name: `Stop ${index + 1}`,
      address: "Vaduz",
      lat: 47.14 + index * 0.001,
      lng: 9.52,
      ...visit,
    })),
    NOW,
  );

export const createVisit = async (db: Db, companyId: number, visit: Partial<NewVisitRow> = {}): Promise<number> =>
  (await createVisits(db, companyId, [visit]))[0] as number;

export interface TestCompany {
  companyId: number;
  ownerId: number;
  driverUserId: number;
  /** company_members.id */
  driverId: number;
  warehouseId: number;
  vehicleId: number;
  planId: number;
  routeId: number;
  /** two on the route, one unscheduled */
  visitIds: number[];
}

/** A company with one of everything that a plan needs. */
export async function createCompany(db: Db, title = `Company ${unique()}`): Promise<TestCompany> {
  const ownerId = await createUser(db, { name: "Olga", surname: "Owner" });
  const companyId = await insertCompany(
    db,
    { title, user_id: ownerId, api_key: randomBytes(16).toString("hex"), fail_reasons_settings: "[1,2,7]" },
    NOW,
  );
  await updateUser(db, ownerId, { current_company_id: companyId }, NOW);
  // Room enough that no test meets a quota that it is not about.
  await db("company_billings").insert({
    company_id: companyId,
    package: "custom",
    visits_limit: 1_000_000,
    visits_period: "all_period",
    start_date: "2020-01-01",
    created_at: NOW,
    updated_at: NOW,
  });
  const driverUserId = await createUser(db, { name: "Dora", surname: "Driver", current_company_id: companyId });
  const driverId = await createMember(db, companyId, {
    name: "Dora",
    surname: "Driver",
    user_id: driverUserId,
    is_courier: 1,
  });
  const warehouseId = await createWarehouse(db, companyId);
  const vehicleId = await createVehicle(db, companyId, { warehouse_id: warehouseId, driver_id: driverId });
  const planId = await createPlan(db, companyId, { warehouse_id: warehouseId });
  const routeId = await createRoute(db, companyId, planId, {
    vehicle_id: vehicleId,
    driver_id: driverId,
    warehouse_id: warehouseId,
    status: 2,
  });
  const visitIds = await createVisits(db, companyId, [
    { plan_id: planId, warehouse_id: warehouseId, route_id: routeId, status: 2, position: 1 },
    { plan_id: planId, warehouse_id: warehouseId, route_id: routeId, status: 2, position: 2 },
    { plan_id: planId, warehouse_id: warehouseId },
  ]);
  return { companyId, ownerId, driverUserId, driverId, warehouseId, vehicleId, planId, routeId, visitIds };
}
