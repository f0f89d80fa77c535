import { describe, expect, it } from "vitest";
import { addFigures, FIGURES, rates } from "~/domain/figures/figures";
import { routeFigures, visitFigures } from "~/domain/figures/route-figures";
import type { CountedRoute } from "~/domain/figures/route-figures";
import { dayClock } from "~/domain/time/service-clock";
import { epochSec } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { VisitStatus } from "~/domain/visit/visit-status";
import { makeRoute, makeVehicle, makeVisit } from "../make";

const counted = (part: Partial<CountedRoute> = {}): CountedRoute => ({
  plan: { aim: "time" },
  route: makeRoute(),
  visits: [],
  vehicle: null,
  begins: new Map(),
  drivenM: null,
  clock: dayClock("2026-06-01", "Europe/Vaduz"),
  ...part,
});

/** What is not 0. */
const told = (figures: object) => Object.fromEntries(Object.entries(figures).filter(([, amount]) => amount !== 0));
const of = (part: Partial<Visit>, about: Partial<CountedRoute> = {}) =>
  told(visitFigures(makeVisit(part), counted(about)));

/** Vaduz is two hours ahead of UTC: 12:00 there. Five minutes of service. */
const delivered = { status: 4, endTime: "12:00", arrivalTime: null } as const;

describe("a visit's figures", () => {
  it("count deliveries and pickups that a route serves, and nothing else", () => {
    expect(of({ status: 2 })).toEqual({ visits: 1 });
    expect(of({ type: "P", status: 3 })).toEqual({ visits: 1 });
    expect(of({ status: 1 })).toEqual({});
    for (const type of ["S", "E", "B"] as const)
      expect(of({ type, status: 4, completedAt: "2026-06-01 08:00:00" })).toEqual({});
  });

  it("take the begin of the service as on time up to the end of its window, by the warehouse's clock", () => {
    const all = { visits: 1, delivered: 1, judged: 1 };
    expect(of({ ...delivered, completedAt: "2026-06-01 10:05:00" })).toEqual({ ...all, on_time: 1 });
    expect(of({ ...delivered, completedAt: "2026-06-01 10:05:59" })).toEqual({ ...all, on_time: 1 });
    expect(of({ ...delivered, completedAt: "2026-06-01 10:06:00" })).toEqual(all);
    expect(of({ ...delivered, completedAt: "2026-06-01 10:06:00", serviceDuration: 301 })).toEqual({
      ...all,
      on_time: 1,
    });
    // The night between summer and winter time, and the same instant elsewhere.
    const clock = dayClock("2026-10-25", "Europe/Vaduz");
    expect(of({ ...delivered, endTime: "04:00", completedAt: "2026-10-25 03:05:00" }, { clock })).toMatchObject({
      on_time: 1,
    });
    expect(of({ ...delivered, endTime: "04:00", completedAt: "2026-10-25 03:06:00" }, { clock })).not.toHaveProperty(
      "on_time",
    );
    const there = dayClock("2026-06-01", "Pacific/Auckland");
    expect(of({ ...delivered, completedAt: "2026-06-01 00:05:00" }, { clock: there })).toMatchObject({ on_time: 1 });
    expect(of({ ...delivered, completedAt: "2026-06-01 00:06:00" }, { clock: there })).not.toHaveProperty("on_time");
  });

  it("believe what was seen of the begin more than the report, and judge the promise by it", () => {
    const begin = (at: string) => ({
      begins: new Map([
        [1, { began: epochSec(at), from: epochSec("2026-06-01 09:00:00"), to: epochSec("2026-06-01 10:00:00") }],
      ]),
    });
    const late = { ...delivered, completedAt: "2026-06-01 11:00:00" };
    expect(of(late, begin("2026-06-01 10:00:00"))).toMatchObject({ judged: 1, on_time: 1, promised: 1, kept: 1 });
    expect(of(late, begin("2026-06-01 10:00:59"))).toMatchObject({ judged: 1, on_time: 1, promised: 1 });
    expect(of(late, begin("2026-06-01 10:00:59"))).not.toHaveProperty("kept");
    expect(of(late, begin("2026-06-01 10:01:00"))).toEqual({ visits: 1, delivered: 1, judged: 1, promised: 1 });
    expect(of(late, begin("2026-06-01 08:59:59"))).toMatchObject({ on_time: 1, promised: 1 });
    expect(of(late, begin("2026-06-01 08:59:59"))).not.toHaveProperty("kept");
    expect(of({ ...late, status: 2, completedAt: null }, begin("2026-06-01 09:30:00"))).toEqual({ visits: 1 });
  });

  it("judge nothing without an end of the window or a time", () => {
    const all = { visits: 1, delivered: 1 };
    expect(of({ ...delivered, endTime: null, completedAt: "2026-06-01 20:00:00" })).toEqual(all);
    expect(of({ ...delivered, completedAt: null })).toEqual(all);
  });

  it("name why a visit failed, also where nothing is known of it", () => {
    for (const id of [1, 2, 3, 4, 5, 6, 7])
      expect(of({ status: 5, failReasonId: id })).toEqual({ visits: 1, failed: 1, [`failed_${id}`]: 1 });
    expect(of({ status: 5, failReasonId: null })).toEqual({ visits: 1, failed: 1, failed_none: 1 });
    expect(of({ status: 5, failReasonId: 8 })).toEqual({ visits: 1, failed: 1, failed_none: 1 });
  });

  it("count whole minutes after the planned finish, of visits in turn", () => {
    const planned = { status: 4, endTime: null, arrivalTime: "2026-06-01 08:00:00", waitingTime: 60 } as const;
    expect(of({ ...planned, completedAt: "2026-06-01 08:06:59" })).toEqual({ visits: 1, delivered: 1 });
    expect(of({ ...planned, completedAt: "2026-06-01 08:08:30" })).toMatchObject({ overdue: 1, overdue_sec: 120 });
    const turned = of({ ...planned, completedAt: "2026-06-01 08:08:30", isOutOfTurn: true });
    expect(turned).toEqual({ visits: 1, delivered: 1, out_of_turn: 1 });
    expect(of({ status: 2, isOutOfTurn: true })).toEqual({ visits: 1 });
  });
});

describe("a route's figures", () => {
  const at = (time: string) => `2026-06-01 ${time}:00`;
  const visits = [
    makeVisit({ id: 1, type: "S", status: 4, position: 0, completedAt: at("06:00") }),
    makeVisit({ id: 2, status: 4, position: 1, packageLoad: 30, packageCapacity: 1, completedAt: at("07:00") }),
    makeVisit({
      id: 3,
      type: "P",
      status: 5,
      position: 2,
      packageLoad: 60,
      packageCapacity: 3,
      completedAt: at("08:00"),
    }),
    makeVisit({ id: 4, status: 1, packageLoad: 500 }),
    makeVisit({ id: 5, type: "E", status: 4, position: 9, completedAt: at("09:00") }),
  ];
  const route = makeRoute({
    status: 5,
    distance: 9000,
    duration: 3000,
    serviceDuration: 600,
    waitingDuration: 60,
    cost: 1234.4,
  });

  it("compare what was planned with what was driven once the route is completed", () => {
    const sums = routeFigures(counted({ route, visits, drivenM: 9876.5 }));
    expect(sums).toMatchObject({ visits: 2, delivered: 1, failed: 1, planned_m: 9000, planned_sec: 3660 });
    expect(sums).toMatchObject({
      tracked_m: 9000,
      driven_m: 9877,
      timed_sec: 3660,
      driven_sec: 3 * 3600,
      timed_visits: 2,
    });
    expect(rates(sums).visitsPerHour).toBeCloseTo(2 / 3);
    expect(routeFigures(counted({ route, visits }))).toMatchObject({ tracked_m: 0, driven_m: 0, timed_sec: 3660 });
    const onRoad = routeFigures(counted({ route: { ...route, status: 4 }, visits, drivenM: 9876 }));
    expect(onRoad).toMatchObject({
      planned_m: 9000,
      tracked_m: 0,
      driven_m: 0,
      timed_sec: 0,
      driven_sec: 0,
      timed_visits: 0,
    });
    expect(rates(onRoad).visitsPerHour).toBeNull();
  });

  it("compare with what was planned when the route left, whatever became of it since", () => {
    const left = { ...route, plannedDistance: 8000, plannedWorkDuration: 3000 };
    expect(routeFigures(counted({ route: left, visits, drivenM: 9000 }))).toMatchObject({
      planned_m: 8000,
      planned_sec: 3000,
      tracked_m: 8000,
      driven_m: 9000,
      timed_sec: 3000,
      driven_sec: 3 * 3600,
    });
    expect(routeFigures(counted({ route: { ...left, status: 4 }, visits }))).toMatchObject({ planned_m: 8000 });
  });

  it("say how full the vehicle was by weight or volume, what is not served left out", () => {
    const made = visits.map((visit) => (visit.type === "P" ? { ...visit, status: VisitStatus.Delivered } : visit));
    const full = (maxLoad: number, capacity: number, of = made) => {
      const sums = routeFigures(counted({ route, visits: of, vehicle: makeVehicle({ maxLoad, capacity }) }));
      return [sums.loaded, sums.load_share];
    };
    expect(full(100, 0)).toEqual([1, 6000]);
    expect(full(100, 4)).toEqual([1, 7500]);
    expect(full(50, 4)).toEqual([1, 12000]);
    expect(full(0, 0)).toEqual([0, 0]);
    // The pickup failed.
    expect(full(100, 4, visits)).toEqual([1, 3000]);
  });

  it("cost something where the least cost was wanted", () => {
    expect(routeFigures(counted({ route, visits }))).toMatchObject({ cost: 0, priced_visits: 0 });
    const sums = routeFigures(counted({ plan: { aim: "cost" }, route, visits }));
    expect(sums).toMatchObject({ cost: 1234, priced_visits: 2 });
    expect(rates(sums).costPerVisit).toBe(617);
  });

  it("are nothing for a route that serves nobody", () => {
    const nobody = visits.filter(({ type, status }) => type === "S" || type === "E" || status === 1);
    expect(told(routeFigures(counted({ plan: { aim: "cost" }, route, visits: nobody, drivenM: 10 })))).toEqual({});
  });

  it("add up", () => {
    const one = routeFigures(counted({ route, visits, drivenM: 10 }));
    const sum = addFigures([one, one, one]);
    for (const name of FIGURES) expect(sum[name], name).toBe(3 * one[name]);
    expect(rates(addFigures([]))).toEqual({
      onTime: null,
      kept: null,
      load: null,
      visitsPerHour: null,
      costPerVisit: null,
    });
  });
});
