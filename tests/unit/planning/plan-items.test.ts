import type { LegEstimate } from "~/domain/visit/visit";
import type { VisitStatus } from "~/domain/visit/visit-status";
import { describe, expect, it } from "vitest";
import { hasCoordinates } from "~/domain/validation/coordinates";
import {
  isAsReported,
  routeItem,
  marksEstimates,
  visitItem,
  workSecOfItem,
} from "~/features/planning/plan-page/plan-view";
import { NO_PLACE_REASON, reasonOf } from "~/domain/visit/unserved-reason";
import { routeHours } from "~/features/planning/plan-page/list/plan-list-rows";
import { routeChoices } from "~/features/planning/visit-panel/route-choices";
import { warningsOf } from "~/features/planning/plan-page/list/warning-items";
import type { RuleViolation } from "~/domain/calculation/reasons";
import type { RouteStatus } from "~/domain/route/route-status";
import { makeRoute, makeVisit } from "../domain/make";
import { clock, context, DATE, empty, items, MIDNIGHT, route, ZONE } from "./plan-of-rows";

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
    // By the minutes that clocks show, whatever the seconds are.
    expect(["08:10:59", "08:11:00", "08:05:59", "07:59:59"].map(ended)).toEqual([300, 360, undefined, -360]);
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
