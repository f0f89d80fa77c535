import { LegEstimate } from "~/domain/visit/visit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { driveOrder, legsToMeasure } from "~/domain/route/drive-order";
import { retimeRoute } from "~/domain/route/retime";
import { ROUTE_STATUSES, RouteStatus } from "~/domain/route/route-status";
import type { RouteRules } from "~/domain/route/route-rules";
import type { RetimeInput } from "~/domain/route/stops-ahead";
import { epochSec } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { makeRoute, makeVisit } from "../domain/make";

const DAY = "2026-06-01";
const at = (time: string) => `${DAY} ${time}:00`;

/** Start done at 08:00 UTC (10:00 in Vaduz), then three stops ten minutes apart, five minutes each, and an end. */
const road = (): Visit[] => [
  makeVisit({
    id: 10,
    type: "S",
    status: 4,
    position: 0,
    completedAt: at("08:00"),
    lat: 47.1,
    lng: 9.5,
    labelPosition: 0,
  }),
  makeVisit({
    id: 11,
    status: 3,
    position: 1,
    lat: 47.11,
    lng: 9.51,
    travelDuration: 600,
    distance: 5000,
    serviceDuration: 300,
    labelPosition: 1,
  }),
  makeVisit({
    id: 12,
    status: 3,
    position: 2,
    lat: 47.12,
    lng: 9.52,
    travelDuration: 600,
    distance: 5000,
    serviceDuration: 300,
    labelPosition: 2,
  }),
  makeVisit({
    id: 13,
    status: 3,
    position: 3,
    lat: 47.13,
    lng: 9.53,
    travelDuration: 600,
    distance: 5000,
    serviceDuration: 300,
    labelPosition: 3,
  }),
  makeVisit({
    id: 14,
    type: "E",
    status: 3,
    position: 10_000,
    lat: 47.1,
    lng: 9.5,
    travelDuration: 900,
    distance: 9000,
    serviceTime: 0,
    labelPosition: 0,
  }),
];

const input = (part: Partial<RetimeInput> = {}): RetimeInput => ({
  route: makeRoute({ status: 4, startTime: at("08:00") }),
  visits: road(),
  legs: [],
  serviceDate: DAY,
  timeZone: "Europe/Vaduz",
  now: at("08:00"),
  squashDuration: 1,
  prices: null,
  ...part,
});

const change = (visits: Visit[], id: number, set: Partial<Visit>) =>
  visits.map((visit) => (visit.id === id ? { ...visit, ...set } : visit));
const applied = (part: Partial<RetimeInput> = {}) => {
  const whole = input(part);
  const changes = retimeRoute(whole);
  const visits = whole.visits.map((visit) => ({
    ...visit,
    ...changes.visits.find((patch) => patch.id === visit.id)?.set,
  }));
  return { changes, route: changes.routes[0]!.set, of: (id: number) => visits.find((visit) => visit.id === id)! };
};

/** No limits but a break: when it may begin, on the clock of Vaduz, and its minutes. */
function rulesWith(
  pause: [opens: string, closes: string, minutes: number] | null,
  afterSec: number | null = null,
): RouteRules {
  const none = { capacity: [null, null] as const, visitsMax: null, maxDistance: null, shiftEnd: null };
  if (pause === null) return { ...none, pause: null, dueBreak: null };
  const [startTime, endTime, serviceTime] = pause;
  const [opens, closes] = [startTime, endTime].map((time) => epochSec(at(time)) - 7200) as [number, number];
  return {
    ...none,
    pause: { startTime, endTime, serviceTime },
    dueBreak: { opens, closes, serviceSec: serviceTime * 60, afterSec },
  };
}

describe("the break of a route", () => {
  const planned = makeRoute({ status: 2, startTime: at("08:00") });
  const openRoad = () => change(road(), 10, { status: 2, completedAt: null, arrivalTime: at("08:00") });
  const lunch = ["10:20", "10:50", 15] as [string, string, number];
  const stored = (part: Partial<Visit> = {}) =>
    makeVisit({
      id: 15,
      type: "B",
      status: 2,
      position: 2.5,
      startTime: "10:00",
      endTime: "11:00",
      serviceTime: 30,
      serviceDuration: 1800,
      lat: null,
      lng: null,
      ...part,
    });
  const ahead = { route: planned, earliest: at("08:00"), visits: openRoad() };

  it("is made where it is due, with the rest of the route later", () => {
    const { changes, of } = applied({ ...ahead, rules: rulesWith(lunch) });
    const [made, ...others] = changes.createVisits;
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      type: "B",
      routeId: 1,
      name: "launch",
      status: 2,
      startTime: "10:20",
      endTime: "10:50",
      serviceTime: 15,
      serviceDuration: 900,
    });
    expect(made!.arrivalTime! >= at("08:15") && made!.arrivalTime! <= at("08:50"), made!.arrivalTime!).toBe(true);
    expect(of(14).arrivalTime).toBe(at("09:15"));
    expect(changes.routes[0]!.set).toMatchObject({ finishTime: at("09:15"), serviceDuration: 1800, violations: [] });
    const positions = [...[11, 12, 13].map((id) => of(id).position), made!.position].sort((a, b) => a - b);
    expect(positions).toEqual([1, 2, 3, 4]);
  });
  it("stands between the stops where its hours want it", () => {
    const { changes, of } = applied({ ...ahead, rules: rulesWith(["10:10", "10:16", 15]) });
    expect([of(11).position, changes.createVisits[0]!.position, of(12).position, of(13).position]).toEqual([
      1, 2, 3, 4,
    ]);
    expect(changes.createVisits[0]!.arrivalTime).toBe(at("08:15"));
  });
  it("on the road counts from when the vehicle left", () => {
    const left = change(road(), 10, { completedAt: at("06:00") });
    const onRoad = { route: makeRoute({ status: 4, startTime: at("06:00") }), visits: left };
    expect(applied({ ...onRoad, rules: rulesWith(["10:20", "12:00", 15], 9000) }).changes.createVisits).toHaveLength(1);
    expect(applied({ ...onRoad, rules: rulesWith(["10:20", "12:00", 15], 10_801) }).changes.createVisits).toEqual([]);
  });
  it("is placed by the departure that an approved route keeps, or by the earliest one where it leaves anew", () => {
    const approved = {
      ...ahead,
      route: makeRoute({ status: 3, startTime: at("08:00") }),
      earliest: at("06:00"),
      rules: rulesWith(["10:10", "10:16", 15]),
    };
    expect(applied(approved).changes.createVisits[0]).toMatchObject({ position: 2 });
    // Leaving at 06:00 it is over before the break may begin.
    expect(applied({ ...approved, newDeparture: true }).changes.createVisits).toEqual([]);
  });
  it("isn't brought about by leaving early for the reserve of a window", () => {
    // The second stop but one closes at 10:40 in Vaduz, the last one opens at twelve.
    const windows = change(change(openRoad(), 11, { endTime: "10:40" }), 13, { startTime: "12:00" });
    const leaves = (afterSec: number) => {
      const { changes, route } = applied({
        ...ahead,
        visits: windows,
        rules: rulesWith(["12:00", "13:00", 15], afterSec),
      });
      return [route.startTime, changes.createVisits.length];
    };
    expect(leaves(7201)).toEqual([at("08:20"), 0]);
    expect(leaves(7000)).toEqual([at("08:30"), 0]);
    // Where it is due in any case, the reserve is kept.
    expect(leaves(6000)).toEqual([at("08:20"), 1]);
    // So it is where an approved route leaves earlier because it would be late.
    const late = { ...ahead, visits: windows, route: makeRoute({ status: 3, startTime: at("08:31") }) };
    const approved = applied({ ...late, rules: rulesWith(["12:00", "13:00", 15], 7000) });
    expect([approved.route.startTime, approved.changes.createVisits.length]).toEqual([at("08:30"), 0]);
  });
  it("is not made where nobody is visited, and goes with the last visit", () => {
    const marks = openRoad().filter((visit) => visit.type === "S" || visit.type === "E");
    const rules = rulesWith(["10:02", "10:10", 15]);
    expect(applied({ ...ahead, rules }).changes.createVisits).toHaveLength(1);
    expect(applied({ ...ahead, visits: marks, rules }).changes).toMatchObject({ createVisits: [], removeVisitIds: [] });
    expect(applied({ ...ahead, visits: [...marks, stored()], rules }).changes).toMatchObject({
      createVisits: [],
      removeVisitIds: [15],
    });
  });
  it("is reused where it stands; a second one goes", () => {
    const { changes, of } = applied({
      ...ahead,
      visits: [...openRoad(), stored(), stored({ id: 16, position: 2.7 })],
      rules: rulesWith(lunch),
    });
    expect(changes).toMatchObject({ createVisits: [], removeVisitIds: [16] });
    expect(of(15)).toMatchObject({ position: 3, startTime: "10:20", serviceTime: 15, arrivalTime: at("08:30") });
  });
  it.each([
    ["it is switched off", rulesWith(null)],
    ["the route is over before its hours are", rulesWith(["10:20", "12:00", 15])],
    ["the route begins after it", rulesWith(["07:00", "08:00", 15])],
  ])("goes when %s", (_why, rules) => {
    const { changes, of } = applied({ ...ahead, visits: [...openRoad(), stored()], rules });
    expect(changes).toMatchObject({ createVisits: [], removeVisitIds: [15] });
    expect(of(14).arrivalTime).toBe(at("09:00"));
    expect(changes.routes[0]!.set.violations).toEqual([]);
  });
  it("is due on a route that is longer than the company says, whatever its hours", () => {
    const hours = ["10:20", "12:00", 15] as [string, string, number];
    expect(applied({ ...ahead, rules: rulesWith(hours, 3000) }).changes.createVisits).toHaveLength(1);
    expect(applied({ ...ahead, rules: rulesWith(hours, 3601) }).changes.createVisits).toHaveLength(0);
  });
  it("is not made again once it was taken, and stays as it is without rules", () => {
    const taken = stored({ status: 4, position: 0.5, completedAt: at("08:10") });
    expect(applied({ ...ahead, visits: [...openRoad(), taken], rules: rulesWith(lunch) }).changes).toMatchObject({
      createVisits: [],
      removeVisitIds: [],
    });
    expect(applied({ ...ahead, visits: [...openRoad(), stored()] }).changes.removeVisitIds).toEqual([]);
  });
});

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
