import { LegEstimate } from "~/domain/visit/visit";
import { describe, expect, it } from "vitest";
import type { Decision } from "~/domain/decision";
import type { PlanningChanges } from "~/domain/changes";
import { bestDeparture, keptDeparture } from "~/domain/route/departure";
import type { StopAhead } from "~/domain/route/drive-times";
import { canCalculate, canRemoveAllVisits, canReset } from "~/domain/route/route-permissions";
import { erasedReports } from "~/domain/route/route-questions";
import { shownHours } from "~/domain/route/departed";
import { brokenRules, routeRules } from "~/domain/route/route-rules";
import type { RouteRules } from "~/domain/route/route-rules";
import {
  driverByDefault,
  finishRoute,
  removeAllVisits,
  removeRoute,
  setRouteEmpty,
} from "~/domain/route/route-transitions";
import { departure, measuredOrder, stopAhead } from "~/domain/route/stops-ahead";
import type { RetimeInput } from "~/domain/route/stops-ahead";
import { epochSec } from "~/domain/time/utc-text";
import { makeCompany, makePlan, makeRoute, makeStops, makeVehicle, makeVisit } from "../make";

const DAY = "2026-06-01";
const at = (time: string) => `${DAY} ${time}:00`;
const sec = (time: string) => epochSec(at(time));
const okOf = <T>(decision: Decision<T>) => {
  if (!decision.ok) throw new Error(decision.error.message);
  return decision;
};
const changesOf = (decision: Decision<PlanningChanges>) => okOf(decision).changes;

/** With the best departure from the earliest on. */
const kept = (planned: number, earliest: number, stops: readonly StopAhead[], shiftEnd: number | null) =>
  keptDeparture(planned, bestDeparture(earliest, stops), stops, shiftEnd);

describe("rules of a whole route, at their limits", () => {
  const none: RouteRules = {
    capacity: [null, null],
    visitsMax: null,
    maxDistance: null,
    shiftEnd: null,
    pause: null,
    dueBreak: null,
  };
  const stop = makeVisit({
    arrivalTime: at("08:00"),
    serviceTime: 5,
    packageLoad: 10,
    packageCapacity: 1,
    distance: 1000,
  });
  const amounts = (rules: Partial<RouteRules>, order = [stop]) =>
    brokenRules(order, { ...none, ...rules }).map((one) => [one.code, one.amount]);
  it("keep what is just kept, and say by how much it is broken", () => {
    expect(amounts({ capacity: [100_000, 1000], visitsMax: 1, maxDistance: 1000, shiftEnd: at("08:05") })).toEqual([]);
    expect(amounts({ capacity: [99_000, 990], visitsMax: 0, maxDistance: 900, shiftEnd: at("08:04") })).toEqual([
      ["load", 1000],
      ["load", 10],
      ["max_tasks", 1],
      ["max_distance", 100],
      ["overtime", 60],
    ]);
    expect(amounts({ shiftEnd: at("08:00") }, [{ ...stop, arrivalTime: null }])).toEqual([]);
    expect(amounts({ shiftEnd: at("08:00") }, [])).toEqual([]);
  });
  it("count stops, not marks, and look at the last of the order for its end", () => {
    const order = [
      makeVisit({ type: "S", packageLoad: 99 }),
      stop,
      makeVisit({ type: "E", arrivalTime: at("09:00"), serviceTime: 0 }),
    ];
    expect(amounts({ visitsMax: 1, capacity: [null, 1000], shiftEnd: at("08:59") }, order)).toEqual([["overtime", 60]]);
  });
  const rulesOf = (vehicle: Parameters<typeof makeVehicle>[0], route = makeRoute(), plan = makePlan()) =>
    routeRules(route, makeVehicle(vehicle), makeCompany(), plan, "Europe/Vaduz");
  it("come from the vehicle; zero is no limit", () => {
    expect(rulesOf({ capacity: 0, maxLoad: 0, maxQuantity: 0, maxDistance: 0 })).toMatchObject({
      capacity: [null, null],
      visitsMax: null,
      maxDistance: null,
      pause: null,
      dueBreak: null,
    });
    expect(rulesOf({ capacity: 1.5, maxLoad: 20, maxQuantity: 3.5, maxDistance: 90.5 })).toMatchObject({
      capacity: [150_000, 2000],
      visitsMax: 3,
      maxDistance: 90_500,
    });
    expect(rulesOf({ workHourEnd: "16:00", overtime: 30 }).shiftEnd).toBe(at("14:30"));
    expect([
      rulesOf({ workHourEnd: "late" }).shiftEnd,
      rulesOf({ overtime: 30 }, makeRoute({ status: 4 })).shiftEnd,
      rulesOf({ overtime: 30 }, makeRoute({ status: 5 })).shiftEnd,
    ]).toEqual([null, null, null]);
  });
  it("name the break with its hours, where they are hours", () => {
    const lunch = { breakStart: "12:00", breakEnd: "13:00", breakDuration: 30 };
    expect(rulesOf(lunch)).toMatchObject({
      pause: { startTime: "12:00", endTime: "13:00", serviceTime: 30 },
      dueBreak: { opens: sec("10:00"), closes: sec("11:00"), serviceSec: 1800 },
    });
    expect([
      rulesOf({ ...lunch, breakStart: "noon" }).dueBreak,
      rulesOf({ ...lunch, breakEnd: "one" }).dueBreak,
    ]).toEqual([null, null]);
  });
  it("miss a break where nobody knows when the route ends", () => {
    const dueBreak = { opens: sec("10:00"), closes: sec("11:00"), serviceSec: 1800, afterSec: null };
    const start = makeVisit({ type: "S", arrivalTime: at("08:00") });
    expect(amounts({ dueBreak }, [start, { ...stop, arrivalTime: null }])).toEqual([["missing_break", null]]);
    expect(amounts({ dueBreak }, [start, stop])).toEqual([]);
  });
});

describe("the departure that was planned", () => {
  const stop = (travelSec: number, closes: number | null): StopAhead => ({
    travelSec,
    serviceSec: 0,
    opens: null,
    closes,
  });
  it("stays where nothing is late, where nothing earlier is allowed, and where leaving earlier wouldn't help", () => {
    expect(kept(3000, 0, [stop(600, 3600)], null)).toBe(3000);
    expect(kept(3001, 3001, [stop(600, 3600)], null)).toBe(3001);
    expect(kept(3001, 4000, [stop(600, 3600)], null)).toBe(3001);
    expect(kept(3001, 0, [stop(600, 3600)], null)).toBe(0);
    // Leaving at the earliest is as late as leaving as planned: the second stop opens late.
    expect(
      kept(
        500,
        0,
        [
          { ...stop(600, 1100), opens: 1050 },
          { ...stop(10, 900), opens: 2000 },
        ],
        null,
      ),
    ).toBe(500);
  });
  it("counts the end of the shift", () => {
    expect([
      kept(3000, 0, [stop(600, null)], 3600),
      kept(3001, 0, [stop(600, null)], 3600),
      kept(3001, 0, [], 3000),
    ]).toEqual([3000, 0, 0]);
  });
});

describe("stops ahead", () => {
  const base: RetimeInput = {
    route: makeRoute({ startTime: null }),
    visits: [],
    legs: [],
    serviceDate: DAY,
    timeZone: "Europe/Vaduz",
    now: at("07:00"),
    squashDuration: 2,
    prices: null,
  };
  const start = makeVisit({ id: 10, type: "S", arrivalTime: at("06:30") });
  it("leave as planned: by the route, else by its start, else now", () => {
    expect(departure({ ...base, route: makeRoute({ startTime: at("06:00") }), visits: [makeVisit(), start] }, [])).toBe(
      sec("06:00"),
    );
    expect(departure({ ...base, visits: [makeVisit({ arrivalTime: at("09:00") }), start] }, [])).toBe(sec("06:30"));
    expect(departure({ ...base, visits: [makeVisit({ arrivalTime: at("09:00") })] }, [])).toBe(sec("07:00"));
  });
  it("leave as early as the shift allows until the route is approved", () => {
    const order = [makeVisit({ startTime: null, endTime: null })];
    const early = { ...base, earliest: at("05:00"), route: makeRoute({ startTime: at("06:00"), status: 2 }) };
    expect(departure(early, order)).toBe(sec("05:00"));
    expect(departure({ ...early, route: makeRoute({ startTime: at("06:00"), status: 3 }) }, order)).toBe(sec("06:00"));
    expect(departure({ ...early, route: makeRoute({ startTime: null, status: 3 }) }, order)).toBe(sec("05:00"));
    expect(
      departure({ ...early, route: makeRoute({ startTime: at("06:00"), status: 3 }), newDeparture: true }, order),
    ).toBe(sec("05:00"));
  });
  it("have windows and time on site, but not at the end", () => {
    const visit = makeVisit({ travelDuration: 60, startTime: "08:00", endTime: "09:00", serviceTime: 5 });
    expect(stopAhead(visit, base)).toEqual({
      travelSec: 60,
      serviceSec: 300,
      opens: sec("06:00"),
      closes: sec("07:00"),
      isBreak: false,
    });
    expect(stopAhead({ ...visit, type: "E" }, base)).toEqual({
      travelSec: 60,
      serviceSec: 0,
      opens: null,
      closes: null,
      isBreak: false,
    });
    expect(stopAhead({ ...visit, type: "B", startTime: null }, base)).toMatchObject({ opens: null, isBreak: true });
  });
  it("take the squash duration right behind a stop at the same place, if that is shorter", () => {
    const [, a, b, c, end] = makeStops() as [typeof start, typeof start, typeof start, typeof start, typeof start];
    const leg = (visitId: number) => ({
      visitId,
      from: { lat: 0, lng: 0 },
      to: { lat: 0, lng: 0 },
      durationSec: 9,
      distanceM: 8,
      polyline: "x",
      estimate: LegEstimate.Pending,
    });
    const order = [
      { ...a, serviceTime: 5 },
      { ...b, serviceTime: 5 },
      { ...c, serviceTime: 1, serviceDuration: 77 },
      { ...end, lat: 1 },
    ];
    const measured = { travelDuration: 9, distance: 8, polyline: "x", legEstimate: LegEstimate.Pending };
    expect(measuredOrder(order, { legs: [], squashDuration: 2 })).toEqual([
      { serviceDuration: 300 },
      { serviceDuration: 120 },
      {},
      {},
    ]);
    expect(measuredOrder(order, { legs: [11, 12, 13, 14].map(leg), squashDuration: 2 })).toEqual([
      { ...measured, serviceDuration: 300 },
      { ...measured, serviceDuration: 120 },
      { ...measured, serviceDuration: 60 },
      measured,
    ]);
    const past = order.map((visit) => ({ ...visit, status: 4 as const }));
    expect(measuredOrder(past, { legs: [leg(11)], squashDuration: 2 })).toEqual([measured, {}, {}, {}]);
    const apart = [
      { ...a, lat: 47.1 },
      { ...b, lat: 47.2 },
      { ...c, type: "S" as const },
    ];
    expect(measuredOrder(apart, { legs: [leg(13)], squashDuration: 2 })).toEqual([
      { serviceDuration: 300 },
      { serviceDuration: 300 },
      measured,
    ]);
    // The vehicle stands where it was, as in a calculation.
    const around = [a, { ...c, type: "B" as const, serviceTime: 30 }, b];
    expect(measuredOrder(around, { legs: [], squashDuration: 2 })).toEqual([
      { serviceDuration: 300 },
      { serviceDuration: 1800 },
      { serviceDuration: 120 },
    ]);
  });
});

describe("what happens to a route, at its edges", () => {
  it("takes over the vehicle's driver where it has none", () => {
    expect(driverByDefault(makeRoute({ id: 3, driverId: null }), { driverId: 8 }).routes).toEqual([
      { id: 3, set: { driverId: 8 } },
    ]);
    expect(driverByDefault(makeRoute({ driverId: 8 }), { driverId: 8 }).routes).toEqual([]);
    expect(driverByDefault(makeRoute({ driverId: 5 }), { driverId: 8 }).routes).toEqual([]);
    expect(driverByDefault(makeRoute({ driverId: null }), null).routes).toEqual([]);
  });
  it("finishes with what is on route and with its end, at the time that is known", () => {
    const [start, first, , , end] = makeStops(4) as [
      ReturnType<typeof makeVisit>,
      ReturnType<typeof makeVisit>,
      unknown,
      unknown,
      ReturnType<typeof makeVisit>,
    ];
    const left = makeVisit({ id: 20, type: "E", status: 3, completedAt: at("05:00") });
    const finished = finishRoute(
      makeRoute({ status: 4 }),
      [start, first, { ...end, status: 2 }, left, makeVisit({ id: 21, status: 1 })],
      at("09:00"),
    );
    expect(changesOf(finished).visits).toEqual([
      { id: 14, set: { status: 4, completedAt: at("09:00") } },
      { id: 20, set: { status: 4, completedAt: at("05:00") } },
    ]);
    expect(changesOf(finished).routes).toEqual([{ id: 1, set: { status: 5, finishTime: at("09:00") } }]);
    const reported = [start, { ...first, status: 4 as const, completedAt: at("08:50") }];
    const hours = { status: 4 as const, startTime: at("07:00"), finishTime: at("09:30") };
    const openEnd = finishRoute(makeRoute(hours), reported, at("09:00"));
    expect(changesOf(openEnd).routes[0]?.set.finishTime, "without an end: its last stop").toBe(at("08:50"));
  });
  it("shows when it really left and ended, as far as that is known", () => {
    const planned = { startTime: at("08:33"), finishTime: at("16:54") };
    const start = makeVisit({ type: "S", status: 4, completedAt: at("16:50") });
    const end = makeVisit({ type: "E", status: 4, completedAt: at("16:51") });
    const open = { ...start, status: 2 as const, completedAt: null };
    expect(shownHours({ ...planned, status: 3 }, [open])).toEqual({ start: at("08:33"), finish: at("16:54") });
    expect(shownHours({ ...planned, status: 4 }, [start])).toEqual({ start: at("16:50"), finish: at("16:54") });
    expect(shownHours({ ...planned, status: 5 }, [start, end])).toEqual({ start: at("16:50"), finish: at("16:51") });
    expect(shownHours({ ...planned, status: 5 }, [start]).finish, "nothing tells").toBe(at("16:54"));
  });
  it("asks with danger before it goes, or all its visits do", () => {
    expect(okOf(removeRoute(makeRoute(), [], "Route 1")).confirm).toMatchObject({
      text: "Do you want to remove Route 1?",
      danger: true,
    });
    const routes = [makeRoute({ id: 1 }), makeRoute({ id: 2, isLocked: true })];
    const visits = [
      makeVisit({ id: 5, routeId: null }),
      makeVisit({ id: 6, routeId: 1 }),
      makeVisit({ id: 7, routeId: 2 }),
    ];
    const all = okOf(removeAllVisits(routes, visits));
    expect([all.changes.removeVisitIds, all.confirm?.danger]).toEqual([[5, 6], true]);
  });
  it("empties with its marks, and with its break when nobody is left to visit", () => {
    const marks = [makeVisit({ id: 1, type: "S" }), makeVisit({ id: 2, type: "E" }), makeVisit({ id: 3, type: "B" })];
    expect(setRouteEmpty(makeRoute(), marks).removeVisitIds).toEqual([1, 2, 3]);
    expect(setRouteEmpty(makeRoute(), [...marks, makeVisit({ id: 4 })]).removeVisitIds).toEqual([1, 2]);
  });
  it("may be reset, emptied and calculated when there is something to do", () => {
    expect([
      canReset(makeRoute({ status: 1 }), []).ok,
      canReset(makeRoute({ status: 2 }), []).ok,
      canReset(makeRoute({ status: 1 }), [makeVisit()]).ok,
    ]).toEqual([false, true, true]);
    expect([
      canRemoveAllVisits([makeRoute({ isLocked: true })], []),
      canRemoveAllVisits([], [makeVisit()]),
      canRemoveAllVisits([makeRoute({ isLocked: true })], [makeVisit()]),
    ]).toMatchObject([{ error: { code: "visits.none" } }, { ok: true }, { error: { code: "route.locked" } }]);
    const calculable = (...visits: ReturnType<typeof makeVisit>[]) => canCalculate(makeRoute(), visits).ok;
    expect([
      calculable(),
      calculable(makeVisit({ type: "B" })),
      calculable(makeVisit({ status: 4 })),
      calculable(makeVisit()),
    ]).toEqual([false, false, false, true]);
  });
  it("names the reports that it erases", () => {
    expect([
      erasedReports({ done: 0, failed: 1 }),
      erasedReports({ done: 1, failed: 1 }),
      erasedReports({ done: 2, failed: 0 }),
    ]).toEqual([
      "1 report from the road will be erased: 1 failed.",
      "2 reports from the road will be erased: 1 done, 1 failed.",
      "2 reports from the road will be erased: 2 done.",
    ]);
  });
});
