import { LegEstimate } from "~/domain/visit/visit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { driveOrder, legsToMeasure } from "~/domain/route/drive-order";
import { retimeRoute } from "~/domain/route/retime";
import { ROUTE_STATUSES, RouteStatus } from "~/domain/route/route-status";
import { epochSec } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { makeRoute, makeVisit } from "../domain/make";
import { applied, at, change, DAY, input, road, rulesWith } from "./retimed-road";

describe("the chain of times", () => {
  it("goes on from the start, with travel and service", () => {
    const { of, route } = applied();
    expect([11, 12, 13, 14].map((id) => of(id).arrivalTime)).toEqual([
      at("08:10"),
      at("08:25"),
      at("08:40"),
      at("09:00"),
    ]);
    expect(route).toEqual({
      finishTime: at("09:00"),
      cost: 2700,
      distance: 24_000,
      duration: 2700,
      serviceDuration: 900,
      waitingDuration: 0,
    });
  });
  it.each(ROUTE_STATUSES)(
    "gives every open visit the status of a route in status %i, and leaves reports alone",
    (status) => {
      const visits = change(change(road(), 11, { status: 5, completedAt: at("08:12") }), 13, { status: 2 });
      const { of } = applied({ visits, route: makeRoute({ status }) });
      const planned = status === RouteStatus.OnRoute ? 3 : 2;
      expect([10, 11, 12, 13, 14].map((id) => of(id).status)).toEqual([4, 5, planned, planned, planned]);
    },
  );
  it("waits for the hours of a break, calls a late one late, and takes over its settings", () => {
    // 10:15 in Vaduz after the first stop.
    const pause = (set: Partial<Visit>) => [
      ...road(),
      makeVisit({ id: 15, type: "B", status: 3, position: 1.5, serviceTime: 30, serviceDuration: 1800, ...set }),
    ];
    const waits = applied({ visits: pause({ startTime: "11:00", endTime: "12:00" }) });
    expect(waits.of(15)).toMatchObject({ arrivalTime: at("08:25"), waitingTime: 2100, violations: [] });
    expect(waits.of(12).arrivalTime).toBe(at("09:30"));
    const late = applied({ visits: pause({ startTime: "08:00", endTime: "09:00" }) });
    expect(late.of(15).violations).toEqual([{ code: "delay", amount: 4500, message: "Late by 1 h 15 min" }]);
    expect(applied({ visits: pause({}), rules: rulesWith(["10:30", "10:50", 45]) }).of(15)).toMatchObject({
      startTime: "10:30",
      endTime: "10:50",
      serviceTime: 45,
      serviceDuration: 2700,
      waitingTime: 300,
    });
  });
  it("goes on from the last served stop at the later of its finish and now", () => {
    const served = change(road(), 11, { status: 4, completedAt: at("08:20"), arrivalTime: at("08:10") });
    expect(applied({ visits: served, now: at("08:20") }).of(12).arrivalTime).toBe(at("08:30"));
    const late = applied({ visits: served, now: at("08:50") });
    expect(late.of(12).arrivalTime).toBe(at("09:00"));
    expect(late.of(11)).toMatchObject({ arrivalTime: at("08:10"), completedAt: at("08:20") });
  });
  it("waits for a window to open on the warehouse's clock", () => {
    const { of, route } = applied({ visits: change(road(), 12, { startTime: "11:00", endTime: "12:00" }) });
    expect(of(12)).toMatchObject({ arrivalTime: at("08:25"), waitingTime: 2100 });
    expect(of(13).arrivalTime).toBe(at("09:15"));
    expect(route.waitingDuration).toBe(2100);
  });
  it("counts no waiting for a window before which a stop was served", () => {
    const early = { status: 4 as const, arrivalTime: at("08:10"), waitingTime: 7200, completedAt: at("08:15") };
    expect(applied({ visits: change(road(), 11, early), now: at("08:15") }).route.waitingDuration).toBe(0);
  });
  it("names how late a stop begins, and takes it back when it no longer does", () => {
    const late = applied({ visits: change(road(), 12, { endTime: "10:15" }) }).of(12);
    expect(late.violations).toEqual([{ code: "delay", amount: 600, message: "Late by 10 min" }]);
    const early = { code: "lead_time", amount: 60, message: "Early by 1 min" };
    expect(
      applied({ visits: change(road(), 12, { violations: [early, ...late.violations] }) }).of(12).violations,
    ).toEqual([early]);
  });
  it("calls no stop late that begins less than a minute after its window", () => {
    const lateBy = (sec: number) => {
      const visits = change(road(), 12, { endTime: "10:25" }).map((visit) =>
        visit.id === 12 ? { ...visit, travelDuration: visit.travelDuration + sec } : visit,
      );
      return applied({ visits }).of(12).violations;
    };
    expect(lateBy(59)).toEqual([]);
    expect(lateBy(60)).toEqual([{ code: "delay", amount: 60, message: "Late by 1 min" }]);
  });

  it("lets a stop that was served out of turn be as late as it really was", () => {
    const planned = { code: "delay", amount: 6780, message: "Late by 1 h 53 min" };
    const other = { code: "skills", amount: null, message: "x" };
    const servedAt = (completedAt: string, endTime: string) =>
      applied({
        visits: change(road(), 13, {
          status: 4,
          position: 0.5,
          arrivalTime: at("12:53"),
          completedAt: at(completedAt),
          endTime,
          violations: [other, planned],
        }),
        now: at(completedAt),
      }).of(13).violations;
    // 10:52 in Vaduz, five minutes on site.
    expect(servedAt("08:52", "11:00")).toEqual([other]);
    expect(servedAt("08:52", "10:47")).toEqual([other]);
    expect(servedAt("08:52", "10:00")).toEqual([other, { code: "delay", amount: 2820, message: "Late by 47 min" }]);
  });
  it("leaves with no stop what its route broke when it was stored", () => {
    const load = { code: "load", amount: 14, message: "14 kg over" };
    expect(applied({ visits: change(road(), 12, { violations: [load] }) }).of(12).violations).toEqual([]);
  });
  it("takes a break on the way to the next stop, after its window has opened", () => {
    const pause = makeVisit({
      id: 15,
      type: "B",
      status: 3,
      position: 2,
      lat: null,
      lng: null,
      startTime: "10:30",
      endTime: "11:30",
      serviceTime: 30,
      labelPosition: 0,
    });
    const visits = change(change(road(), 12, { position: 3 }), 13, { position: 4 });
    const { of } = applied({ visits: [...visits, pause] });
    expect(of(15)).toMatchObject({ arrivalTime: at("08:25"), waitingTime: 300, position: 2 });
    expect(of(12).arrivalTime).toBe(at("09:00"));
    // Half of the way before it, the other half behind it.
    const midway = applied({ visits: [...visits, { ...pause, startTime: "10:20" }] });
    expect(midway.of(15)).toMatchObject({ arrivalTime: at("08:20"), waitingTime: 0 });
    expect(midway.of(12)).toMatchObject({ arrivalTime: at("08:55"), travelDuration: 600 });
  });
  it("ends with what was really completed when nothing is left", () => {
    const done = road().map((visit, index) => ({ ...visit, status: 4 as const, completedAt: at(`09:0${index}`) }));
    expect(applied({ visits: done, now: at("12:00") }).route.finishTime).toBe(at("09:04"));
  });
  it("leaves a route of tomorrow that is tried out today at its planned hour", () => {
    expect(
      applied({ visits: change(road(), 10, { completedAt: "2026-05-30 07:00:00" }), now: "2026-05-30 07:00:00" }).of(11)
        .arrivalTime,
    ).toBe(at("08:10"));
  });
  it("keeps visits that the calculation left out where they are", () => {
    const left = makeVisit({ id: 16, status: 1, position: 1000, arrivalTime: null, labelPosition: 4 });
    expect(applied({ visits: [...road(), left] }).changes.visits.map((patch) => patch.id)).not.toContain(16);
  });
});

describe("a changed order", () => {
  const outOfTurn = () =>
    change(change(change(road(), 13, { status: 4, completedAt: at("08:30"), position: 1 }), 11, { position: 2 }), 12, {
      position: 3,
    });
  it("asks for the legs whose stop before has changed, and no other", () => {
    const legs = legsToMeasure(road(), outOfTurn());
    expect(legs.map((leg) => leg.visitId)).toEqual([13, 11, 14]);
    expect(legs[0]).toEqual({ visitId: 13, from: { lat: 47.1, lng: 9.5 }, to: { lat: 47.13, lng: 9.53 } });
  });
  it("drives the new legs with their times", () => {
    const legs = legsToMeasure(road(), outOfTurn()).map((way) => ({
      ...way,
      durationSec: 1200,
      distanceM: 9999,
      polyline: "new",
      estimate: LegEstimate.Measured,
    }));
    const { of, route } = applied({ visits: outOfTurn(), legs, now: at("08:30") });
    expect([11, 12, 14].map((id) => of(id).arrivalTime)).toEqual([at("08:50"), at("09:05"), at("09:30")]);
    expect(of(11)).toMatchObject({ polyline: "new", distance: 9999, labelPosition: 2 });
    expect([13, 11, 12].map((id) => of(id).labelPosition)).toEqual([1, 2, 3]);
    expect(route.distance).toBe(5000 + 3 * 9999);
  });
  it("puts a stop that is set on route again behind the served ones", () => {
    const served = [11, 12].reduce((visits, id) => change(visits, id, { status: 4, completedAt: at("08:20") }), road());
    const again = change(served, 11, { status: 3, completedAt: null });
    expect(driveOrder(again).map((visit) => visit.id)).toEqual([10, 12, 11, 13, 14]);
    expect(legsToMeasure(served, again).map((way) => way.visitId)).toEqual([11, 13]);
    const { of } = applied({ visits: again, now: at("08:20") });
    expect([12, 11, 13].map((id) => of(id).position)).toEqual([1, 2, 3]);
  });
  it("squashes a new service time too, at the same place as the stop before", () => {
    const same = change(change(road(), 12, { lat: 47.11, lng: 9.51, serviceTime: 20, serviceDuration: null }), 13, {
      serviceTime: 10,
      serviceDuration: null,
    });
    const { of } = applied({ visits: same });
    expect([12, 13].map((id) => of(id).serviceDuration)).toEqual([60, 600]);
    // A squash duration that is longer than the service lengthens nothing.
    expect(applied({ visits: same, squashDuration: 30 }).of(12).serviceDuration).toBe(1200);
  });
  it("keeps the planned departure where a stop was served before the route was started", () => {
    const early = change(change(road(), 10, { status: 2, completedAt: null, arrivalTime: at("08:00") }), 11, {
      status: 4,
      completedAt: at("09:00"),
    });
    const { of, route } = applied({
      visits: early,
      route: makeRoute({ status: 3, startTime: at("08:00") }),
      now: at("09:00"),
    });
    expect(of(10).arrivalTime).toBe(at("08:00"));
    expect(of(12).arrivalTime).toBe(at("09:10"));
    expect(route.startTime).toBeUndefined();
  });
  it("squashes the service of a stop that now follows one at the same place", () => {
    const same = change(change(road(), 12, { lat: 47.13, lng: 9.53 }), 13, {
      status: 4,
      completedAt: at("08:30"),
      position: 1,
    });
    const leg = {
      visitId: 12,
      from: { lat: 47.13, lng: 9.53 },
      to: { lat: 47.13, lng: 9.53 },
      durationSec: 0,
      distanceM: 0,
      polyline: null,
      estimate: LegEstimate.Measured,
    };
    expect(
      applied({ visits: change(same, 11, { position: 3 }), legs: [leg], now: at("08:30") }).of(12).serviceDuration,
    ).toBe(60);
  });
});

it("never lets a stop begin before the one before has ended, whatever is past", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          status: fc.constantFrom(1, 2, 3, 4, 5),
          travel: fc.nat(5000),
          service: fc.nat(60),
          opens: fc.constantFrom("08:00", "11:30", "15:00"),
        }),
        { maxLength: 12 },
      ),
      fc.nat(20_000),
      (stops, waited) => {
        const visits = stops.map((stop, index) =>
          makeVisit({
            id: index + 1,
            position: index + 1,
            status: stop.status as Visit["status"],
            completedAt: stop.status > 3 ? at("08:00") : null,
            travelDuration: stop.travel,
            serviceTime: stop.service,
            startTime: stop.opens,
          }),
        );
        const now = new Date(Date.parse(`${DAY}T08:00:00Z`) + waited * 1000).toISOString();
        const { changes, of } = applied({ visits, now });
        const rest = driveOrder(visits)
          .map((visit) => of(visit.id))
          .filter((visit) => visit.status === 2 || visit.status === 3);
        let free = epochSec(now);
        for (const visit of rest) {
          expect(epochSec(visit.arrivalTime!)).toBe(free + visit.travelDuration);
          expect(visit.waitingTime).toBeGreaterThanOrEqual(0);
          free = epochSec(visit.arrivalTime!) + visit.waitingTime + visit.serviceDuration!;
        }
        expect(retimeRoute(input({ visits: visits.map((visit) => of(visit.id)), now })).visits).toEqual([]);
        expect(changes.routes).toHaveLength(1);
      },
    ),
  );
});
