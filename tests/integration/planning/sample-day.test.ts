import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { loadAddresses, removeAddresses } from "~/boot/roads/addresses.server";
import { sampleHouses } from "~/db/repositories/sample-houses.server";
import type { SampleHouse } from "~/db/repositories/sample-houses.server";
import { SAMPLE_DAY, SAMPLE_HOUSES, sampleDayAt } from "~/features/planning/sample-day";
import { isInside } from "~/services/roads/regions.server";
import type { Region } from "~/services/roads/regions.server";
import { makeExtract, TOWN } from "../../fixtures/roads/make-extract";
import type { CompanySession } from "~/auth/session.server";
import { firstStepsOf } from "~/db/repositories/first-steps.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { waitForCalculation } from "~/features/calculations/queries/wait-for-calculation.server";
import { hideFirstSteps } from "~/features/planning/commands/hide-first-steps.server";
import { createSampleDay, removeSampleDay } from "~/features/planning/commands/sample-day.server";
import { approveRoute } from "~/features/planning/commands/route-commands.server";
import { loadFirstPage } from "~/features/planning/plans/first-page.server";
import { loadSampleRoad } from "~/features/planning/plans/sample-road.server";
import { loadDriverHome } from "~/features/driver/queries/driver-home.server";
import { loadSampleDay } from "~/features/sample-day.server";
import { createCompany, createPlan, createRoute, createUser, NOW } from "../../factories/company";
import { insertCompany } from "~/db/repositories/companies.server";
import { services, setServices } from "~/services/container.server";
import { testServices } from "../../helpers/services";
import { useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";

const LONG_AGO = "2026-01-01 00:00:00";

const TABLES = [
  "warehouses",
  "vehicles",
  "company_members",
  "routing_plans",
  "routing_routes",
  "routing_visits",
  "routing_queries",
  "sample_days",
] as const;
const SOFT: readonly string[] = ["warehouses", "vehicles", "routing_plans", "routing_routes", "routing_visits"];

describe.each(databases())("the sample day on %s", (kind) => {
  const world = useCalculations(kind);
  const { db, start } = world;
  let companyId: number;
  let session: CompanySession;

  /** A company as it is when somebody has just made it: no warehouse, no vehicle, nobody but its owner. */
  beforeEach(async () => {
    const ownerId = await createUser(db());
    companyId = await insertCompany(db(), { title: "New", user_id: ownerId }, NOW);
    session = sessionOf({ companyId }, { isOwner: true }, ownerId);
  });

  const rows = async (company: number) => {
    const found: Record<string, unknown[]> = {};
    for (const table of TABLES) {
      const query = db()(table).where({ company_id: company }).orderBy("id");
      if (SOFT.includes(table)) query.whereNull("deleted_at");
      found[table] = (await query) as unknown[];
    }
    return found;
  };
  const counts = async () =>
    Object.fromEntries(Object.entries(await rows(companyId)).map(([table, list]) => [table, list.length]));
  const NOTHING = Object.fromEntries(TABLES.map((table) => [table, 0]));

  it("is really calculated: two routes approved, one on the road; removing it leaves no trace", async () => {
    start();
    const { planId, isReady } = await loadSampleDay(session, undefined);
    expect(isReady).toBe(true);
    expect(await counts()).toMatchObject({
      warehouses: 1,
      vehicles: 5,
      company_members: 5,
      routing_plans: 1,
      routing_routes: 5,
      routing_queries: 1,
      sample_days: 1,
    });
    const routes = await db()("routing_routes").where({ plan_id: planId });
    const used = routes
      .map((route) => route.status)
      .filter((status) => status > 1)
      .sort();
    expect(used.filter((status) => status >= 3)).toEqual([3, 3, 4]);
    const visits = await db()("routing_visits").where({ plan_id: planId }).whereIn("type", ["D", "P"]);
    expect(visits).toHaveLength(60);
    expect(visits.filter((visit) => visit.route_id === null)).toEqual([]);
    expect(new Set(visits.map((visit) => visit.name)).size).toBe(60);
    expect(await db()("routing_queries").where({ plan_id: planId }).first()).toMatchObject({
      status: "done",
      is_correct_output: 1,
    });

    await removeSampleDay(session, {});
    await removeSampleDay(session, {});
    expect(await counts()).toEqual(NOTHING);
    expect(await loadFirstPage(session)).toMatchObject({ samplePlanId: null, offersSample: true, hasRoads: false });
  });

  it("late in the day has stops that are done at their hours, and some left to drive", async () => {
    const clock = { nowMs: () => Date.parse("2026-11-21T19:00:00Z") };
    start({ clock });
    const { routing, solver } = services();
    setServices(testServices({ clock, routing, solver }));
    const { planId } = await loadSampleDay(session, undefined);
    const road = (await db()("routing_routes").where({ plan_id: planId, status: 4 }).first())!;
    const stops = await db()("routing_visits").where({ route_id: road.id }).whereIn("type", ["D", "P"]);
    const done = stops.filter((stop) => stop.status === 4);
    expect(stops.length - done.length).toBe(4);
    for (const stop of done) expect(stop.completed_at! < "2026-11-21 17:30:00", stop.completed_at!).toBe(true);
    expect(road.statistic_out_of_turn).toBe(0);
  });

  it("is finished at the next load where the process that loaded it has died, wherever that was", async () => {
    start();
    const used = async (planId: number) =>
      (await db()("routing_routes").where({ plan_id: planId }).pluck("status"))
        .filter((status: number) => status >= 3)
        .sort();
    const leave = () => db()("sample_days").where({ company_id: companyId }).update({ updated_at: LONG_AGO });
    const { planId } = await createSampleDay(session, {});
    expect(await loadSampleDay(session, undefined)).toEqual({ planId, isReady: true });
    // Whoever made it is at work: it isn't calculated by another one.
    expect(await db()("routing_queries").where({ plan_id: planId })).toEqual([]);
    await leave();
    expect(await loadSampleDay(session, undefined)).toEqual({ planId, isReady: true });
    expect(await used(planId)).toEqual([3, 3, 4]);

    // Died between the approval of one route and that of the others.
    await removeSampleDay(session, {});
    const { planId: next } = await createSampleDay(session, {});
    const { queryId } = await calculatePlan(session, { planId: next });
    expect(await waitForCalculation(session, queryId, 45_000)).toBe("done");
    const { routeIds } = await loadSampleRoad(session, next);
    await approveRoute(session, { routeId: routeIds[1]! }, {});
    await leave();
    expect(await loadSampleDay(session, undefined)).toEqual({ planId: next, isReady: true });
    expect(await used(next)).toEqual([3, 3, 4]);
    expect(await db()("routing_queries").where({ plan_id: next })).toHaveLength(1);
    // It is whole: nobody takes it up again.
    await leave();
    const before = await rows(companyId);
    expect(await loadSampleDay(session, undefined)).toEqual({ planId: next, isReady: true });
    expect(await rows(companyId)).toEqual(before);
  });

  it("twice at once is one sample day", async () => {
    const both = await Promise.all([createSampleDay(session, {}), createSampleDay(session, {})]);
    expect(both.map((one) => one.isNew).sort()).toEqual([false, true]);
    expect(both[0]!.planId).toBe(both[1]!.planId);
    expect(await counts()).toMatchObject({
      warehouses: 1,
      vehicles: 5,
      routing_plans: 1,
      routing_visits: 60,
      sample_days: 1,
    });
    await Promise.all([removeSampleDay(session, {}), removeSampleDay(session, {})]);
    expect(await counts()).toEqual(NOTHING);
  });

  it("removes nothing else: what the company had or uses by now stays, other companies' days too", async () => {
    const other = world.company();
    const others = sessionOf(other, { isOwner: true }, other.ownerId);
    await createSampleDay(others, {});
    const theirs = await rows(other.companyId);

    const own = await createCompany(db());
    const ownSession = sessionOf(own, { isOwner: true }, own.ownerId);
    const before = await rows(own.companyId);
    await createSampleDay(ownSession, {});
    const made = JSON.parse((await db()("sample_days").where({ company_id: own.companyId }).first())!.made!) as {
      vehicleIds: number[];
      memberIds: number[];
      warehouseId: number;
    };
    const plan = await createPlan(db(), own.companyId, { warehouse_id: made.warehouseId });
    const route = await createRoute(db(), own.companyId, plan, {
      vehicle_id: made.vehicleIds[0],
      driver_id: made.memberIds[0],
      warehouse_id: made.warehouseId,
    });
    await removeSampleDay(ownSession, {});

    const after = await rows(own.companyId);
    const extra = (table: (typeof TABLES)[number]) =>
      after[table]!.map((row) => (row as { id: number }).id).filter(
        (id) => !before[table]!.some((row) => (row as { id: number }).id === id),
      );
    expect(TABLES.map((table) => [table, extra(table)])).toEqual([
      ["warehouses", [made.warehouseId]],
      ["vehicles", [made.vehicleIds[0]]],
      ["company_members", [made.memberIds[0]]],
      ["routing_plans", [plan]],
      ["routing_routes", [route]],
      ["routing_visits", []],
      ["routing_queries", []],
      ["sample_days", []],
    ]);
    for (const table of TABLES) expect(after[table], table).toEqual(expect.arrayContaining(before[table]!));
    expect(await rows(other.companyId)).toEqual(theirs);
  });

  it("gives a route to a driver who can sign in, and is not for people who don't plan", async () => {
    start();
    const own = await createCompany(db());
    await loadSampleDay(sessionOf(own, { isOwner: true }, own.ownerId), undefined);
    const driver = sessionOf(own, { memberId: own.driverId, isDriver: true }, own.driverUserId);
    const [day] = (await loadDriverHome(driver)).days;
    expect(day?.routes.map((route) => route.title)).toEqual(["Sample day"]);
    await expect(createSampleDay(driver, {})).rejects.toMatchObject({ status: 403 });
    await expect(removeSampleDay(driver, {})).rejects.toMatchObject({ status: 403 });
    expect(await loadFirstPage(driver)).toEqual({
      steps: null,
      samplePlanId: null,
      offersSample: false,
      hasRoads: false,
    });
  });

  it("leads through four steps, which one user may hide, and which end with the first calculation", async () => {
    const steps = { hasWarehouse: false, hasVehicle: false, hasVisit: false, hasPlan: false, hasCalculated: false };
    expect(await loadFirstPage(session)).toEqual({ steps, samplePlanId: null, offersSample: true, hasRoads: false });
    const company = world.company();
    const owner = sessionOf(company, { isOwner: true }, company.ownerId);
    const driver = sessionOf(company, { memberId: company.driverId, isDispatcher: true }, company.driverUserId);
    expect((await loadFirstPage(owner)).steps).toEqual({
      ...steps,
      hasWarehouse: true,
      hasVehicle: true,
      hasVisit: true,
      hasPlan: true,
    });

    await db()("users")
      .where({ id: company.ownerId })
      .update({ settings: JSON.stringify({ other: 1 }) });
    await hideFirstSteps(owner);
    expect((await loadFirstPage(owner)).steps).toBeNull();
    expect(JSON.parse((await findUserAcrossCompanies(db(), company.ownerId))!.settings!)).toEqual({
      other: 1,
      firstStepsHidden: true,
    });
    expect((await loadFirstPage(driver)).steps).not.toBeNull();

    await db()("routing_queries").insert({
      title: "x",
      company_id: company.companyId,
      plan_id: company.planId,
      input: "{}",
      status: "done",
      applied_at: NOW,
      created_at: NOW,
      updated_at: NOW,
    });
    expect((await firstStepsOf(db(), company.companyId)).hasCalculated).toBe(true);
    expect((await loadFirstPage(driver)).steps).toBeNull();
  });

  it("takes place at houses of a region that is built, where its own place is not in one", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "route-platform-sample-"));
    const extract = path.join(folder, "town.osm.pbf");
    await makeExtract(extract);
    await loadAddresses(db(), { region: "auental", version: "1", source: extract });
    const bounds = { west: TOWN.lng - 0.1, east: TOWN.lng + 0.1, south: TOWN.lat - 0.1, north: TOWN.lat + 0.1 };
    const region = { name: "auental", bounds, roads: { tiles: 1, bytes: 1 } } as Region;
    world.use({ regions: { list: () => [region] } });
    const { planId } = await createSampleDay(session, {});
    const visits = await db()("routing_visits").where({ plan_id: planId });
    // The made-up town has fewer streets than the day has stops: it stays where it is.
    expect(visits.every(({ lat }) => lat! < 47.3)).toBe(true);
    const houses = await sampleHouses(db(), "auental", 5);
    expect(houses).toHaveLength(5);
    expect(new Set(houses.map(({ street }) => street)).size).toBe(5);
    expect(houses.every((house) => isInside(region, house) && house.number !== "")).toBe(true);
    await removeAddresses(db(), "auental");
    rmSync(folder, { recursive: true, force: true });
  });
});

it("the sample day at other houses keeps its names, loads and windows", () => {
  const house = (index: number): SampleHouse => ({
    ...{ street: "Ring", number: String(index), postcode: "99901", city: "Auental", countryCode: "DE" },
    ...{ lat: 48 + index / 1000, lng: 9 },
  });
  const houses = Array.from({ length: SAMPLE_HOUSES }, (_, index) => house(index));
  expect(sampleDayAt(houses.slice(1), "Europe/Berlin")).toBeNull();
  const day = sampleDayAt(houses, "Europe/Berlin")!;
  expect(day.warehouse).toMatchObject({ address: "Ring 0, 99901 Auental", lat: 48, country_code: "DE" });
  expect(day.visits).toHaveLength(60);
  expect(day.visits[59]).toMatchObject({
    ...{ name: SAMPLE_DAY.visits[59]!.name, package_load: SAMPLE_DAY.visits[59]!.package_load },
    ...{ address: "Ring 60, 99901 Auental", lat: 48.06 },
  });
});
