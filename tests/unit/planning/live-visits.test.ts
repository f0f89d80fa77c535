import { describe, expect, it } from "vitest";
import { liveTimes } from "~/domain/route/live-times";
import { dayClock } from "~/domain/time/service-clock";
import { withLiveTimes } from "~/features/planning/plan-page/live-visits";
import { visitItem } from "~/features/planning/plan-page/plan-view";
import type { Visit } from "~/domain/visit/visit";
import { makeVisit } from "../domain/make";

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
const shown = (nowSec: number, more: Partial<Parameters<typeof withLiveTimes>[0][number]> = {}) =>
  withLiveTimes([{ ...route, ...more }], items, clock, nowSec, new WeakMap());

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
    const known = new WeakMap();
    const first = withLiveTimes([route], items, clock, at("17:58"), known);
    expect(withLiveTimes([route], items, clock, at("17:58") + 20, known)[1]).toBe(first[1]);
    expect(withLiveTimes([route], items, clock, at("17:59"), known)[1]).not.toBe(first[1]);
  });
});
