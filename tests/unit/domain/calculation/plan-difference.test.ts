import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planDifferenceInPieces, totalsOf } from "~/domain/calculation/plan-difference";
import { planningChanges } from "~/domain/changes";
import { differenceWords } from "~/features/planning/plan-page/calculation/difference-words";
import { makeRoute, makeVisit } from "../make";
import { atOnce } from "../../../helpers/pieces";
import { METRIC } from "~/domain/units";

const routes = [
  makeRoute({ id: 1, distance: 10_000, duration: 1800, cost: 1800 }),
  makeRoute({ id: 2, distance: 5_000, duration: 900, cost: 900 }),
];
const stop = (id: number, routeId: number | null, position: number) =>
  makeVisit({ id, name: `Stop ${id}`, routeId, position, status: routeId === null ? 1 : 2 });
const put = (id: number, routeId: number | null, position: number) => ({
  id,
  set: { routeId, position, status: routeId === null ? (1 as const) : (2 as const) },
});

describe("the difference that a result makes", () => {
  const visits = [stop(1, 1, 1), stop(2, 1, 2), stop(3, 1, 3), stop(4, 2, 1), stop(5, null, 1000)];
  const move = (...patches: ReturnType<typeof put>[]) =>
    atOnce(planDifferenceInPieces({ routes, visits }, planningChanges({ visits: patches })));

  it("names nothing where nothing moves", () => {
    expect(move()).toMatchObject({ moved: 0, moves: [], before: { served: 4 }, after: { served: 4 } });
  });

  it("counts a stop on another route once, and not those behind it, which only move up", () => {
    const { moves } = move(put(1, 2, 2), put(2, 1, 1), put(3, 1, 2));
    expect(moves).toEqual([
      { visitId: 1, name: "Stop 1", from: { routeId: 1, position: 1 }, to: { routeId: 2, position: 2 } },
    ]);
  });

  it("counts the fewest stops that have to move within a route", () => {
    expect(move(put(3, 1, 1), put(1, 1, 2), put(2, 1, 3)).moves.map((one) => one.visitId)).toEqual([3]);
    expect(move(put(3, 1, 1), put(2, 1, 2), put(1, 1, 3)).moved).toBe(2);
  });

  it("counts stops that are served now, or no longer", () => {
    const { moves, before, after } = move(put(5, 2, 2), put(4, null, 1000));
    expect(moves.map(({ visitId, from, to }) => [visitId, from?.routeId ?? null, to?.routeId ?? null])).toEqual([
      [4, 2, null],
      [5, null, 2],
    ]);
    expect([before.served, after.served]).toEqual([4, 4]);
  });

  it("never says more moves than stops were moved by hand", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 5 }),
        (size, hands) => {
          const own = Array.from({ length: size }, (_, index) => stop(index + 1, 1, index + 1));
          const order = own.map((visit) => visit.id);
          const touched = new Set<number>();
          for (const [from, to] of hands) {
            const [id] = order.splice(from % order.length, 1);
            order.splice(to % (order.length + 1), 0, id!);
            touched.add(id!);
          }
          const { moved } = atOnce(
            planDifferenceInPieces(
              { routes, visits: own },
              planningChanges({ visits: order.map((id, index) => put(id, 1, index + 1)) }),
            ),
          );
          expect(moved).toBeLessThanOrEqual(touched.size);
          if (order.some((id, index) => id !== index + 1)) expect(moved).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("adds up what routes and their stops break, each rule once", () => {
    const late = { code: "delay", amount: 60, message: "Late by 1 min" };
    const load = { code: "load", amount: 14, message: "14 kg over" };
    const changes = planningChanges({
      routes: [{ id: 1, set: { violations: [late, load], distance: 8_000 } }],
      visits: [
        { id: 2, set: { violations: [late, load] } },
        { id: 3, set: { violations: [late] } },
      ],
    });
    const { routes: changed, before, after } = atOnce(planDifferenceInPieces({ routes, visits }, changes));
    expect(changed[0]).toMatchObject({
      routeId: 1,
      before: { violations: 0, distanceM: 10_000 },
      after: { violations: 3, distanceM: 8_000 },
    });
    expect([before.distanceM, after.distanceM]).toEqual([15_000, 13_000]);
  });
});

describe("the figures of a difference", () => {
  const worked = [
    makeRoute({ id: 1, duration: 1000, serviceDuration: 200, waitingDuration: 30, distance: 10, cost: 5 }),
    makeRoute({ id: 2, duration: 400, serviceDuration: 50, waitingDuration: 6, distance: 20, cost: 7 }),
    makeRoute({ id: 3 }),
    makeRoute({ id: 4 }),
  ];
  const visits = [stop(1, 1, 1), stop(2, 1, 2), stop(3, 2, 1)];
  const of = (part: Parameters<typeof planningChanges>[0], all = visits) =>
    atOnce(planDifferenceInPieces({ routes: worked, visits: all }, planningChanges(part)));

  it("are routes with visits and visits without a route, as the result leaves them", () => {
    const all = [...visits, stop(4, null, 1000), makeVisit({ id: 9, type: "S", routeId: 4 })];
    expect(of({}, all).rest).toEqual({ routes: 2, unscheduled: 1 });
    expect(of({ visits: [put(3, null, 1000)] }, all).rest).toEqual({ routes: 1, unscheduled: 2 });
  });

  it("are work, way and cost of each route and of all", () => {
    const { routes: changed, before, after } = of({ routes: [{ id: 2, set: { duration: 500, cost: 9 } }] });
    expect(changed.map((one) => one.routeId)).toEqual([1, 2]);
    expect(changed[0]?.before).toEqual({ served: 2, workSec: 1230, distanceM: 10, cost: 5, violations: 0 });
    expect([before, after]).toEqual([
      { served: 3, workSec: 1686, distanceM: 30, cost: 12, violations: 0 },
      { served: 3, workSec: 1786, distanceM: 30, cost: 14, violations: 0 },
    ]);
  });
  it("name routes that had stops, or have some now, and no others", () => {
    expect(
      of({ visits: [put(3, 3, 1)] }).routes.map(({ routeId, before, after }) => [routeId, before.served, after.served]),
    ).toEqual([
      [1, 2, 2],
      [2, 1, 0],
      [3, 0, 1],
    ]);
  });
  it("count neither marks, nor unscheduled stops, nor those of a route that is not there", () => {
    const extra = [
      makeVisit({ id: 8, type: "S", routeId: 1 }),
      makeVisit({ id: 9, type: "B", routeId: 1 }),
      makeVisit({ id: 10, routeId: 1, status: 1 }),
      stop(11, 77, 1),
    ];
    expect(of({}, [...visits, ...extra]).before.served).toBe(3);
  });
  it("know visits that are removed", () => {
    expect(of({ removeVisitIds: [3] })).toMatchObject({
      moved: 1,
      moves: [{ visitId: 3, from: { routeId: 2, position: 1 }, to: null }],
      before: { served: 3 },
      after: { served: 2 },
    });
  });
  it("count what is broken before and after", () => {
    const late = { code: "delay", amount: 60, message: "Late by 1 min" };
    const broken = visits.map((visit) => (visit.id === 3 ? { ...visit, violations: [late] } : visit));
    const {
      before,
      after,
      routes: changed,
    } = of(
      {
        visits: [
          { id: 3, set: { violations: [] } },
          { id: 1, set: { violations: [late] } },
          { id: 2, set: { violations: [late] } },
        ],
      },
      broken,
    );
    expect([before.violations, after.violations]).toEqual([1, 2]);
    expect(changed.map((one) => [one.before.violations, one.after.violations])).toEqual([
      [0, 2],
      [1, 0],
    ]);
  });
  it("list moved stops by where they stood, those without a place last, then by where they stand, then by id", () => {
    const all = [stop(1, 1, 1), stop(2, 1, 2), stop(3, 2, 1), stop(7, null, 0), stop(6, null, 0), stop(5, null, 0)];
    const { moves } = of(
      { visits: [put(7, 1, 1), put(5, 2, 1), put(6, 3, 1), put(3, 4, 1), put(2, null, 0), put(1, null, 0)] },
      all,
    );
    expect(moves.map((one) => one.visitId)).toEqual([1, 2, 3, 7, 5, 6]);
    const gone = of({ visits: [put(1, 3, 1), put(3, 3, 2)], removeVisitIds: [2] }).moves;
    expect(gone.map((one) => one.visitId)).toEqual([1, 2, 3]);
  });
});

describe("a difference in words", () => {
  const figures = { served: 10, workSec: 36_000, distanceM: 100_000, cost: 100, violations: 2 };
  it("leaves out what reads the same, and says how many stops moved", () => {
    expect(
      differenceWords(
        { moved: 0, before: figures, after: { ...figures, workSec: 36_020, distanceM: 100_040 } },
        METRIC,
      ),
    ).toEqual(["no stop moved"]);
    expect(
      differenceWords(
        {
          moved: 3,
          before: figures,
          after: { served: 12, workSec: 34_200, distanceM: 87_600, cost: 90, violations: 0 },
        },
        METRIC,
      ),
    ).toEqual(["−12.4 km", "−30 min", "−2 unscheduled", "−2 warnings", "3 stops moved"]);
  });
  it("says nothing of a first plan", () => {
    expect(differenceWords({ moved: 9, before: { ...figures, served: 0 }, after: figures }, METRIC)).toEqual([]);
  });
  it("is read from what is stored, and only from that", () => {
    expect(totalsOf({ moved: 1, before: figures, after: figures })).toEqual({
      moved: 1,
      before: figures,
      after: figures,
    });
    for (const other of [null, "x", {}, { moved: "1" }]) expect(totalsOf(other)).toBeNull();
  });
});
