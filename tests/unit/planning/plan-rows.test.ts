import type { LegEstimate } from "~/domain/visit/visit";
import type { VisitStatus } from "~/domain/visit/visit-status";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstHit, planRows, planTotals, UNSERVED, visitsByRoute } from "~/features/planning/plan-page/list/plan-rows";
import { hasCoordinates } from "~/domain/validation/coordinates";
import {
  isAsReported,
  routeItem,
  marksEstimates,
  visitItem,
  workSecOfItem,
} from "~/features/planning/plan-page/plan-view";
import { NO_PLACE_REASON, reasonOf } from "~/domain/visit/unserved-reason";
import type { RouteContext } from "~/features/planning/plan-page/plan-view";
import { routeHours } from "~/features/planning/plan-page/list/plan-list-rows";
import { routeChoices } from "~/features/planning/visit-panel/route-choices";
import { warningsOf } from "~/features/planning/plan-page/list/warning-items";
import type { RuleViolation } from "~/domain/calculation/reasons";
import { keepSame } from "~/lib/columns";
import { mapRoute, mapStops } from "~/features/planning/plan-page/map/map-shapes";
import { RouteShapes } from "~/features/planning/plan-page/route-shapes";
import { timelineRow } from "~/features/planning/plan-page/timeline/timeline-row";
import type { RouteStatus } from "~/domain/route/route-status";
import type { RouteItem, VisitItem } from "~/features/planning/plan-page/plan-view";
import { firstOpen } from "~/features/planning/plan-page/use-plan-view";
import { figureOf, VISIT_FIGURES, visitSearch } from "~/features/planning/plan-page/list/visit-filter";
import type { Figure, VisitFigure } from "~/features/planning/plan-page/list/visit-filter";
import { idsBetween } from "~/features/planning/plan-page/selection/use-picked-visits";
import { encodePolyline } from "~/lib/polyline";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit } from "../domain/make";
import { dayClock } from "~/domain/time/service-clock";

const DATE = "2026-11-23";
const ZONE = "Europe/Vaduz";
const clock = dayClock(DATE, ZONE);
const MIDNIGHT = Date.parse("2026-11-22T23:00:00Z") / 1000;
const context: RouteContext = {
  plan: makePlan(),
  timeZone: ZONE,
  clock,
  company: makeCompany(),
  day: [],
  vehicles: new Map([[1, makeVehicle({ id: 1, title: "Van", plate: "FL 1", maxLoad: 100, overtime: 30 })]]),
  drivers: new Map([[7, { id: 7, name: "R. Beck" }]]),
};
const visits = [
  makeVisit({ id: 1, routeId: 1, type: "S", position: 0, name: "Start", arrivalTime: `${DATE} 07:00:00` }),
  makeVisit({
    id: 2,
    routeId: 1,
    position: 2,
    labelPosition: 2,
    name: "Bakery",
    packageLoad: 30.1,
    arrivalTime: `${DATE} 07:40:00`,
  }),
  makeVisit({
    id: 3,
    routeId: 1,
    position: 1,
    labelPosition: 1,
    name: "Café",
    packageLoad: 80,
    status: 4,
    completedAt: `${DATE} 07:30:00`,
    arrivalTime: `${DATE} 07:10:00`,
    violations: [{ code: "delay", amount: 60, message: "Late by 1 min" }],
  }),
  makeVisit({ id: 4, routeId: null, status: 1, name: "Butcher", lat: 0, lng: 9.5 }),
  makeVisit({
    id: 5,
    routeId: null,
    status: 1,
    name: "Bank",
    unservedReason: { message: "No vehicle has time", vehicles: [], suggestion: null },
  }),
  makeVisit({ id: 6, routeId: 1, status: 1, position: 9, name: "Left out", packageLoad: 5 }),
];
const items = visits.map((visit) => visitItem(visit, clock));
const route = routeItem(
  makeRoute({
    id: 1,
    vehicleId: 1,
    driverId: 7,
    status: 4,
    startTime: `${DATE} 07:00:00`,
    finishTime: `${DATE} 08:00:00`,
    distance: 12_345,
    duration: 1800,
    serviceDuration: 600,
    waitingDuration: 0,
  }),
  0,
  visits.filter((visit) => visit.routeId === 1),
  context,
);
const empty = routeItem(makeRoute({ id: 2, vehicleId: 99, driverId: null, status: 1 }), 1, [], context);
const groups = visitsByRoute(items);

describe("what the list shows", () => {
  // @spec PC-8.19 PC-3.09
  it("names vehicle and driver, or what is missing; counts stops, what is on board and warnings", () => {
    expect(route).toMatchObject({
      vehicle: "Van",
      driver: "R. Beck",
      stops: 3,
      done: 1,
      failed: 0,
      loadKg: 110.1,
      maxLoadKg: 100,
      broken: [],
      warnings: 1,
    });
    expect(empty).toMatchObject({ vehicle: "No Vehicle", driver: "No Driver", stops: 0 });
  });
  it("names the times of stops ahead on the road as those of the last report", () => {
    const [ahead, past] = [items[1]!, items[2]!];
    expect([isAsReported(ahead, route), isAsReported(past, route)]).toEqual([true, false]);
    expect([isAsReported(ahead, { status: 3 }), isAsReported(ahead, null)]).toEqual([false, false]);
  });
  it("offers every route to move to, those that take no visits with the reason", () => {
    const parts = [{ isLocked: true, driverId: 7 }, { status: 5 as const }, {}];
    const routes = parts.map((part, nth) =>
      routeItem(makeRoute({ id: nth + 1, vehicleId: 1, ...part }), nth, [], context),
    );
    const offered = (own: number | null) =>
      routeChoices(routes, own === null ? null : routes[own]!).map(({ label, disabled }) => [label, disabled]);
    const closed = [
      ["Van · FL 1 · R. Beck (locked)", true],
      ["Van · FL 1 (completed)", true],
    ];
    expect(offered(null)).toEqual([...closed, ["Van · FL 1", false]]);
    // A visit's own route stands in the field.
    expect(offered(0)).toEqual([["Van · FL 1 · R. Beck (locked)", false], closed[1], ["Van · FL 1", false]]);
  });
  it("writes a route's hours, those of the next day marked", () => {
    const plan = { timeZone: ZONE, serviceDate: DATE };
    const hours = { start: MIDNIGHT + 11.3 * 3600, finish: MIDNIGHT + 45.5 * 3600 };
    expect(routeHours(hours, plan)).toBe("11:18–21:30 +1");
    expect(routeHours({ ...hours, finish: null }, plan)).toBeNull();
  });
  it("counts and lists every broken rule once: the route's own, those of visits and of breaks", () => {
    const delay = (amount: number) => ({ code: "delay", amount, message: `Late by ${amount / 60} min` });
    const load = { code: "load", amount: 14, message: "14 kg over" };
    const stops = [
      makeVisit({ id: 1, name: "Café", violations: [load, delay(60)] }),
      makeVisit({ id: 2, labelPosition: 2, name: "Bank", violations: [load] }),
      makeVisit({ id: 3, type: "B", labelPosition: 0, name: "launch", violations: [delay(1200)] }),
    ];
    const texts = (violations: RuleViolation[]) => {
      const shown = routeItem(makeRoute({ violations }), 0, stops, context);
      const warnings = warningsOf(
        shown,
        stops.map((one) => visitItem(one, clock)),
      );
      expect(shown.warnings).toBe(warnings.length);
      return warnings.map(({ text, visitId }) => [text, visitId]);
    };
    const atVisits = [
      ["Late by 1 min at stop 1, Café", 1],
      ["Late by 20 min at Break", 3],
    ];
    // As a calculation stores them, each at the route and again where it is broken; as a change by hand does.
    expect(texts([load, load, delay(60), delay(1200)])).toEqual([["14 kg over", null], ...atVisits]);
    expect(texts([load, { ...load, message: "1 m³ over" }])).toEqual([
      ["14 kg over", null],
      ["1 m³ over", null],
      ...atVisits,
    ]);
    expect(texts([])).toEqual(atVisits);
  });
  it("says what is on board at once: goods that are picked up take the place of delivered ones", () => {
    const stop = (position: number, type: "D" | "P", packageLoad: number) =>
      makeVisit({ id: position, routeId: 1, position, type, packageLoad });
    const loadKg = (stops: ReturnType<typeof stop>[]) => routeItem(makeRoute({ id: 1 }), 0, stops, context).loadKg;
    expect(loadKg([stop(1, "D", 60), stop(2, "P", 50), stop(3, "D", 40)])).toBe(100);
    expect(loadKg([stop(1, "P", 50), stop(2, "D", 60)])).toBe(110);
    expect(loadKg([stop(2, "P", 50), stop(1, "D", 60)])).toBe(60);
  });
  it("gives instants as epoch seconds of the warehouse's day, working hours with overtime", () => {
    expect(route).toMatchObject({
      start: MIDNIGHT + 8 * 3600,
      finish: MIDNIGHT + 9 * 3600,
      shiftStart: MIDNIGHT + 8 * 3600,
      shiftEnd: MIDNIGHT + 18.5 * 3600,
    });
    expect(items[1]).toMatchObject({
      eta: MIDNIGHT + 8 * 3600 + 40 * 60,
      opens: MIDNIGHT + 8 * 3600,
      closes: MIDNIGHT + 20 * 3600,
      from: "08:00",
      to: "20:00",
    });
  });
  it("begins a route when it really left", () => {
    const started = routeItem(
      makeRoute({ status: 4, startTime: `${DATE} 07:00:00` }),
      0,
      [makeVisit({ type: "S", status: 4, completedAt: `${DATE} 06:30:00` })],
      context,
    );
    expect(started.start).toBe(MIDNIGHT + 7.5 * 3600);
  });
  it("takes from when it left to its end once it is on the road, and what was planned before", () => {
    const planned = {
      startTime: `${DATE} 07:00:00`,
      finishTime: `${DATE} 10:00:00`,
      duration: 600,
      serviceDuration: 60,
    };
    const start = makeVisit({ type: "S", status: 4, completedAt: `${DATE} 06:30:00` });
    const work = (status: RouteStatus, visits = [start]) =>
      workSecOfItem(routeItem(makeRoute({ ...planned, status, waitingDuration: 0 }), 0, visits, context));
    expect([work(3, []), work(4), work(5)]).toEqual([660, 3.5 * 3600, 3.5 * 3600]);
    const end = makeVisit({ type: "E", status: 4, completedAt: `${DATE} 06:31:00` });
    expect(work(5, [start, end]), "as it really was").toBe(60);
  });
  it("says how late: after the planned finish when past, after the window when planned", () => {
    expect(items[2]).toMatchObject({ offSec: 15 * 60 });
    expect(items[2]?.lateSec).toBeUndefined();
    expect(items[1]?.lateSec).toBeUndefined();
    const ended = (completedAt: string) =>
      visitItem(
        makeVisit({
          status: 4,
          arrivalTime: `${DATE} 08:00:00`,
          waitingTime: 0,
          serviceDuration: 300,
          completedAt: `${DATE} ${completedAt}`,
        }),
        clock,
      ).offSec;
    expect(["08:10:29", "08:10:31", "08:00:00", "07:59:29"].map(ended)).toEqual([undefined, 331, undefined, -331]);
    const early = { arrivalTime: `${DATE} 05:30:00`, waitingTime: 1800, completedAt: `${DATE} 05:40:00` };
    const waited = (status: 3 | 4) => visitItem(makeVisit({ ...early, serviceTime: 5, status }), clock).waitSec;
    expect([waited(3), waited(4)], "before and after it was served early").toEqual([1800, 300]);
    const late = visitItem(makeVisit({ arrivalTime: `${DATE} 11:30:00`, waitingTime: 0, endTime: "12:00" }), clock);
    expect(late.lateSec).toBe(30 * 60);
    const served = { arrivalTime: `${DATE} 11:30:00`, endTime: "12:00", serviceTime: 5, status: 4 as const };
    const lateServed = (completedAt: string) => {
      const { lateSec, offSec } = visitItem(
        makeVisit({ ...served, waitingTime: 0, completedAt: `${DATE} ${completedAt}` }),
        clock,
      );
      return { lateSec, offSec };
    };
    expect(lateServed("10:00:00"), "before the plan, and in time").toEqual({ lateSec: undefined, offSec: -5700 });
    expect(lateServed("11:20:00"), "before the plan, and late").toEqual({ lateSec: 900, offSec: -900 });
  });
  it("gives each unserved visit its reason, a missing place first", () => {
    expect(items[3]).toMatchObject({ reason: NO_PLACE_REASON });
    expect(items[3]).not.toHaveProperty("lat");
    expect(items[4]?.reason).toBe("No vehicle has time");
    expect(reasonOf(makeVisit({ routeId: null }))).toBeNull();
    expect([
      hasCoordinates({ lat: 47, lng: 0 }),
      hasCoordinates({ lat: null, lng: 9 }),
      hasCoordinates({ lat: 47, lng: 9 }),
    ]).toEqual([false, false, true]);
  });
  it("marks legs that wait to be measured, and single ones that no road data knows", () => {
    const legOf = (legEstimate: LegEstimate, marks: boolean, status: VisitStatus = 2) =>
      visitItem(makeVisit({ legEstimate, status }), clock, marks).leg;
    expect([0, 1, 2].map((state) => legOf(state as LegEstimate, true))).toEqual([undefined, "estimate", "measuring"]);
    expect(legOf(1, false)).toBeUndefined();
    expect(legOf(2, true, 4)).toBeUndefined();
    expect(
      (["osrm", "valhalla", "straight", null] as const).map((travelEngine) => marksEstimates({ travelEngine })),
    ).toEqual([...[true, true], ...[false, false]]);
  });

  it("leaves out what is empty, so that 1,000 visits stay small", () => {
    const plain = visitItem(makeVisit({ startTime: null, endTime: null }), clock);
    expect(Object.values(plain).filter((value) => value === undefined || value === "")).toEqual([]);
    expect(JSON.stringify(Array.from({ length: 1000 }, () => items[1])).length).toBeLessThan(300_000);
  });
});

describe("rows", () => {
  const rows = (open: (number | typeof UNSERVED)[], search = "") =>
    planRows({ routes: [route, empty], groups, open: new Set(open), search }).map((row) => row.key);
  it("folds and unfolds, start first, unscheduled ones of the route last", () => {
    expect(rows([])).toEqual(["r1", "r2", "unserved"]);
    expect(rows([1, UNSERVED])).toEqual(["r1", "v1", "v3", "v2", "v6", "r2", "unserved", "v4", "v5"]);
  });
  const empties = [11, 12, 13, 14].map((id, nth) =>
    routeItem(makeRoute({ id, vehicleId: null, driverId: null, status: 1 }), nth + 1, [], context),
  );
  it("folds routes without visits into one row once there are several, before what is unscheduled", () => {
    const listed = (routes: RouteItem[], open: (number | string)[], search = "") =>
      planRows({ routes, groups, open: new Set(open as number[]), search });
    const keys = (...args: Parameters<typeof listed>) => listed(...args).map((row) => row.key);
    expect(keys([...empties.slice(0, 3), route], [])).toEqual(["r11", "r12", "r13", "r1", "unserved"]);
    expect(keys([...empties, route], [])).toEqual(["r1", "empty", "unserved"]);
    expect(listed([...empties, route], [])[1]).toMatchObject({ kind: "empty", count: 4, open: false });
    const opened = listed([...empties, route], ["empty"]);
    expect(opened.map((row) => row.key)).toEqual(["r1", "empty", "r11", "r12", "r13", "r14", "unserved"]);
    expect(opened.map((row) => row.kind === "route" && row.nested)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(keys([...empties, route], [], "no vehicle")).toEqual(["r11", "r12", "r13", "r14"]);
  });
  it("lists routes before what is unscheduled while nothing is planned, too: each is near the first visit", () => {
    const unplanned = visitsByRoute(items.filter((visit) => visit.routeId === null));
    const listed = (routes: RouteItem[]) =>
      planRows({ routes, groups: unplanned, open: new Set([UNSERVED]), search: "" }).map((row) => row.key);
    expect(listed(empties)).toEqual(["empty", "unserved", "v4", "v5"]);
    expect(listed(empties.slice(0, 2))).toEqual(["r11", "r12", "unserved", "v4", "v5"]);
  });
  it("opens the empty ones around a route that the address names, and the unscheduled ones of a new plan", () => {
    const unplanned = items.filter((visit) => visit.routeId === null);
    const opened = (more: object) =>
      [...firstOpen({ routes: empties, visits: unplanned, visitId: null, routeId: null, ...more })].sort();
    expect(opened({})).toEqual([UNSERVED]);
    expect(opened({ routeId: 12 })).toEqual([12, "empty", UNSERVED]);
    expect(opened({ opened: "empty" })).toEqual(["empty", UNSERVED]);
    expect(opened({ routes: [route], visits: items })).toEqual([]);
  });
  it("leads from the search to the first visit that it found, else to the first row", () => {
    const hit = (open: (number | typeof UNSERVED)[], search: string) =>
      firstHit(planRows({ routes: [route, empty], groups, open: new Set(open), search }), search)?.key;
    expect([hit([], "bakery"), hit([], "butch"), hit([], "beck")]).toEqual(["v2", "v4", "r1"]);
    expect([hit([1], ""), hit([], "nothing like this")]).toEqual(["r1", undefined]);
  });

  it("searches visits by name, and opens where it finds some; vehicles and drivers too", () => {
    expect(rows([], "ba")).toEqual(["r1", "v2", "unserved", "v5"]);
    expect(rows([], "beck")).toEqual(["r1"]);
    expect(rows([], "nothing like that")).toEqual([]);
  });
  it("searches visits by street and postcode, as a caller names them", () => {
    const place = { address: "Herrengasse 2, Hinterhaus, 9490 Vaduz", postcode: "9490" };
    const [inAddress, beside, isName] = [
      { ...place, name: "Bakery" },
      { ...place, address: "Ländstrasse 1", postcode: "9494" },
      { ...place, name: place.address },
    ].map((part, nth) => visitItem(makeVisit({ id: nth + 1, ...part }), clock)) as [VisitItem, VisitItem, VisitItem];
    const found = (text: string) => [inAddress, beside, isName].filter(visitSearch(text)!).map(({ id }) => id);
    expect([found("herrengasse"), found("hinterhaus"), found("9490")]).toEqual([
      [1, 3],
      [1, 3],
      [1, 3],
    ]);
    expect([found("landstr"), found("9494"), found("9495")]).toEqual([[2], [2], []]);
    // Nothing is sent twice.
    expect([inAddress.postcode, isName.address]).toEqual([undefined, undefined]);
  });
  it("selects from one visit to another over routes and marks, in either direction", () => {
    const listed = planRows({ routes: [route, empty], groups, open: new Set([1, UNSERVED]), search: "" });
    expect([
      idsBetween(listed, 3, 6),
      idsBetween(listed, 5, 2),
      idsBetween(listed, 3, 3),
      idsBetween(listed, 99, 2),
    ]).toEqual([[3, 2, 6], [2, 6, 4, 5], [3], [2]]);
  });
  it("shows every visit exactly once when all is open", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            routeId: fc.constantFrom(1, 2, null),
            position: fc.nat(50),
            status: fc.constantFrom(1, 2, 3, 4, 5),
          }),
        ),
        (drawn) => {
          const drawnItems = drawn.map((one, index) =>
            visitItem(makeVisit({ id: index + 1, ...one } as Parameters<typeof makeVisit>[0]), clock),
          );
          const found = planRows({
            routes: [route, empty],
            groups: visitsByRoute(drawnItems),
            open: new Set([1, 2, UNSERVED]),
            search: "",
          }).filter((row) => row.kind === "visit");
          expect(found.map((row) => row.key).sort()).toEqual(drawnItems.map((item) => `v${item.id}`).sort());
        },
      ),
    );
  });
});

describe("the header's figures", () => {
  const late = {
    ...items[1]!,
    id: 20,
    lateSec: 600,
    code: "A-17",
    who: "Žofie Čížková",
    phone: "+423 232 11 22",
    note: "Ring twice",
  };
  const waits = { ...items[1]!, id: 21, waitSec: 2460 };
  const failed = { ...items[1]!, id: 22, status: 5 as const };
  const all = [...items, late, waits, failed];
  const totals = planTotals([route, empty], all);
  const listed = (figure: Figure | null, search = "") =>
    planRows({ routes: [route, empty], groups: visitsByRoute(all), open: new Set(), search, figure }).flatMap((row) =>
      row.kind === "visit" ? [row.visit.id] : [],
    );

  it("count visits and the work of routes with visits", () => {
    expect(planTotals([route, empty], items)).toEqual({
      visits: 5,
      scheduled: 2,
      unscheduled: 3,
      late: 0,
      done: 1,
      failed: 0,
      waiting: 0,
      "no-place": 1,
      distanceM: 12_345,
      // On the road: from leaving to the end.
      workSec: 3600,
      waitSec: 0,
      loads: { kg: 110.1, m3: 0, maxKg: 100, maxM3: 0 },
      cost: 0,
      routes: 1,
      approved: 1,
      allRoutes: 2,
    });
    expect(totals).toMatchObject({
      visits: 8,
      scheduled: 5,
      unscheduled: 3,
      late: 1,
      done: 1,
      failed: 1,
      waiting: 1,
      "no-place": 1,
    });
  });
  it("have a limit of load only when every used vehicle has one", () => {
    const limits = (maxLoadKg: number, stops = 1) =>
      planTotals([route, { ...route, id: 3, maxLoadKg, stops }], []).loads.maxKg;
    expect([limits(50), limits(0), limits(0, 0)]).toEqual([150, 0, 100]);
  });
  it.each(Object.keys(VISIT_FIGURES) as VisitFigure[])("%s leads to exactly the visits that it counts", (figure) => {
    expect(listed(figure)).toHaveLength(totals[figure]);
    expect(totals[figure]).toBeGreaterThan(0);
  });
  it("late leads to the late ones, distance to the routes that drive, and only known names are figures", () => {
    expect(listed("late")).toEqual([20]);
    expect(
      planRows({ routes: [route, empty], groups, open: new Set(), search: "", figure: "distance" }).map(
        (row) => row.key,
      ),
    ).toEqual(["r1"]);
    expect(["late", "cost", "toString", "", null].map(figureOf)).toEqual(["late", "cost", null, null, null]);
  });
  it("the search finds order number, recipient, phone and note, however accents and phones are written", () => {
    for (const text of ["a-17", "cizkova", "232 11 22", "2321122", "ring", " A-17 "])
      expect(listed(null, text), text).toEqual([20]);
    expect(listed("late", "waits")).toEqual([]);
    expect(listed(null, "11")).toEqual([20]);
    expect(listed(null, "999 99")).toEqual([]);
  });
  it("lists visits without a place before the other unscheduled ones", () => {
    const unplaced = [
      visitItem(makeVisit({ id: 1, routeId: null, status: 1 }), clock),
      visitItem(makeVisit({ id: 2, routeId: null, status: 1, lat: null }), clock),
    ];
    const rows = planRows({ routes: [], groups: visitsByRoute(unplaced), open: new Set([UNSERVED]), search: "" });
    expect(rows.map((row) => row.key)).toEqual(["unserved", "v2", "v1"]);
  });
});

describe("map and timeline", () => {
  it("draws stops with a place, in the colour of their route, past and late ones marked", () => {
    const stops = mapStops(
      items,
      new Map([
        [1, route],
        [2, empty],
      ]),
    );
    expect(stops.map((stop) => [stop.id, stop.label, stop.status, stop.warning])).toEqual([
      [2, "2", "onRoute", false],
      [3, "1", "done", true],
      [5, "", "unscheduled", false],
      [6, "1", "unscheduled", false],
    ]);
    expect(new Set(stops.slice(0, 2).map((stop) => stop.colour)).size).toBe(1);
  });
  it("follows the way that was found, or goes straight; routes without visits are left out", () => {
    const lined = items.map((item) =>
      item.id === 2
        ? {
            ...item,
            line: encodePolyline([
              [9.5, 47.1],
              [9.51, 47.11],
            ]),
          }
        : item,
    );
    const lines = new RouteShapes(mapRoute).of([route, empty], visitsByRoute(lined));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.path).toContainEqual([9.51, 47.11]);
  });
  it("puts driving before the arrival, service after it, in seconds since midnight", () => {
    const driven = items.map((item) => (item.id === 2 ? { ...item, travelSec: 300, waitSec: 120 } : item));
    const row = timelineRow(route, visitsByRoute(driven).get(1) ?? [], MIDNIGHT);
    const eta = 8 * 3600 + 40 * 60;
    expect(row?.segments.filter((segment) => segment.kind === "driving" || segment.stopId === 2)).toEqual([
      { kind: "driving", startSec: eta - 300, endSec: eta },
      { kind: "waiting", startSec: eta, endSec: eta + 120, stopId: 2 },
      { kind: "service", startSec: eta + 120, endSec: eta + 420, stopId: 2 },
    ]);
    // Drawn where its service begins; what it is called and said to be is the time of the list.
    expect(
      row?.stops.map(({ id, timeLabel, shownSec, beginSec, endSec }) => [id, timeLabel, shownSec, beginSec, endSec]),
    ).toEqual([
      [3, "ATA", 8.5 * 3600, 8.5 * 3600 - 300, 8.5 * 3600],
      [2, "ETA", eta, eta + 120, eta + 420],
    ]);
    // Done at 08:30: service ended then, whenever it was planned.
    expect(row?.segments.filter((segment) => segment.stopId === 3)).toEqual([
      { kind: "service", startSec: 8 * 3600 + 25 * 60, endSec: 8.5 * 3600, stopId: 3 },
    ]);
  });
  it("parts the way on which a break is taken", () => {
    const rest: VisitItem = {
      ...items[0]!,
      id: 9,
      type: "B",
      status: 2,
      position: 1.5,
      eta: MIDNIGHT + 9 * 3600,
      serviceSec: 1800,
      travelSec: 0,
      waitSec: 0,
    };
    const before: VisitItem = {
      ...items[0]!,
      id: 7,
      type: "D",
      status: 2,
      routeId: 1,
      position: 1,
      eta: rest.eta! - 700,
      serviceSec: 300,
      travelSec: 60,
      waitSec: 0,
    };
    const after: VisitItem = { ...before, id: 8, position: 2, eta: rest.eta! + 1800 + 500, travelSec: 900 };
    const { segments } = timelineRow(route, [before, rest, after], MIDNIGHT);
    const nine = 9 * 3600;
    expect(segments.slice(2)).toEqual([
      { kind: "driving", startSec: nine - 400, endSec: nine },
      { kind: "break", startSec: nine, endSec: nine + 1800, stopId: 9 },
      { kind: "driving", startSec: nine + 1800, endSec: nine + 2300 },
      { kind: "service", startSec: nine + 2300, endSec: nine + 2600, stopId: 8 },
    ]);
  });
  it("draws only what somebody else's edit has changed", () => {
    const both = [route, { ...route, id: 3, index: 2 }];
    const plan = [
      ...items,
      ...items.filter((item) => item.routeId === 1).map((item) => ({ ...item, id: item.id + 100, routeId: 3 })),
    ];
    const byId = new Map(both.map((one) => [one.id, one]));
    const lines = new RouteShapes(mapRoute);
    const bars = new RouteShapes((one, visits) => timelineRow(one, visits, MIDNIGHT));
    const before = {
      stops: mapStops(plan, byId),
      lines: lines.of(both, visitsByRoute(plan)),
      bars: bars.of(both, visitsByRoute(plan)),
    };
    // The whole plan comes again over the wire, with another time at one visit.
    const again = keepSame(
      plan,
      structuredClone(plan).map((item) => (item.id === 102 ? { ...item, eta: (item.eta ?? 0) + 60 } : item)),
    );
    const after = {
      stops: mapStops(again, byId),
      lines: lines.of(both, visitsByRoute(again)),
      bars: bars.of(both, visitsByRoute(again)),
    };
    expect(after.stops.filter((stop, at) => stop !== before.stops[at]).map((stop) => stop.id)).toEqual([102]);
    expect(after.lines.map((line, at) => line === before.lines[at])).toEqual([true, false]);
    expect(after.bars.map((bar, at) => bar === before.bars[at])).toEqual([true, false]);
  });
});
