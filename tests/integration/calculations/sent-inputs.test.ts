import { beforeEach, describe, expect, it } from "vitest";
import { parseJson } from "~/db/codecs.server";
import type { CalculationOutput } from "~/domain/calculation/output";
import { MOST_OPEN_SENT } from "~/features/calculations/commands/store-calculation.server";
import { MOST_SENT_VISITS } from "~/features/calculations/sent-input";
import { setLimits } from "~/services/limits/limits.server";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { createCompany, createPlan, createRoute, createVehicle, createVisits, NOW } from "../../factories/company";
import { insertSheet } from "~/db/repositories/sheets.server";
import { useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { askApi, get, post } from "../api/api-world";

type Item = Record<string, unknown>;

const START = { lat: 47.14, lng: 9.52 };
const INPUT = {
  options: { exploration: 0, squash_duration: 0 },
  fleet: {
    7: { title: "Van", start_location: START, end_location: START, shift_start: 28_800, shift_end: 64_800, load: 100 },
  },
  visits: {
    1: { name: "A", lat: 47.15, lng: 9.52, load: 40, duration: 300 },
    2: { name: "B", lat: 47.16, lng: 9.52, load: 40, duration: 300, start: 36_000, end: 39_600 },
    3: { name: "C", lat: 47.17, lng: 9.52, load: 400 },
  },
  base: { service_date: "2026-12-01", time_zone: "Europe/Vaduz" },
};

describe.each(databases())("calculations of inputs that programs send on %s", (kind) => {
  const world = useCalculations(kind);
  let key: TestKey;

  beforeEach(async () => {
    setLimits(undefined);
    key = await createApiKey(world.db(), world.company().companyId, { scopes: ["plan", "read"] });
  });
  const store = (payload: object) => post(key, "routing-query/store", payload);
  const rows = () => world.db()("routing_queries").where({ company_id: world.company().companyId }).orderBy("id");

  // @spec PC-7.24
  // @spec PC-7.23
  it("search, keep the result with the calculation, and change no plan", async () => {
    const { companyId, warehouseId } = world.company();
    const planId = await createPlan(world.db(), companyId, { warehouse_id: warehouseId });
    const sheetId = await insertSheet(world.db(), companyId, { title: "a.xlsx", plan_id: planId }, NOW);
    const before = await world.db()("routing_plans").where({ id: planId }).first();
    world.start();
    const stored = await store({ title: "Mine", plan_id: planId, sheet_id: sheetId, input: INPUT });
    expect(stored.body.data).toMatchObject({
      title: "Mine",
      plan_id: planId,
      sheet_id: sheetId,
      user_id: 0,
      type: 1,
      aim: "time",
    });
    const { id } = stored.body.data as { id: number };
    const waited = await get(key, "routing-query/list", { calculate: true, id });
    const { status, output } = waited.body.data as { status: string; output: string };
    expect(status).toBe("done");
    const result = JSON.parse(output) as CalculationOutput;
    expect(result.routes[0]).toMatchObject({ vehicle: 7, vehicle_name: "Van", visits: 2 });
    const served = result.routes[0]!.steps.filter(({ type }) => type === "job");
    expect(served.map(({ id: visit }) => visit).sort()).toEqual([1, 2]);
    const timed = served.find(({ id: visit }) => visit === 2)!;
    expect(timed.arrival + timed.waiting_time).toBeGreaterThanOrEqual(36_000);
    // Nine o'clock in UTC is ten in Vaduz.
    expect(timed.arrival_time).toMatch(/^2026-12-01 0[89]:/);
    expect(result.unassigned.map(({ id: visit }) => visit)).toEqual([3]);
    const item = (await post(key, "routing-query/item", { id })).body.data as Item;
    expect(item).toMatchObject({ status: "done", is_correct_output: 1, applied_at: null, is_running: false });
    expect(await world.db()("routing_plans").where({ id: planId }).first()).toEqual(before);
    const log = await world.db()("audit_log").where({ company_id: companyId, action: "calculation.store" });
    expect(log).toHaveLength(1);

    // What is told comes back: as the text that it is, and without the plan.
    const again = await store({ input: item.input });
    expect([again.status, (again.body.data as Item).plan_id]).toEqual([200, 0]);
    const ended = await world.ended((again.body.data as { id: number }).id);
    expect(parseJson<CalculationOutput | null>(ended.output, null)!.unassigned).toHaveLength(1);
  });

  it("take the input of a plan's own calculation, and name no record of others", async () => {
    const { db, company } = world;
    const { companyId, warehouseId, driverId } = company();
    const planId = await createPlan(db(), companyId, { warehouse_id: warehouseId, exploration: 1 });
    const vehicle_id = await createVehicle(db(), companyId, { driver_id: driverId });
    await createRoute(db(), companyId, planId, { vehicle_id, warehouse_id: warehouseId });
    await createVisits(db(), companyId, [{ plan_id: planId, lat: 47.15, lng: 9.52 }]);
    const first = (await store({ plan_id: planId })).body.data as Item;
    const { input } = (await post(key, "routing-query/item", { id: first.id })).body.data as { input: string };
    const told = JSON.parse(input) as { base: object };
    const own = await store({ input: { ...told, base: { ...told.base, plan_id: 99, warehouse_id: 98 } } });
    expect([own.status, own.body.data]).toMatchObject([200, { plan_id: 0 }]);
    const kept = await world.row((own.body.data as { id: number }).id);
    expect(JSON.parse(kept.input!)).toEqual({ ...told, base: { ...told.base, plan_id: 0, warehouse_id: null } });
  });

  // @spec PC-3.54 PC-7.24
  it("are read from forms, stored once for a key, and counted for the company", async () => {
    const form = { input: JSON.stringify(INPUT), title: "Form", type: "2" };
    const once = () => askApi(key, "routing-query/store", { form, headers: { "Idempotency-Key": "sent-1" } });
    const [first, second] = [await once(), await once()];
    expect(first.body.data).toMatchObject({ title: "Form", type: 2, status: "queued" });
    expect([second.body, second.headers.get("Idempotent-Replayed")]).toEqual([first.body, "true"]);
    expect(await rows()).toHaveLength(1);
    for (let nth = 1; nth < MOST_OPEN_SENT; nth++) expect((await store({ input: INPUT })).status).toBe(200);
    const more = await store({ input: INPUT });
    expect([more.status, Number(more.headers.get("Retry-After"))]).toEqual([429, 5]);
    expect((await store({ bulk: [{ input: INPUT }] })).status).toBe(429);
    expect(await rows()).toHaveLength(MOST_OPEN_SENT);
    const { companyId } = await createCompany(world.db());
    const other = await createApiKey(world.db(), companyId, { scopes: ["plan"] });
    expect((await post(other, "routing-query/store", { input: INPUT })).status).toBe(200);
  });

  it("are refused with the field that is at fault, and nothing is stored", async () => {
    const theirs = await createCompany(world.db());
    const planId = await createPlan(world.db(), theirs.companyId, { warehouse_id: theirs.warehouseId });
    const sheetId = await insertSheet(world.db(), theirs.companyId, { title: "a.xlsx", plan_id: planId }, NOW);
    const van = INPUT.fleet[7];
    const visit = INPUT.visits[1];
    const many = Object.fromEntries(Array.from({ length: MOST_SENT_VISITS + 1 }, (_, nth) => [nth + 1, START]));
    const cases: [status: number, field: string | null, payload: object][] = [
      [404, null, { input: INPUT, plan_id: planId }],
      [404, null, { input: INPUT, sheet_id: sheetId }],
      [404, null, { input: { ...INPUT, company_id: theirs.companyId } }],
      [404, null, { input: INPUT, company_id: theirs.companyId }],
      [422, "country_id", { input: INPUT, country_id: 999_999 }],
      [422, "country_id", { input: { ...INPUT, country_id: 999_999 } }],
      [422, "type", { input: INPUT, type: 0 }],
      [422, "route_id", { input: INPUT, route_id: 1 }],
      [422, "title", { title: "without an input" }],
      [422, "input", { input: "{" }],
      [422, "input", { input: 7 }],
      [422, "input.fleet", { input: { ...INPUT, fleet: {} } }],
      [422, "input.visits", { input: { ...INPUT, visits: {} } }],
      [422, "input.visits", { input: { ...INPUT, visits: many } }],
      [422, "input.visits.x", { input: { ...INPUT, visits: { x: visit } } }],
      [422, "input.visits.1.lat", { input: { ...INPUT, visits: { 1: { ...visit, lat: 91 } } } }],
      [422, "input.visits.1.end", { input: { ...INPUT, visits: { 1: { ...visit, start: 2, end: 1 } } } }],
      [
        422,
        "input.visits",
        { input: { ...INPUT, visits: { 1: { ...visit, load: 9e6 }, 2: { ...visit, load: 9e6 } } } },
      ],
      [422, "input.fleet.7.prices", { input: { ...INPUT, options: { aim: "cost" } } }],
      [
        422,
        "input.fleet.7.prices",
        {
          input: {
            ...INPUT,
            options: { aim: "vehicles" },
            fleet: { 7: { ...van, prices: { fixed: 1, per_hour: 1, per_km: 1 } } },
          },
        },
      ],
      [422, "input.fleet.7.shift_end", { input: { ...INPUT, fleet: { 7: { ...van, shift_end: 1 } } } }],
      [422, "input.fleet.7.breaks", { input: { ...INPUT, fleet: { 7: { ...van, breaks: [{}, {}] } } } }],
      [422, "input.base.time_zone", { input: { ...INPUT, base: { time_zone: "Mars/Base" } } }],
      [422, "input.base.mode", { input: { ...INPUT, base: { mode: "position" } } }],
      [422, "input.solution.8", { input: { ...INPUT, solution: { 8: [1] } } }],
      [422, "input.solution.7", { input: { ...INPUT, solution: { 7: [9] } } }],
      [422, "input.solution.7", { input: { ...INPUT, solution: { 7: [1, 1] } } }],
      [422, "input.solution.7", { input: { ...INPUT, solution: { 7: [1, "break"] } } }],
    ];
    for (const [status, field, payload] of cases) {
      const answer = await store(payload);
      const { data } = answer.body;
      const fields = typeof data === "object" ? Object.keys(data as object) : [];
      const label = JSON.stringify(payload).slice(0, 300);
      expect([label, answer.status, data]).toEqual([label, status, data]);
      if (field !== null)
        expect([label, fields.some((one) => one.startsWith(field)), fields]).toEqual([label, true, fields]);
    }
    world.use({ solver: { ...world.services().solver, memoryMb: 100 } });
    expect((await store({ input: INPUT })).status).toBe(422);
    const reader = await createApiKey(world.db(), world.company().companyId, { scopes: ["read"] });
    expect((await post(reader, "routing-query/store", { input: { fleet: 1 } })).status).toBe(403);
    expect(await rows()).toEqual([]);
  });
});
