import { beforeAll, describe, expect, it } from "vitest";
import { insertMany } from "~/db/dialect.server";
import { listLogEntries, listLogEntriesAcrossCompanies, listLoggedActions } from "~/db/repositories/audit-log.server";
import type { NewLogEntry } from "~/db/repositories/audit-log.server";
import { listChangedRoutesAcrossCompanies } from "~/db/repositories/live-routes.server";
import { plannedVisitsByName } from "~/db/repositories/named-visits.server";
import { storedTrail, thinnedTrailsOf, trailsOf } from "~/db/repositories/positions.server";
import { listBookedRoutes, listLeftRetimesAcrossCompanies } from "~/db/repositories/routes.server";
import { departuresOfRoutes, stopsOnRoad } from "~/db/repositories/road-state.server";
import { trimTravelTimes } from "~/db/repositories/travel-times.server";
import { listVisits } from "~/db/repositories/filtered-visits.server";
import { listShownVisitsOfRoutes, listVisitsOfRoutes } from "~/db/repositories/plan-visits.server";
import { RouteStatus } from "~/domain/route/route-status";
import { addSeconds } from "~/domain/time/utc-text";
import { VisitStatus } from "~/domain/visit/visit-status";
import { createCompany, createPlan, createRoute, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { asked, planOf } from "../../helpers/explained";
import type { Explained } from "../../helpers/explained";

const VISITS = 1500;
const ENTRIES = 3000;
const ACTIONS = 12;
const POSITIONS = 200;
/** seconds between two positions */
const EACH_SEC = 15;
const LATER = addSeconds(NOW, 30 * 24 * 3600);
const FILLED = ["audit_log", "routing_visits", "routing_routes", "routing_plans", "vehicle_positions", "travel_times"];

const action = (nth: number) => `thing.act_${String(nth % ACTIONS).padStart(2, "0")}`;

describe.each(databases())("the index that is read on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let routeIds: number[];

  /** How each statement about a table is answered. */
  async function plansOf(table: string, run: () => Promise<unknown>, alias = table): Promise<Explained[]> {
    const plans: Explained[] = [];
    for (const one of await asked(db(), table, run)) plans.push(await planOf(db(), table, one, alias));
    return plans;
  }

  const entry = (nth: number, company_id: number, more: Partial<NewLogEntry> = {}): NewLogEntry => ({
    company_id,
    user_id: 1 + (nth % 50),
    api_key_id: null,
    who: "Somebody",
    by_platform: 0,
    action: action(nth),
    outcome: "done",
    times: 1,
    model: null,
    ids: null,
    changes: null,
    ip: null,
    user_agent: null,
    request_id: null,
    created_at: NOW,
    ...more,
  });

  beforeAll(async () => {
    company = await createCompany(db());
    const other = await createCompany(db());
    await db().transaction(async (trx) => {
      routeIds = [];
      for (const { companyId, planId } of [company, other]) {
        for (let nth = 0; nth < 40; nth++) {
          const plan = await createPlan(trx, companyId, {});
          const status = nth < 2 ? RouteStatus.OnRoute : RouteStatus.Completed;
          for (let route = 0; route < 5; route++) routeIds.push(await createRoute(trx, companyId, plan, { status }));
        }
        const visits = Array.from({ length: VISITS }, (_, nth) => ({ name: `${nth}`, status: VisitStatus.Delivered }));
        await createVisits(trx, companyId, visits);
        const inPlan = Array.from({ length: 5 }, (_, nth) => ({ name: `Planned ${nth}`, plan_id: planId }));
        await createVisits(trx, companyId, inPlan);
        const done = Array.from({ length: ENTRIES }, (_, nth) => entry(nth, companyId));
        await insertMany(trx, "audit_log", done);
        await insertMany(trx, "audit_log", [
          entry(1, companyId, { outcome: "forbidden" }),
          entry(2, companyId, { by_platform: 1 }),
          ...Array.from({ length: 60 }, (_, nth) => entry(nth, companyId, { created_at: LATER })),
        ]);
      }
      const positions = routeIds.slice(0, 20).flatMap((route_id) =>
        Array.from({ length: POSITIONS }, (_, nth) => ({
          ...{ company_id: company.companyId, route_id, taken_at: addSeconds(NOW, nth * EACH_SEC) },
          ...{ lat: 47, lng: 9 },
        })),
      );
      await insertMany(trx, "vehicle_positions", positions);
      const times = Array.from({ length: 300 }, (_, nth) => ({
        ...{ context: "roads", origin: `${nth}`, entries: Buffer.alloc(1200), entry_count: 100, used_at: NOW },
      }));
      await insertMany(trx, "travel_times", times);
    });
    // why: SQLite decides without figures, as in the product; MariaDB keeps its own, a little behind.
    if (kind === "mariadb") await db().raw(`ANALYZE TABLE ${FILLED.join(", ")}`);
  });

  it("holds a route's positions in the order of their times, not all of the company's", async () => {
    const range = { from: addSeconds(NOW, 600), to: addSeconds(NOW, 900) };
    const sec = Date.parse(`${NOW}Z`) / 1000;
    const { companyId } = company;
    const plans = [
      ...(await plansOf("vehicle_positions", () => trailsOf(db(), companyId, [routeIds[3]!], range))),
      ...(await plansOf("vehicle_positions", () =>
        storedTrail(db(), companyId, routeIds[3]!, { fromSec: sec + 600, toSec: sec + 900 }),
      )),
    ];
    expect(plans).toHaveLength(3);
    for (const plan of plans) expect(plan).toMatchObject({ index: "taken_at_unique", scansAll: false });
  });

  it.runIf(kind === "sqlite")("holds the positions of many routes by route", async () => {
    const range = { from: NOW, to: addSeconds(NOW, 900), most: 100 };
    const plans = await plansOf("vehicle_positions", () => thinnedTrailsOf(db(), company.companyId, routeIds, range));
    expect(plans.length).toBeGreaterThan(2);
    for (const { index } of plans) expect(index).toBe("taken_at_unique");
  });

  it("numbers the positions of some routes by route, not all of the company's", async () => {
    const some = routeIds.slice(3, 5);
    const range = { from: NOW, to: addSeconds(NOW, 900), most: 10 };
    const plans = await plansOf("vehicle_positions", () => thinnedTrailsOf(db(), company.companyId, some, range));
    expect(plans.map(({ index }) => index)).toEqual(["taken_at_unique", "taken_at_unique"]);
  });

  it("gives and counts the newest of all visits", async () => {
    const plans = await plansOf("routing_visits", () => listVisits(db(), company.companyId, { page: 30 }));
    const fromIndex = { index: "newest_index", coveredByIndex: true, sorts: false };
    expect(plans).toMatchObject([fromIndex, fromIndex, { scansAll: false }]);
  });

  it("gives the visits of a plan, not all of the company's", async () => {
    const { companyId, planId } = company;
    const listed = await plansOf("routing_visits", () => listVisits(db(), companyId, { planId, page: 2 }));
    const named = await plansOf("routing_visits", () => plannedVisitsByName(db(), companyId, planId, ["Stop"]));
    for (const { index } of [...listed, ...named]) expect(index).toMatch(/^plan_/);
    expect([listed.length, named.length]).toEqual([3, 1]);
  });

  it("gives the visits of routes, not all of the company's", async () => {
    const { companyId } = company;
    const some = routeIds.slice(0, 3);
    const plans = [
      ...(await plansOf("routing_visits", () => listVisitsOfRoutes(db(), companyId, some))),
      ...(await plansOf("routing_visits", () => listShownVisitsOfRoutes(db(), companyId, some, 100))),
      ...(await plansOf("routing_visits", () => stopsOnRoad(db(), companyId, some))),
      ...(await plansOf("routing_visits", () => departuresOfRoutes(db(), companyId, some))),
    ];
    expect(plans.map(({ index }) => index)).toEqual(Array.from({ length: 4 }, () => "route_position_index"));
  });

  it("steps from action to action of a company's log", async () => {
    const { companyId } = company;
    const found = await listLoggedActions(db(), companyId);
    expect(found).toEqual(Array.from({ length: ACTIONS }, (_, nth) => action(nth)));
    const queries = await asked(db(), "audit_log", () => listLoggedActions(db(), companyId));
    expect(queries).toHaveLength(ACTIONS + 1);
    for (const { sql, bindings } of queries) {
      const words = kind === "sqlite" ? "EXPLAIN QUERY PLAN" : "EXPLAIN";
      const explained = JSON.stringify(await db().raw(`${words} ${sql}`, bindings as never[]));
      // One look at the index, or none where nothing is left.
      expect(explained).toMatch(
        kind === "sqlite"
          ? /SEARCH audit_log USING COVERING INDEX audit_log_action_index \(company_id=\? AND action>\?\)/
          : /Select tables optimized away|No matching min\/max row/,
      );
    }
  });

  it.each([
    ["refusals", { refused: true }, "refused_index"],
    ["a person", { userId: 7 }, "user_id_index"],
    ["an action", { action: action(3) }, "action_index"],
  ])("gives a company's newest entries of %s", async (_, filter, index) => {
    const [plan] = await plansOf("audit_log", () => listLogEntries(db(), company.companyId, filter, 51));
    expect(plan).toMatchObject({ index, sorts: false });
  });

  it.each([
    ["refusals", { refused: true }, "any_refused_index"],
    ["a person", { userIds: [7] }, "account_index"],
    ["an action", { action: action(3) }, "any_action_index"],
    ["the platform's people", { byPlatform: true }, "by_platform_index"],
  ])("gives the platform's newest entries of %s", async (_, filter, index) => {
    const [plan] = await plansOf("audit_log", () => listLogEntriesAcrossCompanies(db(), filter, 51));
    expect(plan).toMatchObject({ index, sorts: false });
  });

  it("gives a company's older entries by ids, of which an index alone tells which they are", async () => {
    const plans = await plansOf("audit_log", () => listLogEntries(db(), company.companyId, { before: 1500 }, 51));
    const byCompany = { index: "company_id_index", coveredByIndex: true, sorts: false };
    expect(plans).toMatchObject([byCompany, { scansAll: false }]);
  });

  it("gives the newest entries of some days in the order of the days' index", async () => {
    const { companyId } = company;
    const [own] = await plansOf("audit_log", () => listLogEntries(db(), companyId, { from: LATER }, 51));
    const [all] = await plansOf("audit_log", () => listLogEntriesAcrossCompanies(db(), { from: LATER }, 51));
    expect(own).toMatchObject({ index: "created_at_index", coveredByIndex: true, sorts: false, scansAll: false });
    expect(all).toMatchObject({ index: "any_created_at_index", coveredByIndex: true, sorts: false, scansAll: false });
  });

  it("adds up the travel times without reading them", async () => {
    const plans = await plansOf("travel_times", () => trimTravelTimes(db()));
    expect(plans).toMatchObject([{ index: "oldest_index", coveredByIndex: true }]);
    const [, oldest] = await asked(db(), "travel_times", () => trimTravelTimes(db(), 300 * 1000));
    expect(await planOf(db(), "travel_times", oldest!)).toMatchObject({ index: "oldest_index", coveredByIndex: true });
  });

  it.each([
    ["on a day", { on: "2026-12-24" }],
    ["from a day on", { from: "2026-12-24" }],
  ])("gives the routes %s by their plans' days, not all of the company's", async (_, day) => {
    const { companyId } = company;
    await createPlan(db(), companyId, { service_date: "2026-12-24" });
    const [ofPlans] = await plansOf("routing_plans", () => listBookedRoutes(db(), companyId, day));
    const [ofRoutes] = await plansOf("routing_routes", () => listBookedRoutes(db(), companyId, day), "route");
    expect(ofPlans!.index).toBe("company_date_index");
    // MariaDB may sift what it finds there by another index.
    expect(ofRoutes!.index).toMatch(/^plan_position_index/);
  });

  it("gives the routes on the road of all companies", async () => {
    const [plan] = await plansOf("routing_routes", () => listChangedRoutesAcrossCompanies(db(), 100), "route");
    expect(plan).toMatchObject({ index: "status_index", scansAll: false });
  });

  it("gives the routes of all companies whose times were left behind", async () => {
    const left = { from: "2026-11-01", until: LATER };
    const [plan] = await plansOf("routing_routes", () => listLeftRetimesAcrossCompanies(db(), left));
    // MariaDB may sift what it finds there by another index.
    expect(plan!.index).toMatch(/^retime_index/);
    expect(plan!.scansAll).toBe(false);
  });
});
