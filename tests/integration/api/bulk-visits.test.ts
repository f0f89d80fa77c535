import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseLimiter } from "~/db/limiter.server";
import { limitsWith, setLimits } from "~/services/limits/limits.server";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { createVisit } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, listen, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { post } from "./api-world";
import { randomOf } from "../../helpers/random";
import type { Random } from "../../helpers/random";

type Values = Record<string, string | number>;
/** by the visit's name */
type Bulk = Record<string, Values>;

const NAMES = ["a", "b", "c", "d", "loose"] as const;
const FIELDS: readonly Values[] = [
  { service_time: 15 },
  { start_time: "09:00", end_time: "11:00" },
  { lat: 47.2, lng: 9.6 },
  { package_load: 3 },
  { delivery_note: "Ring twice" },
];

/** Some visits with a field each, a place, or both. */
function randomBulk(random: Random): Bulk {
  const chosen = NAMES.filter(() => random.percent(70));
  return Object.fromEntries(
    (chosen.length === 0 ? NAMES : chosen).map((name) => [
      name,
      {
        ...(random.percent(50) ? random.pick(FIELDS) : {}),
        // 0: off its route; 1 to 3: which of the desk's routes
        ...(random.percent(70) ? { route_id: random.below(4) } : {}),
        ...(random.percent(50) ? { position: 1 + random.below(5) } : {}),
      },
    ]),
  );
}

const routesOf = ({ first, second, empty }: Desk): number[] => [0, first, second, empty];

/** The payload for records of this desk. */
const bulkFor = (desk: Desk, bulk: Bulk): Record<number, Values> =>
  Object.fromEntries(
    Object.entries(bulk).map(([name, { route_id: route, ...values }]) => [
      desk[name as (typeof NAMES)[number]],
      { ...values, ...(route === undefined ? {} : { route_id: routesOf(desk)[Number(route)]! }) },
    ]),
  );

const VISIT_COLUMNS = [
  "name",
  "type",
  "status",
  "position",
  "label_position",
  "arrival_time",
  "start_time",
  "service_time",
  "package_load",
  "delivery_note",
  "lat",
  "lng",
  "distance",
  "travel_duration",
  "waiting_time",
  "unserved_reason",
];
const ROUTE_COLUMNS = ["position", "status", "start_time", "finish_time", "distance", "duration"];

/** The plan as it stands, without ids. */
async function stateOf(desk: Desk) {
  const routes = await desk.db("routing_routes").where({ plan_id: desk.planId }).orderBy("position");
  const visits = await desk.db("routing_visits").where({ plan_id: desk.planId }).whereNull("deleted_at");
  const some = (row: object, columns: readonly string[]) =>
    columns.map((column) => (row as Record<string, unknown>)[column]);
  return {
    routes: routes.map((row) => some(row, ROUTE_COLUMNS)),
    visits: visits
      .map((row) => [routesOf(desk).indexOf(row.route_id ?? 0), ...some(row, VISIT_COLUMNS)])
      .sort((a, b) => JSON.stringify(a.slice(0, 3)).localeCompare(JSON.stringify(b.slice(0, 3)))),
  };
}

const kindsOf = (desk: Desk): Promise<string[]> =>
  desk.db("plan_changes").where({ plan_id: desk.planId }).orderBy("id").pluck("kind");

describe.each(databases())("visits changed in bulk on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let key: TestKey;

  beforeEach(async () => {
    const { db } = database();
    setWorld(db);
    setLimits(limitsWith(databaseLimiter(db)));
    desk = await createDesk(db);
    key = await createApiKey(db, desk.companyId);
  });
  afterEach(() => {
    setLimits(undefined);
    forgetWorld();
  });

  it("are refused by the field's name, at their place in a bulk only where they came in one", async () => {
    const wrong = { plan_id: desk.planId, name: "V", lat: 91, lng: 0 };
    const alone = await post(key, "routing-visit/store", wrong);
    expect([alone.status, alone.body.data]).toEqual([422, { lat: "Latitude must be at most 90" }]);
    const listed = await post(key, "routing-visit/store", { bulk: [{ ...wrong, lat: 47 }, wrong] });
    expect([listed.status, listed.body.data]).toEqual([422, { "bulk.1.lat": "Latitude must be at most 90" }]);
  });

  it("stand as if each had been changed alone, whatever their fields and places", async () => {
    const random = randomOf("bulk");
    let moved = 0;
    for (let round = 0; round < 8; round += 1) {
      const bulk = randomBulk(random);
      const [together, alone] = [await createDesk(desk.db), await createDesk(desk.db)];
      const keys = [await createApiKey(desk.db, together.companyId), await createApiKey(desk.db, alone.companyId)];
      const answer = await post(keys[0]!, "routing-visit/update-field", { bulk: bulkFor(together, bulk) });
      expect([answer.status, answer.body.message ?? "", bulk]).toEqual([200, "", bulk]);
      for (const [id, values] of Object.entries(bulkFor(alone, bulk)))
        await post(keys[1]!, "routing-visit/update-field", { bulk: { [id]: values } });
      expect([bulk, await stateOf(together)]).toEqual([bulk, await stateOf(alone)]);
      moved += Object.values(bulk).filter(({ route_id: route }) => route !== undefined).length;
    }
    expect(moved).toBeGreaterThan(10);
  });

  it("are one change of the plan, told once, that undo takes back whole", async () => {
    const before = await stateOf(desk);
    const told = listen();
    const bulk = bulkFor(desk, { a: { package_load: 2 }, b: { route_id: 2 }, loose: { route_id: 1, position: 1 } });
    expect((await post(key, "routing-visit/update-field", { bulk })).status).toBe(200);
    expect(await kindsOf(desk)).toEqual(["visits.update"]);
    expect(told.filter(({ model }) => model === "RoutingPlan")).toHaveLength(1);
    expect(await desk.order(desk.first)).toEqual([desk.loose, desk.a, desk.c]);
    expect((await post(key, "action/plan.undo", { planId: desk.planId })).status).toBe(200);
    expect(await stateOf(desk)).toEqual(before);
  });

  it("that only move are told as a move", async () => {
    const bulk = bulkFor(desk, { a: { route_id: 2 }, b: { position: 2 } });
    expect((await post(key, "routing-visit/update-field", { bulk })).status).toBe(200);
    expect(await kindsOf(desk)).toEqual(["visits.move"]);
  });

  it("may be of several plans and of none, each plan with a change of its own", async () => {
    const waiting = await createVisit(desk.db, desk.companyId, { name: "Waits" });
    const plan = await post(key, "routing-plan/store", {
      title: "Other",
      warehouse_id: desk.warehouseId,
      service_date: "2026-11-24",
    });
    const other = await createVisit(desk.db, desk.companyId, {
      plan_id: (plan.body.data as { id: number }).id,
      name: "Other",
    });
    const bulk = { [desk.a]: { package_load: 2 }, [other]: { package_load: 3 }, [waiting]: { package_load: 4 } };
    expect((await post(key, "routing-visit/update-field", { bulk })).status).toBe(200);
    const loads = await desk.db("routing_visits").whereIn("id", [desk.a, other, waiting]).orderBy("package_load");
    expect(loads.map(({ id, package_load: load }) => [id, load])).toEqual([
      [desk.a, 2],
      [other, 3],
      [waiting, 4],
    ]);
    // Of another plan's route nobody knows in this one.
    const away = await post(key, "routing-visit/update-field", { bulk: { [other]: { route_id: desk.first } } });
    expect(away.status).toBe(404);
  });

  const wrong: [string, (desk: Desk) => Values, number, (desk: Desk) => string | RegExp][] = [
    ["an e-mail address that is none", () => ({ recipient_email: "x@y" }), 422, () => /^E-mail is not correct/],
    ["a telephone number that is none", () => ({ recipient_phone: "12" }), 422, () => /^Phone is not correct/],
    ["a window that ends before it begins", () => ({ start_time: "11:00", end_time: "09:00" }), 422, () => /time/],
    ["a route that isn't there", () => ({ route_id: 999_999 }), 404, () => /Route/],
  ];
  it.each(wrong)("are all left as they were for %s", async (_what, values, status, message) => {
    const before = await stateOf(desk);
    const bulk = { [desk.a]: { package_load: 2 }, [desk.b]: values(desk) };
    const answer = await post(key, "routing-visit/update-field", { bulk });
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message(desk))]);
    if (status === 422) expect(JSON.stringify(answer.body)).toContain(`bulk.${desk.b}.`);
    expect([await stateOf(desk), await kindsOf(desk)]).toEqual([before, []]);
  });

  it("name the visit whose rule refuses", async () => {
    const held = await createDesk(desk.db, { isLocked: 1 });
    const its = await createApiKey(desk.db, held.companyId);
    const bulk = { [held.d]: { package_load: 1 }, [held.b]: { package_load: 2 } };
    const answer = await post(its, "routing-visit/update-field", { bulk });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      expect.toBeOneOf([400, 409]),
      expect.stringContaining(`bulk.${held.b}`),
    ]);
    expect((await held.visit(held.d)).package_load).not.toBe(1);
  });

  it("are removed in one change, or all stay", async () => {
    const before = await stateOf(desk);
    await desk.db("routing_routes").where({ id: desk.first }).update({ is_locked: 1 });
    const refused = await post(key, "routing-visit/destroy", { ids: [desk.d, desk.a] });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/^Stop A: /)]);
    expect(await stateOf(desk)).toEqual(before);
    await desk.db("routing_routes").where({ id: desk.first }).update({ is_locked: 0 });
    const waiting = await createVisit(desk.db, desk.companyId, { name: "Waits" });
    const ids = [desk.a, desk.d, waiting];
    expect((await post(key, "routing-visit/destroy", { ids })).body.data).toEqual({ ids });
    expect(await kindsOf(desk)).toEqual(["visits.remove"]);
    expect(await desk.db("routing_visits").whereIn("id", ids).whereNull("deleted_at")).toEqual([]);
  });

  it("are a program's by whichever call it adds them, one or several", async () => {
    const { planId } = desk;
    const alone = { planId, name: "Alone", lat: 47.15, lng: 9.52 };
    await post(key, "action/visit.add", alone);
    await post(key, "action/visits.add", { planId, visits: [{ name: "Both" }] });
    const sources = await desk.db("routing_visits").whereIn("name", ["Alone", "Both"]).pluck("source");
    expect(sources).toEqual([3, 3]);
    const uncallable = await post(key, "action/visit.add", { ...alone, recipientPhone: "12" });
    expect([uncallable.status, uncallable.body.data]).toEqual([422, { recipientPhone: "Phone is not correct" }]);
  });
});
