import { describe, expect, it } from "vitest";
import type { LoggedSide, LoggedSides } from "~/domain/plan/plan-log";
import { undoChange } from "~/domain/plan/undo-change";
import { concerning, isOfStops, withoutMeasured } from "~/domain/plan/without-measured";
import { makePlan, makeRoute, makeVisit } from "../make";

const side = (part: Partial<LoggedSide>): LoggedSide => ({ plan: null, routes: [], visits: [], ...part });
const changed = (before: Partial<LoggedSide>, after: Partial<LoggedSide>): LoggedSides => ({
  before: side(before),
  after: side(after),
});

/** A leg of 480 s, measured as 500 s. */
const MEASURED = changed(
  {
    routes: [{ id: 1, duration: 480 }],
    visits: [
      { id: 1, travelDuration: 480, legEstimate: 2 },
      { id: 2, waitingTime: 20 },
    ],
  },
  {
    routes: [{ id: 1, duration: 500 }],
    visits: [
      { id: 1, travelDuration: 500, legEstimate: 0 },
      { id: 2, waitingTime: 0 },
    ],
  },
);

const routes = [makeRoute({ id: 1, duration: 500 })];
const visits = [makeVisit({ id: 1, travelDuration: 500, legEstimate: 0 }), makeVisit({ id: 2, position: 2 })];

describe("a plan without what was measured", () => {
  it("has the estimates again, where nobody has written another value since", () => {
    const later = [{ ...visits[0]!, travelDuration: 700 }, visits[1]!];
    const then = withoutMeasured({ routes, visits: later }, [MEASURED], new Set([1]));
    expect(
      then.visits.map(({ travelDuration, legEstimate, waitingTime }) => [travelDuration, legEstimate, waitingTime]),
    ).toEqual([
      [700, 2, 0],
      [0, 0, 20],
    ]);
    expect(then.patches).toEqual({
      routes: [{ id: 1, set: { duration: 480 } }],
      visits: [
        { id: 1, set: { legEstimate: 2 } },
        { id: 2, set: { waitingTime: 20 } },
      ],
    });
    expect(withoutMeasured({ routes, visits }, [MEASURED], new Set([2])).patches).toEqual({ routes: [], visits: [] });
  });

  it("can't be had where a break was made or removed along with it", () => {
    expect(isOfStops(MEASURED.after)).toBe(false);
    for (const mark of ["created", "removed", "restored"])
      expect(isOfStops(side({ visits: [{ id: 3, [mark]: true }] }))).toBe(true);
  });
});

describe("what bears on the undo of a change", () => {
  const moved = changed({ visits: [{ id: 1, routeId: 2 }] }, { visits: [{ id: 1, routeId: 1 }], routes: [{ id: 4 }] });
  const isConcerned = concerning(moved, [
    ...visits,
    makeVisit({ id: 3, routeId: 2 }),
    makeVisit({ id: 5, routeId: 6 }),
  ]);

  it.each([
    ["its routes", { routes: [{ id: 4 }] }],
    ["the route that a visit came from", { routes: [{ id: 2 }] }],
    ["the route where a visit stands", { routes: [{ id: 1 }] }],
    ["its own visit", { visits: [{ id: 1 }] }],
    ["another visit of a route that it came to", { visits: [{ id: 2 }] }],
    ["another visit of the route that it left", { visits: [{ id: 3 }] }],
  ])("is what was written of %s", (_, entry) => {
    expect(isConcerned(side(entry))).toBe(true);
  });

  it("is nothing that was written of other routes and their visits alone", () => {
    expect(isConcerned(side({ routes: [{ id: 6 }], visits: [{ id: 5 }] }))).toBe(false);
  });

  it("is a measurement of its own visit, also when it stands on no route", () => {
    const off = makeVisit({ id: 1, routeId: null });
    const takenOff = changed({ visits: [{ id: 1, routeId: 1 }] }, { visits: [{ id: 1, routeId: null }] });
    expect(concerning(takenOff, [off])(side({ visits: [{ id: 1 }] }))).toBe(true);
  });
});

describe("undo after a measurement", () => {
  const own = changed(
    { routes: [{ id: 1, duration: 600 }], visits: [{ id: 1, travelDuration: 600, legEstimate: 0 }] },
    { routes: [{ id: 1, duration: 480 }], visits: [{ id: 1, travelDuration: 480, legEstimate: 2 }], placed: [] },
  );
  const none: ReadonlySet<number> = new Set();
  const elsewhere = makeVisit({ id: 3, routeId: 2 });
  const undone = (touchedRouteIds: ReadonlySet<number>, touchedVisitIds = none) =>
    undoChange(
      own.before,
      own.after,
      { plan: makePlan(), routes, visits: [...visits, elsewhere], removed: [], removedRoutes: [] },
      {
        touchedSince: {
          visitIds: touchedVisitIds,
          decidedVisitIds: none,
          placedVisitIds: none,
          routeIds: touchedRouteIds,
          decidedRouteIds: none,
          lockedRouteIds: none,
        },
        isOfPlanStatus: false,
        isLatest: touchedRouteIds.size + touchedVisitIds.size === 0,
        undecided: [MEASURED],
        strict: false,
      },
    ).changes;

  it("brings back what stood before the change, and what the measurement alone wrote", () => {
    expect(undone(none)).toMatchObject({
      routes: [{ id: 1, set: { duration: 600 } }],
      visits: [
        { id: 1, set: { travelDuration: 600, legEstimate: 0 } },
        { id: 2, set: { waitingTime: 20 } },
      ],
      recalculate: [],
    });
  });

  it("times the route anew where somebody else has changed it", () => {
    expect(undone(new Set([1]))).toMatchObject({ visits: [{ id: 1, set: {} }], recalculate: [{ routeId: 1 }] });
  });

  it("times the route anew where somebody else has changed one of its visits, and none of its totals", () => {
    expect(undone(none, new Set([2]))).toMatchObject({ visits: [{ id: 1, set: {} }], recalculate: [{ routeId: 1 }] });
    expect(undone(none, new Set([elsewhere.id])).recalculate).toEqual([]);
  });
});
