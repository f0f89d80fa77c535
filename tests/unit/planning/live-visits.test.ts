import { describe, expect, it } from "vitest";
import { liveTimes } from "~/domain/route/live-times";
import { dayClock } from "~/domain/time/service-clock";
import {
  liveStopsOf,
  nothingKnown,
  withLiveFinish,
  withLiveTimes,
  withLiveWarnings,
} from "~/features/planning/plan-page/live-visits";
import { warningsOf } from "~/features/planning/plan-page/list/warning-items";
import { routeItem, visitItem, workSecOfItem } from "~/features/planning/plan-page/plan-view";
import { missesWindow } from "~/features/planning/plan-page/stop-look";
import { timelineRow } from "~/features/planning/plan-page/timeline/timeline-row";
import type { Visit } from "~/domain/visit/visit";
import type { RouteItem } from "~/features/planning/plan-page/plan-view";
import { makeCompany, makeRoute, makeVisit } from "../domain/make";

const clock = { serviceDate: "2026-11-23", timeZone: "UTC" };
const at = (time: string) => Date.parse(`2026-11-23T${time}:00Z`) / 1000;
const stop = (id: number, time: string, more: Partial<Visit> = {}): Visit =>
  makeVisit({
    id,
    routeId: 1,
    status: 3,
    position: id,
    startTime: null,
    endTime: null,
    serviceTime: 5,
    travelDuration: 600,
    arrivalTime: `2026-11-23 ${time}:00`,
    ...more,
  });
const visits = [
  stop(1, "13:20", { status: 4, completedAt: "2026-11-23 13:25:00" }),
  stop(2, "13:42", { endTime: "14:00" }),
  stop(3, "13:57"),
];
const items = visits.map((visit) => visitItem(visit, dayClock(clock.serviceDate, clock.timeZone)));
const route = { id: 1, status: 4 as const };
type OnRoad = Parameters<typeof liveStopsOf>[0][number];
const shownOf = (one: OnRoad, list: typeof items, nowSec: number, known = nothingKnown()) =>
  withLiveTimes(list, liveStopsOf([one], list, clock, nowSec), known);
const shown = (nowSec: number, more: Partial<OnRoad> = {}) => shownOf({ ...route, ...more }, items, nowSec);

describe("arrivals of a route on the road, on the plan's pages", () => {
  it("are the plan's until the clock has overtaken the next one", () => {
    expect(shown(at("13:40"))).toEqual(items);
    expect(shown(at("17:58"), { status: 3 })).toBe(items);
  });

  it("are then as Tracking tells them: now, and the later ones after it", () => {
    const now = at("17:58");
    const state = { route, plannedAt: "2026-11-23 08:00:00", visits, wayLeft: null, ...clock };
    const expected = liveTimes(state, now).stops.map(({ arrival }) => arrival);
    expect(expected[0]).toBe(now);
    const [, next, later] = shown(now);
    expect([next!.live, later!.live]).toEqual(expected);
    expect(later!.live).toBe(at("18:08"));
    expect(next).toMatchObject({ eta: at("13:42"), lateSec: at("17:58") - at("14:00") });
    expect(shown(now)[0]).toBe(items[0]);
  });

  it("follow the way that is left, where it is known", () => {
    const way = { visitId: 2, sinceSec: at("13:30"), durationSec: 1800, arrivedSec: null };
    expect(shown(at("13:31"), { way })[1]!.live).toBe(at("14:00"));
  });

  it("stay the same objects until they move by a minute", () => {
    const known = nothingKnown();
    const first = shownOf(route, items, at("17:58"), known);
    expect(shownOf(route, items, at("17:58") + 20, known)[1]).toBe(first[1]);
    expect(shownOf(route, items, at("17:59"), known)[1]).not.toBe(first[1]);
  });

  it("stay the same list until one of them moves", () => {
    const known = nothingKnown();
    const listAt = (nowSec: number, list = items) => shownOf(route, list, nowSec, known);
    expect(listAt(at("13:40"))).toBe(items);
    const first = listAt(at("17:58"));
    expect(listAt(at("17:58") + 20)).toBe(first);
    expect(listAt(at("17:59"))).not.toBe(first);
    expect(listAt(at("17:59"), items.slice(0, 2))).toHaveLength(2);
  });
});

describe("the break of a route on the road, on the plan's pages", () => {
  const pause = stop(4, "13:50", { type: "B", position: 2.5, startTime: "12:00", endTime: "14:00", travelDuration: 0 });
  const list = [...visits, { ...pause, serviceTime: 30, waitingTime: 300 }].map((visit) =>
    visitItem(visit, dayClock(clock.serviceDate, clock.timeZone)),
  );
  const pauseAt = (nowSec: number) => shownOf(route, list, nowSec).at(-1)!;

  it("begins between the stops where they are expected now, and is late by that", () => {
    const later = pauseAt(at("17:58"));
    expect(later).toMatchObject({ eta: at("13:50"), live: at("17:58") });
    expect([later.lateSec, later.broken]).toEqual([3 * 3600 + 58 * 60, ["Late by 3 h 58 min"]]);
    expect(shownOf(route, list, at("17:58"))[2]!.live).toBe(at("18:38"));
  });

  it("keeps the plan's begin until the clock has overtaken the stop before it", () => {
    expect(pauseAt(at("13:40"))).toBe(list.at(-1));
  });
});

describe("what is late of a route on the road, on the plan's pages", () => {
  const delayed = (sentence: string) => ({ code: "delay", amount: 1200, message: sentence });
  const fridge = { code: "skills", amount: 1, message: "Needs a fridge" };
  const planned = [
    visits[0]!,
    stop(2, "14:20", { endTime: "14:00", violations: [delayed("Late by 20 min"), fridge] }),
    stop(3, "14:35", { endTime: "14:50" }),
  ];
  const instant = dayClock(clock.serviceDate, clock.timeZone);
  const plannedItems = planned.map((visit) => visitItem(visit, instant));
  const context = {
    plan: { vehicleSettings: {}, serviceDate: clock.serviceDate },
    timeZone: clock.timeZone,
    clock: instant,
    company: makeCompany(),
    day: [],
    vehicles: new Map(),
    drivers: new Map(),
  };
  const shownRoute = routeItem(makeRoute({ id: 1, status: 4 }), 0, planned, context);
  const liveAt = (nowSec: number, way?: { durationSec: number }) =>
    shownOf(
      { ...route, ...(way && { way: { visitId: 2, sinceSec: nowSec, arrivedSec: null, ...way } }) },
      plannedItems,
      nowSec,
    );

  it("is told by the time that is shown: the plan's delay isn't, where it is in time now", () => {
    const early = liveAt(at("13:30"), { durationSec: 1200 });
    expect(early[1]!.live).toBe(at("13:50"));
    expect([early[1]!.lateSec, early[1]!.broken]).toEqual([undefined, ["Needs a fridge"]]);
    expect([plannedItems[1]!.lateSec, plannedItems[1]!.broken]).toEqual([1200, ["Late by 20 min", "Needs a fridge"]]);
    expect(early.map((visit) => missesWindow(visit, "UTC"))).toEqual([false, false, false]);
    expect(missesWindow(plannedItems[1]!, "UTC")).toBe(true);
    expect(withLiveWarnings([shownRoute], early).map(({ warnings }) => warnings)).toEqual([1]);
  });

  it("says how late it is now, where it was late, and where it becomes so", () => {
    const late = liveAt(at("14:45"));
    expect(late.map(({ broken }) => broken)).toEqual([
      undefined,
      ["Needs a fridge", "Late by 45 min"],
      ["Late by 5 min"],
    ]);
    expect(late.map((visit) => missesWindow(visit, "UTC"))).toEqual([false, true, true]);
    const [told] = withLiveWarnings([shownRoute], late);
    expect([shownRoute.warnings, told!.warnings]).toEqual([2, warningsOf(shownRoute, late).length]);
    expect(told!.warnings).toBe(3);
  });

  it("leaves the routes alone as long as their warnings are the plan's", () => {
    const routes = [shownRoute];
    expect(withLiveWarnings(routes, plannedItems)).toBe(routes);
    const [, , third] = plannedItems;
    expect(withLiveWarnings(routes, [plannedItems[0]!, plannedItems[1]!, { ...third!, live: at("14:40") }])).toBe(
      routes,
    );
  });

  it("ends, as its last stop does, when that is expected now", () => {
    const planned = routeItem(
      makeRoute({ id: 1, status: 4, startTime: "2026-11-23 13:00:00", finishTime: "2026-11-23 14:02:00" }),
      0,
      visits,
      context,
    );
    const routes = [planned];
    const routesAt = (nowSec: number, way?: NonNullable<RouteItem["way"]>) =>
      withLiveFinish(routes, liveStopsOf([{ ...route, ...(way && { way }) }], items, clock, nowSec));
    expect(routesAt(at("13:40"))).toBe(routes);
    // Now, then 10 minutes of driving and 5 on site.
    const [told] = routesAt(at("17:58") + 20);
    expect(told!.finish).toBe(at("18:13"));
    expect(workSecOfItem(told!)).toBe(at("18:13") - at("13:00"));
    const [early] = routesAt(at("13:31"), { visitId: 2, sinceSec: at("13:30"), durationSec: 120, arrivedSec: null });
    expect(early!.finish).toBe(at("13:52"));
  });

  it("is drawn by the plan on the timeline, as its bars are", () => {
    const midnight = at("00:00");
    const marks = (of: typeof plannedItems) => timelineRow(shownRoute, of, midnight).stops.map(({ late }) => late);
    expect(marks(plannedItems)).toEqual([false, true, false]);
    expect(marks([...liveAt(at("13:30"), { durationSec: 1200 })])).toEqual([false, true, false]);
    expect(marks([...liveAt(at("14:45"))])).toEqual([false, true, false]);
  });
});
