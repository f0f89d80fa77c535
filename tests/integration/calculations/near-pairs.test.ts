import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { travelCacheIn } from "~/boot/travel-cache.server";
import { parseJson } from "~/db/codecs.server";
import type { CalculationOutput } from "~/domain/calculation/output";
import { LegEstimate } from "~/domain/visit/visit";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { cancelCalculation } from "~/features/calculations/commands/cancel-calculation.server";
import { loadCalculation } from "~/features/calculations/queries/calculation-page.server";
import { latestCalculation } from "~/features/calculations/queries/latest-calculation.server";
import { pause } from "~/lib/pause";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import { createPlan, createRoute, createVehicle, createVisits, createWarehouse } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { askedLegs, FERRY_SEC, osrmServer, planeLeg } from "../../fixtures/roads/routing-servers";
import type { BusyServer } from "../../fixtures/roads/routing-servers";
import { QUICK, SOLVER_POOL, useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { NO_ROADS } from "../../helpers/routing";
import { sessionOf } from "../../helpers/sessions";

/** More than a place asks for, so that the way over the river is nobody's near pair. */
const EACH_BANK = 75;
const NEAR_FROM = 100;

/** The route's own places in their order, from start to end. */
const legsOf = ({ routes: [route] }: CalculationOutput) =>
  route!.steps.slice(1).map((step, index) => {
    const before = route!.steps[index]!;
    return [
      { lat: before.lat!, lng: before.lng! },
      { lat: step.lat!, lng: step.lng! },
    ] as const;
  });

describe.each(databases())("a calculation with near pairs on %s", (kind) => {
  const world = useCalculations(kind);
  const { db, ended, found, start } = world;
  let company: TestCompany;
  let session: CompanySession;
  let server: BusyServer;
  let solver: SolverPool;

  beforeAll(async () => {
    server = await osrmServer();
    solver = createSolverPool({
      ...SOLVER_POOL,
      nearFrom: NEAR_FROM,
      roads: { ...NO_ROADS, osrmUrl: server.url },
      cache: () => travelCacheIn(db),
    });
  });
  afterAll(async () => {
    await solver.close();
    await server.close();
  });
  beforeEach(async () => {
    company = world.company();
    session = sessionOf(company, { isOwner: true }, company.ownerId);
    await db()("travel_times").delete();
    server.asked.length = 0;
    server.fail(null);
    server.slower(0);
  });
  afterEach(() => vi.restoreAllMocks());

  /** One van, and stops on both banks of the river, which it crosses twice. */
  async function bothBanks(hours: object = {}, solving: object = QUICK): Promise<number> {
    const place = { lat: 59.6, lng: 9.5 };
    const warehouse_id = await createWarehouse(db(), company.companyId, place);
    const planId = await createPlan(db(), company.companyId, { warehouse_id, ...solving });
    const vehicle_id = await createVehicle(db(), company.companyId, {
      warehouse_id,
      ...{ work_hour_start: "08:00", work_hour_end: "20:00", plate: "FL 7" },
      ...hours,
    });
    await createRoute(db(), company.companyId, planId, { vehicle_id, warehouse_id, end_location_type: "W" });
    const bank = (lat: number) =>
      Array.from({ length: EACH_BANK }, (_, index) => ({
        ...{ plan_id: planId, start_time: "08:00", end_time: "20:00", service_time: 1 },
        // Whole seconds apart.
        lat: lat + ((index * 37) % EACH_BANK) / 1000,
        lng: 9.5 + ((index * 17) % EACH_BANK) / 1000,
      }));
    await createVisits(db(), company.companyId, [...bank(59.7), ...bank(60.25)]);
    return planId;
  }
  const resultOf = (row: { output: string | null }) => parseJson<CalculationOutput | null>(row.output, null)!;
  const tables = () => server.asked.filter((line) => line.includes("/table/"));

  it("asks for near pairs alone, measures the legs of the result, and applies exact times", async () => {
    // Long enough for the last part of the search to try other ways over the river, on a busy machine too.
    const planId = await bothBanks({}, { solving_time: 1 });
    start({ solver });
    const { queryId } = await calculatePlan(session, { planId });
    const row = await ended(queryId);
    expect([row.status, row.error_message]).toEqual(["done", null]);
    const output = resultOf(row);
    expect(output.unassigned).toEqual([]);
    const legs = legsOf(output);
    expect(output.routes[0]!.steps.slice(1).map((step) => step.travel_duration)).toEqual(
      legs.map(([from, to]) => planeLeg(from, to).seconds),
    );
    expect(legs.filter(([from, to]) => planeLeg(from, to).seconds >= FERRY_SEC)).toHaveLength(2);
    // One question for each place, those of the warehouse, and the legs that were estimates, none of them twice.
    // A last part that keeps to ways measured after the parts before it has nothing to say of estimates.
    const { measured = { broken: [], broken_routes: 0, failure: null }, ...routing } = output.summary.routing!;
    expect(routing).toEqual({ engine: "osrm", label: "OSRM", note: null, estimated_legs: 0 });
    expect(measured).toMatchObject({ broken: [], broken_routes: 0, failure: null });
    const betweenStops = legs.slice(1, -1).filter(([from, to]) => planeLeg(from, to).seconds >= FERRY_SEC);
    expect(betweenStops.length).toBeGreaterThan(0);
    expect(tables().flatMap(askedLegs)).toEqual(expect.arrayContaining(betweenStops));
    expect(new Set(tables()).size).toBe(tables().length);
    expect(tables().length).toBeLessThan(2 * EACH_BANK + 20);
    const stored = await db()("routing_visits").where({ plan_id: planId, type: "D" });
    expect(stored.every((visit) => visit.leg_estimate === LegEstimate.Measured)).toBe(true);
    const { duration } = output.routes[0]!;
    expect(await db()("routing_routes").where({ plan_id: planId }).first()).toMatchObject({
      duration,
      violations: null,
    });

    // The same day again: the plan as it stands is known, and nothing is asked for but what is new in another one.
    server.asked.length = 0;
    const again = await ended((await calculatePlan(session, { planId })).queryId);
    expect(again.status).toBe("done");
    expect(tables().length).toBeLessThan(20);
  });

  it("says which routes break a rule by measured times, on the plan and in the history", async () => {
    const planId = await bothBanks({ work_hour_end: "13:00" }, { solving_time: 60 });
    start({ solver });
    const { queryId } = await calculatePlan(session, { planId });
    await found(queryId);
    // Stopped before the first legs are measured, so that no part of the search knows them.
    server.slower(3600);
    await cancelCalculation(session, { planId });
    const row = await ended(queryId);
    const output = resultOf(row);
    expect([row.status, row.error_message, output.unassigned.length]).toEqual(["cancelled", null, 0]);
    const [route] = output.routes;
    const { measured } = (await latestCalculation(session, planId))!;
    expect(measured).toEqual(output.summary.routing!.measured);
    const [violation] = route!.violations;
    expect(violation!.code).toBe("overtime");
    expect(measured!.broken).toEqual([
      { vehicle: route!.vehicle, vehicle_name: "FL 7", stops: 1, message: violation!.message },
    ]);
    expect(measured!.duration).toBeGreaterThan(3300);
    const stored = (await db()("routing_routes").where({ plan_id: planId }).first())!;
    expect(parseJson<unknown>(stored.violations, null)).toEqual(route!.violations);
    const shown = await loadCalculation(session, { id: queryId, tab: "json" });
    expect(shown.measured).toMatch(
      /^\d+ estimated legs? measured: \+\d h \d\d min.*\. 1 route now breaks a rule: FL 7 \(.* after .* hours\)\.$/,
    );
  });

  it("keeps the estimates and says so when the engine fails after the search", async () => {
    // Long enough for the search to be still going on when it is seen to have begun; then it is ended by hand.
    const planId = await bothBanks({}, { solving_time: 60 });
    start({ solver });
    const { queryId } = await calculatePlan(session, { planId });
    await found(queryId);
    server.fail("500");
    await cancelCalculation(session, { planId });
    const row = await ended(queryId);
    const output = resultOf(row);
    expect([row.status, output.unassigned.length]).toEqual(["cancelled", 0]);
    const { measured, ...routing } = output.summary.routing!;
    expect(measured).toMatchObject({ broken: [], duration: 0, failure: "OSRM (OSRM_URL) failed with status 500." });
    expect(routing).toMatchObject({ engine: "osrm", note: measured!.failure, estimated_legs: measured!.legs });
    expect(await db()("routing_plans").where({ id: planId }).first()).toMatchObject({
      travel_engine: "osrm",
      travel_note: measured!.failure,
    });
    const estimated = await db()("routing_visits").where({ plan_id: planId, leg_estimate: LegEstimate.Estimate });
    expect(estimated.length).toBe(measured!.legs);
    expect((await loadCalculation(session, { id: queryId, tab: "json" })).measured).toMatch(
      /^\d+ estimated legs? could not all be measured: OSRM \(OSRM_URL\) failed with status 500\.$/,
    );
  });

  it("estimates everything where the engine fails before the search", async () => {
    const planId = await bothBanks();
    server.fail("500");
    start({ solver });
    const row = await ended((await calculatePlan(session, { planId })).queryId);
    const { summary, unassigned } = resultOf(row);
    expect([row.status, unassigned.length]).toEqual(["done", 0]);
    expect(summary.routing).toMatchObject({ engine: "straight", note: "OSRM (OSRM_URL) failed with status 500." });
    expect(summary.routing!.estimated_legs).toBe(2 * EACH_BANK + 1);
    expect(summary.routing!.measured).toBeUndefined();
  });

  it("measures the best plan of a search that was stopped, too", async () => {
    const planId = await bothBanks({}, { solving_time: 60 });
    start({ solver });
    const { queryId } = await calculatePlan(session, { planId });
    await found(queryId);
    await cancelCalculation(session, { planId });
    const row = await ended(queryId);
    const output = resultOf(row);
    expect([row.status, output.unassigned.length]).toEqual(["cancelled", 0]);
    expect(output.routes[0]!.steps.slice(1).map((step) => step.travel_duration)).toEqual(
      legsOf(output).map(([from, to]) => planeLeg(from, to).seconds),
    );
  });

  it("goes back to the queue when the server ends while it asks, and is done by the next one", async () => {
    const planId = await bothBanks();
    const first = start({ solver });
    const { queryId } = await calculatePlan(session, { planId });
    while (tables().length === 0) await pause(2);
    await first.stop();
    expect((await world.row(queryId)).status).toBe("queued");
    start({ solver });
    expect((await ended(queryId)).status).toBe("done");
  });
});
