import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pageBehind, whereCounted, type CountedRoutes } from "~/db/repositories/figure-visits.server";
import { sumFigures, type FigureGroup } from "~/db/repositories/figures.server";
import { insertPredictions, updatePredictions } from "~/db/repositories/visit-predictions.server";
import { updatePlan } from "~/db/repositories/plans.server";
import { visitsQuery } from "~/db/repositories/filtered-visits.server";
import { addFigures, noFigures } from "~/domain/figures/figures";
import { BEHIND_LABELS } from "~/domain/figures/visits-behind";
import type { Figures, FigureName } from "~/domain/figures/figures";
import { markVisitDone, markVisitFailed } from "~/domain/visit/visit-transitions";
import { countAllFigures, freshFigures } from "~/planner/fresh-figures.server";
import {
  createCompany,
  createMember,
  createPlan,
  createRoute,
  createVehicle,
  createVisits,
  createWarehouse,
  NOW,
} from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { randomOf } from "../../helpers/random";
import type { Random } from "../../helpers/random";
import { makeRoute, makeVisit } from "../../unit/domain/make";
import { forgetWorld, setWorld } from "../planning/desk";

/** Days on which a clock changes, and one on which none does. */
const PLACES = [
  ["Europe/Berlin", "2026-10-25"],
  ["Europe/Berlin", "2026-03-29"],
  ["America/New_York", "2026-03-08"],
  ["Pacific/Auckland", "2026-09-27"],
  ["Asia/Kolkata", "2026-06-15"],
] as const;
const ALL = { from: "2026-01-01", to: "2026-12-31" };

/** What the wall shows, by another way than the product's. */
const wall = (utc: string, timeZone: string): string =>
  new Date(`${utc.replace(" ", "T")}Z`).toLocaleString("sv-SE", { timeZone }).slice(0, 16);
const plus = (utc: string, sec: number): string =>
  new Date(Date.parse(`${utc.replace(" ", "T")}Z`) + sec * 1000).toISOString().slice(0, 19).replace("T", " ");

describe.each(databases())("figures of routes on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  beforeEach(async () => {
    setWorld(db(), "2026-11-23 12:00:00");
    company = await createCompany(db());
  });
  afterEach(forgetWorld);

  const sums = async (group: FigureGroup = "day", range = ALL, companyId = company.companyId) => {
    await freshFigures(companyId, range);
    return sumFigures(db(), companyId, range, group);
  };
  const change = (planId: number) => updatePlan(db(), company.companyId, planId, null, {}, NOW);

  /** A plan of three routes with what may become of visits. */
  async function randomPlan(random: Random, [timeZone, service_date]: (typeof PLACES)[number]) {
    const { companyId } = company;
    const warehouse_id = await createWarehouse(db(), companyId, { time_zone: timeZone });
    const plan_id = await createPlan(db(), companyId, { warehouse_id, service_date });
    for (let nth = 0; nth < 3; nth++) {
      const route_id = await createRoute(db(), companyId, plan_id, {
        vehicle_id: random.percent(70) ? await createVehicle(db(), companyId) : null,
        driver_id: random.percent(70) ? await createMember(db(), companyId) : null,
        status: random.pick([3, 4, 5]),
        position: nth,
      });
      const visitIds = await createVisits(
        db(),
        companyId,
        Array.from({ length: 12 }, (_, index) => {
          const status = random.pick([1, 2, 3, 4, 4, 4, 5]);
          const hour = String(random.below(24)).padStart(2, "0");
          const at = `${service_date} ${hour}:${random.pick(["00", "05", "30"])}:00`;
          return {
            plan_id,
            route_id,
            warehouse_id,
            status,
            position: index + 1,
            type: random.pick(["D", "D", "P", "B"]),
            end_time: random.pick(["01:30", "02:30", "03:00", "12:00", null]),
            service_time: 5,
            arrival_time: random.percent(80) ? plus(at, -600) : null,
            completed_at: status > 3 && random.percent(90) ? at : null,
            fail_reason_id: status === 5 ? random.pick([1, 2, 3, 4, 5, 6, 7, null]) : null,
            is_out_of_turn: random.percent(20) && status > 3 ? (1 as const) : (0 as const),
          };
        }),
      );
      const promised = visitIds.filter(() => random.percent(40));
      await insertPredictions(
        db(),
        companyId,
        promised.map((visitId) => ({
          routeId: route_id,
          visitId,
          begins: {},
          promisedFrom: `${service_date} 06:00:00`,
          promisedTo: `${service_date} 10:00:00`,
        })),
        NOW,
      );
      const rows = await db()("visit_predictions").whereIn("visit_id", promised);
      await updatePredictions(
        db(),
        companyId,
        rows.map(({ id }) => ({
          id,
          beganAt: `${service_date} 0${random.pick([5, 6, 8])}:00:00`,
          beganBy: "report" as const,
        })),
        NOW,
      );
    }
  }

  /** Counted from the rows one by one, in another way than the product's. */
  async function countedByHand(): Promise<Map<string, Partial<Figures>>> {
    const rows = await db()("routing_visits as visit")
      .join("routing_routes as route", "route.id", "visit.route_id")
      .join("routing_plans as plan", "plan.id", "visit.plan_id")
      .leftJoin("warehouses as house", "house.id", "plan.warehouse_id")
      .leftJoin("visit_predictions as told", "told.visit_id", "visit.id")
      .where("visit.company_id", company.companyId)
      .whereNull("visit.deleted_at")
      .whereNull("route.deleted_at")
      .whereNull("plan.deleted_at")
      .select(
        "visit.*",
        "plan.service_date",
        "house.time_zone",
        "told.began_at",
        "told.promised_from",
        "told.promised_to",
      );
    const found = new Map<string, Partial<Figures>>();
    for (const row of rows as Record<string, string | number | null>[]) {
      const { type, status, service_date, time_zone, completed_at, end_time, began_at, arrival_time } = row as Record<
        string,
        string
      >;
      if (!["D", "P"].includes(type!) || Number(status) === 1) continue;
      const sum = found.get(service_date!) ?? {};
      found.set(service_date!, sum);
      const add = (name: FigureName, amount = 1) => (sum[name] = (sum[name] ?? 0) + amount);
      add("visits");
      const isPast = Number(status) > 3;
      if (isPast && row.is_out_of_turn === 1) add("out_of_turn");
      if (isPast && began_at) {
        add("promised");
        if (began_at >= String(row.promised_from) && began_at <= String(row.promised_to)) add("kept");
      }
      if (Number(status) === 5) {
        add("failed");
        add(row.fail_reason_id === null ? "failed_none" : (`failed_${row.fail_reason_id}` as FigureName));
      }
      if (Number(status) !== 4) continue;
      add("delivered");
      if (completed_at && end_time) {
        add("judged");
        if (wall(began_at ?? plus(completed_at, -300), time_zone!) <= `${service_date} ${end_time}`) add("on_time");
      }
      if (completed_at && arrival_time && row.is_out_of_turn === 0) {
        const late = Math.floor((Date.parse(`${completed_at}Z`) - Date.parse(`${arrival_time}Z`)) / 60_000 - 5) * 60;
        if (late > 0) {
          add("overdue");
          add("overdue_sec", late);
        }
      }
    }
    return found;
  }

  const VISIT_BY_VISIT: FigureName[] = [
    "visits",
    "delivered",
    "failed",
    "failed_1",
    "failed_2",
    "failed_3",
    "failed_4",
    "failed_5",
    "failed_6",
    "failed_7",
    "failed_none",
    "judged",
    "on_time",
    "out_of_turn",
    "overdue",
    "overdue_sec",
    "promised",
    "kept",
  ];
  const only = (figures: Partial<Figures>) =>
    Object.fromEntries(VISIT_BY_VISIT.map((name) => [name, figures[name] ?? 0]));

  it.each(["one", "two", "three"])(
    "are those counted visit by visit, across clock changes and time zones (seed %s)",
    async (seed) => {
      const random = randomOf(seed);
      for (const place of PLACES) await randomPlan(random, place);
      const byHand = await countedByHand();
      const counted = await sums();
      expect(counted.map(({ key }) => key)).toEqual([...byHand.keys()].sort());
      for (const { key, sums: day } of counted) expect(only(day), String(key)).toEqual(only(byHand.get(String(key))!));
      // However they are grouped, they are the same in all.
      const total = (groups: readonly { sums: Figures }[]) =>
        groups.reduce(
          (all, one) => all.map((amount, nth) => amount + Object.values(one.sums)[nth]!),
          Object.values(noFigures()),
        );
      for (const group of ["driver", "vehicle", "warehouse"] as const)
        expect(total(await sums(group)), group).toEqual(total(counted));
      // A visit of which something is judged is marked, for the list behind a figure.
      for (const [mark, name] of [
        ["judged", "judged"],
        ["on_time", "on_time"],
        ["overdue", "overdue"],
        ["promised", "promised"],
        ["kept", "kept"],
      ] as const) {
        const [{ n }] = (await db()("visit_figures")
          .where({ company_id: company.companyId, [mark]: 1 })
          .count({ n: "*" })) as [{ n: number | string }];
        expect(Number(n), mark).toBe(counted.reduce((sum, one) => sum + one.sums[name], 0));
      }
    },
  );

  it("list exactly the visits that they count, of all and of each group", async () => {
    const random = randomOf("behind");
    for (const place of [...PLACES, ...PLACES, ...PLACES]) await randomPlan(random, place);
    const listed = async (behind: string, routes: Partial<CountedRoutes> = {}) => {
      const query = visitsQuery(db(), company.companyId, {});
      whereCounted(db(), query, company.companyId, behind, { ...ALL, ...routes });
      const ids = (await query.pluck("routing_visits.id")) as number[];
      // Page by page they are the same visits, each once.
      const pages: number[] = [];
      for (let page = 1; pages.length < ids.length; page++) {
        const found = await pageBehind(db(), company.companyId, behind, { ...ALL, ...routes }, { page, pageSize: 7 });
        expect(found.total, behind).toBe(ids.length);
        expect(found.rows).toHaveLength(Math.min(7, ids.length - pages.length));
        pages.push(...found.rows.map(({ id }) => id));
      }
      expect(
        [...pages].sort((a, b) => a - b),
        behind,
      ).toEqual([...ids].sort((a, b) => a - b));
      return ids.length;
    };
    const counts = (one: Figures): [string, number][] => [
      ...VISIT_BY_VISIT.filter((name) => name !== "overdue_sec").map((name): [string, number] => [name, one[name]]),
      ["late", one.judged - one.on_time],
      ["broken", one.promised - one.kept],
    ];
    const days = await sums();
    const whole = addFigures(days.map((day) => day.sums));
    expect(
      counts(whole)
        .map(([behind]) => behind)
        .sort(),
    ).toEqual(Object.keys(BEHIND_LABELS).sort());
    for (const [behind, amount] of counts(whole)) {
      expect(amount, `${behind} has to occur`).toBeGreaterThan(0);
      expect(await listed(behind), behind).toBe(amount);
    }
    for (const { key, sums: day } of days)
      expect(await listed("late", { from: String(key), to: String(key) })).toBe(day.judged - day.on_time);
    for (const [group, filter] of [
      ["driver", "driverId"],
      ["vehicle", "vehicleId"],
      ["warehouse", "warehouseId"],
    ] as const)
      for (const one of await sums(group))
        expect(await listed("delivered", { [filter]: one.key }), `${group} ${one.key}`).toBe(one.sums.delivered);
    expect(await listed("visits", { driverId: 999_999 })).toBe(0);
  });

  it("follow each change of a plan: its visits, its day, its removal", async () => {
    const { companyId, planId, visitIds } = company;
    expect((await sums())[0]).toMatchObject({ key: "2026-11-23", routes: 1, sums: { visits: 2, delivered: 0 } });
    await db()("routing_visits").where({ id: visitIds[0] }).update({ status: 4, completed_at: "2026-11-23 09:00:00" });
    await change(planId);
    expect((await sums())[0]).toMatchObject({ sums: { visits: 2, delivered: 1 } });
    await updatePlan(db(), companyId, planId, null, { service_date: "2026-12-24" }, NOW);
    // Whoever asks for the day that it was on finds it gone, and whoever asks for the new one finds it there.
    expect(await sums("day", { from: "2026-11-23", to: "2026-11-23" })).toEqual([]);
    expect((await sums())[0]).toMatchObject({ key: "2026-12-24" });
    await db()("routing_plans").where({ id: planId }).update({ deleted_at: NOW });
    expect(await sums()).toEqual([]);
    expect(await db()("plan_figures").where({ company_id: companyId })).toEqual([]);
  });

  it("follow what becomes known of a visit's begin without a change of the plan", async () => {
    const { companyId, planId, routeId, visitIds } = company;
    await db()("routing_visits").where({ id: visitIds[0] }).update({ status: 4, completed_at: "2026-11-23 09:00:00" });
    await change(planId);
    const promise = { begins: {}, promisedFrom: "2026-11-23 08:00:00", promisedTo: "2026-11-23 09:00:00" };
    await insertPredictions(db(), companyId, [{ routeId, visitId: visitIds[0]!, ...promise }], NOW);
    expect((await sums())[0]).toMatchObject({ sums: { promised: 0 } });
    const { id } = (await db()("visit_predictions").where({ visit_id: visitIds[0] }).first("id"))!;
    await updatePredictions(db(), companyId, [{ id, beganAt: "2026-11-23 08:50:00", beganBy: "report" }], NOW);
    expect((await sums())[0]).toMatchObject({ sums: { promised: 1, kept: 1 } });
  });

  it("are counted once, whoever counts at the same moment and whatever changes meanwhile", async () => {
    const { companyId } = company;
    const { planId, routeId } = company;
    const more = async () => {
      const added = Array.from({ length: 3 }, () => ({ plan_id: planId, route_id: routeId, status: 2 }));
      await createVisits(db(), companyId, added);
      await change(planId);
    };
    await more();
    for (let round = 1; round <= 5; round++) {
      await Promise.all([freshFigures(companyId, ALL), more(), countAllFigures(), freshFigures(companyId, ALL)]);
      const [day] = await sums();
      expect(day).toMatchObject({ key: "2026-11-23", routes: 1, sums: { visits: 5 + 3 * round } });
      expect(await db()("route_figures").where({ plan_id: planId })).toHaveLength(1);
    }
  });

  it("are counted for everybody by the chore, and are each company's own", async () => {
    const other = await createCompany(db());
    await countAllFigures();
    const both = () =>
      db()("route_figures").whereIn("company_id", [company.companyId, other.companyId]).orderBy("company_id");
    const rows = await both();
    expect(rows.map(({ company_id, visits }) => [company_id, visits])).toEqual([
      [company.companyId, 2],
      [other.companyId, 2],
    ]);
    expect(await sums("vehicle")).toMatchObject([{ key: company.vehicleId, sums: { visits: 2 } }]);
    expect(await sums("driver", ALL, other.companyId)).toMatchObject([{ key: other.driverId, sums: { visits: 2 } }]);
    // What is counted stays so: nothing is written a second time.
    await countAllFigures();
    expect(await both()).toEqual(rows);
  });

  it("know how far completed routes went, also by positions that come afterwards", async () => {
    const { companyId, planId, routeId, visitIds } = company;
    await db()("routing_routes").where({ id: routeId }).update({ status: 5, distance: 1000 });
    for (const [nth, id] of visitIds.slice(0, 2).entries())
      await db()("routing_visits")
        .where({ id })
        .update({ status: 4, completed_at: `2026-11-23 0${8 + nth}:00:00` });
    await change(planId);
    expect((await sums())[0]).toMatchObject({ sums: { planned_m: 1000, tracked_m: 0, driven_m: 0, driven_sec: 3600 } });
    const { writePositions } = await import("~/features/driver/positions/position-writer.server");
    const position = { memberId: null, accuracyM: 5, headingDeg: null, speedKmh: null };
    const from = Date.parse("2026-11-23T08:10:00Z") / 1000;
    await writePositions(companyId, routeId, [
      { ...position, atSec: from, lat: 47.1, lng: 9.5 },
      { ...position, atSec: from + 600, lat: 47.2, lng: 9.5 },
    ]);
    const [{ sums: day }] = [(await sums())[0]!];
    expect(day.tracked_m).toBe(1000);
    expect(day.driven_m).toBeGreaterThan(11_000);
    expect(day.driven_m).toBeLessThan(11_250);
  });
});

it("a visit that is reported before its turn is marked, done or failed, and a report in turn is not", () => {
  const route = makeRoute({ status: 4 });
  const visits = [1, 2].map((id) => makeVisit({ id, position: id, status: 3 }));
  const now = "2026-06-01 08:00:00";
  const setOf = (id: number, fails: boolean) => {
    const visit = visits[id - 1]!;
    const decision = fails
      ? markVisitFailed(visit, route, visits, { now, failReasonId: 1, companyFailReasons: [1] })
      : markVisitDone(visit, route, visits, { now });
    if (!decision.ok) throw new Error("refused");
    return decision.changes.visits.find((one) => one.id === id)?.set.isOutOfTurn;
  };
  expect([setOf(2, false), setOf(2, true), setOf(1, false), setOf(1, true)]).toEqual([
    true,
    true,
    undefined,
    undefined,
  ]);
});
