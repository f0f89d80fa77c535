import { describe, expect, it } from "vitest";
import { planningChanges } from "~/domain/changes";
import { refusalMessage } from "~/domain/decision";
import { RouteStatus } from "~/domain/route/route-status";
import { canBeMoved, canCallIn, lacksPlace, SET_PLACE_FIRST } from "~/domain/visit/visit-permissions";
import { moveEffect } from "~/domain/visit/move-effect";
import type { RouteEffect } from "~/domain/visit/move-effect";
import { moveVisitTo } from "~/domain/visit/move-visit";
import { fixedStops, hasOrder, isScheduled, isStartOrEnd, isToServe } from "~/domain/visit/visit-order";
import { VISIT_STATUSES, VisitStatus } from "~/domain/visit/visit-status";
import { makeRoute, makeVisit } from "../make";

describe("a break", () => {
  const route = makeRoute({ id: 1, status: 2 });
  const pause = makeVisit({ id: 2, routeId: 1, type: "B", status: 2, position: 2, lat: null, lng: null });
  const visitsOfTarget = [
    makeVisit({ id: 1, routeId: 1, status: 2, position: 1 }),
    pause,
    makeVisit({ id: 3, routeId: 1, status: 2, position: 3 }),
  ];

  it("moves within its route, though it has no place, and nowhere else", () => {
    const moved = moveVisitTo({ visit: pause, from: route, to: route, visitsOfTarget, position: 1 });
    expect(moved.ok && moved.changes.visits.map((patch) => [patch.id, patch.set.position])).toEqual([
      [2, 1],
      [1, 2],
    ]);
    expect(
      moveVisitTo({ visit: pause, from: route, to: makeRoute({ id: 9, status: 2 }), visitsOfTarget: [], position: 1 }),
    ).toMatchObject({ ok: false, error: { code: "visit.break" } });
    const locked = makeRoute({ id: 1, status: 2, isLocked: true });
    expect(moveVisitTo({ visit: pause, from: locked, to: locked, visitsOfTarget, position: 1 })).toMatchObject({
      ok: false,
      error: { code: "route.locked" },
    });
  });
});

describe("what a move does", () => {
  it("names no load that a visit brought along from another route", () => {
    const load = { code: "load", amount: 14, message: "14 kg over" };
    const loaded = makeVisit({ id: 2, routeId: 1, violations: [load] });
    const routes = [makeRoute({ id: 1, violations: [load] }), makeRoute({ id: 2 })];
    const sets = [
      { id: 1, set: { violations: [] } },
      { id: 2, set: { distance: 5 } },
    ];
    const moved = planningChanges({ visits: [{ id: 2, set: { routeId: 2 } }], routes: sets });
    const { routes: effects } = moveEffect({ routes, visits: [loaded] }, moved);
    expect(effects.map(({ newlyBroken, healed }) => [newlyBroken, healed])).toEqual([
      [[], ["14 kg over"]],
      [[], []],
    ]);
  });

  it("blames no move for minutes that have passed", () => {
    const late = (minutes: number) => [{ code: "delay", amount: minutes * 60, message: `Late by ${minutes} min` }];
    const stopLate = (minutes: number) => makeVisit({ id: 2, routeId: 1, labelPosition: 3, violations: late(minutes) });
    const route = makeRoute({ id: 1, finishTime: "2026-11-23 09:00:00" });
    const unchanged = {
      routes: [{ ...route, finishTime: "2026-11-23 09:11:00" }],
      visits: [stopLate(34)],
    };
    const after = (minutes: number) =>
      planningChanges({
        routes: [{ id: 1, set: { finishTime: "2026-11-23 09:12:00" } }],
        visits: [{ id: 2, set: { violations: late(minutes) } }],
      });
    const stored = { routes: [route], visits: [stopLate(30)] };
    const effects = [34, 33, 36].map((minutes) => moveEffect({ ...stored, unchanged }, after(minutes)).routes[0]!);
    expect(effects.map(({ newlyBroken }) => newlyBroken)).toEqual([[], [], ["Late by 36 min at stop 3"]]);
    const [{ before, after: then }] = effects as [RouteEffect];
    expect(then.finish! - before.finish!).toBe(60);
    expect(moveEffect(stored, after(34)).routes[0]!.newlyBroken).toEqual(["Late by 34 min at stop 3"]);
  });

  it("says that figures are about right, as long as a leg is to be measured", () => {
    const stored = { routes: [makeRoute({ id: 1 }), makeRoute({ id: 2 })], visits: [makeVisit({ id: 2, routeId: 1 })] };
    const isAbout = (legEstimate: 0 | 1 | 2) =>
      moveEffect(
        stored,
        planningChanges({
          routes: stored.routes.map(({ id }) => ({ id, set: {} })),
          visits: [{ id: 2, set: { legEstimate } }],
          createVisits: [makeVisit({ type: "E", routeId: 2, legEstimate })],
        }),
      ).routes.map(({ about }) => about);
    // An estimate that no engine knows better stays the figure.
    expect([0, 1, 2].map((state) => isAbout(state as 0 | 1 | 2))).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
  });
});

describe("a visit without a place", () => {
  const placeless = makeVisit({ id: 4, name: "Bakery", routeId: null, status: 1, lat: null, lng: 9.5 });

  it("is put on no route, and not dragged", () => {
    const to = makeRoute({ id: 1, status: 2 });
    expect(moveVisitTo({ visit: placeless, from: null, to, visitsOfTarget: [], position: 1 })).toMatchObject({
      ok: false,
      error: { code: "visit.no_place", message: `Bakery has no coordinates. ${SET_PLACE_FIRST}` },
    });
    expect(refusalMessage(canBeMoved(placeless, null, []))).toBe(SET_PLACE_FIRST);
    expect(canBeMoved({ ...placeless, lat: 47.1 }, null, []).ok).toBe(true);
  });
  it("is a delivery or a pickup: breaks need none", () => {
    expect((["D", "P", "B", "S", "E"] as const).map((type) => lacksPlace({ type }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("on the road", () => {
  const stops = ([4, 5, 3, 3] as const).map((status, index) =>
    makeVisit({ id: index + 1, routeId: 1, status, position: index + 1 }),
  );
  const [onRoad, before] = [RouteStatus.OnRoute, RouteStatus.Scheduled].map((status) => makeRoute({ id: 1, status }));

  it("nothing is put ahead of what is past, nor of where the vehicle is heading", () => {
    expect([
      fixedStops(onRoad, stops),
      fixedStops(before, stops),
      fixedStops(undefined, stops),
      fixedStops(onRoad, stops.slice(0, 2)),
      fixedStops(onRoad, []),
    ]).toEqual([3, 2, 2, 2, 0]);
    const loose = makeVisit({ id: 9, routeId: null, status: 1 });
    const moved = moveVisitTo({ visit: loose, from: null, to: onRoad!, visitsOfTarget: stops, position: 1 });
    expect(moved.ok && moved.changes.visits.find((patch) => patch.id === 9)?.set.position).toBe(4);
  });
  it("a break that is next stays, a stop that is next may go to another route", () => {
    const next = stops[2]!;
    expect(canBeMoved(next, onRoad!, stops).ok).toBe(true);
    const pause = { ...next, type: "B" as const };
    const withBreak = stops.map((stop) => (stop.id === next.id ? pause : stop));
    expect(refusalMessage(canBeMoved(pause, onRoad!, withBreak))).toBe("The vehicle is on its way to this visit.");
  });
  it("dispatchers report for drivers who call in, once the route was approved", () => {
    expect(Object.values(RouteStatus).map((status) => canCallIn({ status }).ok)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

describe("what a visit counts as", () => {
  // @spec PC-4.037
  // @spec PC-4.009
  it.each(VISIT_STATUSES)("by its status %i", (status) => {
    const visit = makeVisit({ status });
    const unscheduled = status === VisitStatus.Unscheduled;
    expect(isScheduled(visit)).toBe(!unscheduled);
    expect(isScheduled({ ...visit, routeId: null })).toBe(false);
    expect(hasOrder(visit)).toBe(!unscheduled);
    expect(hasOrder({ ...visit, type: "S" })).toBe(false);
    expect(isToServe(visit)).toBe(status !== VisitStatus.Delivered && status !== VisitStatus.Failed);
    expect(isToServe({ ...visit, type: "B" })).toBe(false);
  });
  it("by its type", () =>
    expect((["S", "D", "P", "B", "E"] as const).map((type) => isStartOrEnd({ type }))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]));
});
