/** A company with what its forms of vehicles and warehouses post, and another company beside it. */
import { afterAll, beforeAll } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { RESOURCE_ACTIONS } from "~/features/resources/actions.server";
import { submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { setServices } from "~/services/container.server";
import { createCompany } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import type { DatabaseKind } from "../../helpers/databases";

export const createVehicle = (session: CompanySession, fields: Posted) =>
  submit(RESOURCE_ACTIONS["vehicle.create"], session, fields);
export const editVehicle = (session: CompanySession, id: number, fields: Posted) =>
  submit(RESOURCE_ACTIONS["vehicle.update"], session, { ...fields, id: String(id) });
export const editVehicleFields = (session: CompanySession, id: number, fields: Posted, seen: object = {}) =>
  submit(RESOURCE_ACTIONS["vehicle.update_fields"], session, { ...fields, id: String(id), seen: JSON.stringify(seen) });
export const createWarehouse = (session: CompanySession, fields: Posted) =>
  submit(RESOURCE_ACTIONS["warehouse.create"], session, fields);
export const editWarehouse = (session: CompanySession, id: number, fields: Posted) =>
  submit(RESOURCE_ACTIONS["warehouse.update"], session, { ...fields, id: String(id) });

export const WAREHOUSE = {
  title: "North",
  address: "Street 1",
  lat: "47,166",
  lng: "9.5215",
  country_code: "li",
  time_zone: "",
  external_id: "N-1",
  status: "1",
};
export const VEHICLE = {
  title: "Van 7",
  plate: "FL 7",
  type: "auto",
  status: "1",
  speed: "110",
  max_distance: "250",
  capacity: "6,5",
  max_load: "800",
  max_quantity: "40",
  work_hour_start: "7",
  work_hour_end: "17:30",
};

/** Field → message of the first fault of each field. */
export async function faults(work: Promise<unknown>): Promise<Record<string, string>> {
  const error = await work.then(
    () => null,
    (reason: { issues?: { path: string[]; message: string }[] }) => reason,
  );
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join("."), issue.message]).reverse());
}

/** What a `describe` of tests about resources works with; ask for everything inside its tests and hooks. */
export function useResources(kind: DatabaseKind) {
  const database = useTestDatabase(kind);
  let company: TestCompany;
  let other: TestCompany;
  let dispatcher: CompanySession;
  let driver: CompanySession;

  beforeAll(async () => {
    setDatabase(database().db);
    setServices(testServices({ clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") } }));
    company = await createCompany(database().db);
    other = await createCompany(database().db);
    dispatcher = sessionOf(company, { isDispatcher: true }, company.ownerId);
    driver = sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId);
  });
  afterAll(() => {
    setDatabase(undefined);
    setServices(undefined);
  });
  const warehouse = async (id: number) => database().db("warehouses").where({ id }).first();
  const vehicle = async (id: number) => database().db("vehicles").where({ id }).first();
  return {
    database,
    warehouse,
    vehicle,
    company: () => company,
    other: () => other,
    dispatcher: () => dispatcher,
    driver: () => driver,
  };
}
