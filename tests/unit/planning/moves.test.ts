import { describe, expect, it } from "vitest";
import { RouteStatus } from "~/domain/route/route-status";
import { VisitStatus } from "~/domain/visit/visit-status";
import { VisitType } from "~/domain/visit/visit-type";
import {
  dropPlace,
  foldedAt,
  placeInRoute,
  placeOfSeveral,
  shortName,
  fixedReason,
  withMoves,
} from "~/features/planning/plan-page/moving/moves";
import { planRows } from "~/features/planning/plan-page/list/plan-rows";
import { visitsByRoute, type RouteItem, type VisitItem } from "~/features/planning/plan-page/plan-view";

const route = (id: number, part: Partial<RouteItem> = {}): RouteItem =>
  ({
    id,
    index: id,
    vehicleId: id,
    driverId: null,
    vehicle: `Van ${id}`,
    plate: "",
    driver: "No Driver",
    status: RouteStatus.Planning,
    isLocked: false,
    start: null,
    finish: null,
    distanceM: 0,
    travelSec: 0,
    serviceSec: 0,
    waitSec: 0,
    stops: 0,
    done: 0,
    failed: 0,
    loadKg: 0,
    maxLoadKg: 0,
    shiftStart: null,
    shiftEnd: null,
    broken: [],
    overdueSec: 0,
    outOfTurn: 0,
    ...part,
  }) as RouteItem;
const visit = (id: number, routeId: number | null, position: number, part: Partial<VisitItem> = {}): VisitItem => ({
  id,
  routeId,
  name: `Stop ${id}`,
  type: VisitType.Delivery,
  status: routeId === null ? VisitStatus.Unscheduled : VisitStatus.Scheduled,
  position,
  label: position,
  lat: 47,
  lng: 9,
  travelSec: 0,
  waitSec: 0,
  serviceSec: 0,
  distanceM: 0,
  ...part,
});

const routes = [route(1, { stops: 3 }), route(2, { stops: 1 })];
const visits = [
  visit(10, 1, 0, { type: VisitType.Start, label: 0 }),
  visit(11, 1, 1),
  visit(12, 1, 2),
  visit(13, 1, 3),
  visit(19, 1, 10_000, { type: VisitType.End, label: 0 }),
  visit(21, 2, 1),
  visit(31, null, 1000, { label: 0 }),
];
const groups = visitsByRoute(visits);
/** Van 1, start, 11, 12, 13, end, Van 2, Unscheduled, 31 */
const rows = planRows({ routes, groups, open: new Set([1, "unserved"]), search: "" });
const at = (row: number, moved: number[] = []) => dropPlace(rows, groups, new Set(moved), row);
const orderOf = (shown: { visits: readonly VisitItem[] }, routeId: number | null) =>
  (visitsByRoute(shown.visits).get(routeId) ?? []).map((one) => one.id);

describe("where a pointer drops", () => {
  it.each([
    ["upper half of the first stop", 2.2, [], { toRouteId: 1, position: 1, line: 2 }],
    ["lower half of the first stop", 2.7, [], { toRouteId: 1, position: 2, line: 3 }],
    [
      "head of an open route, which may have unfolded just now",
      0.5,
      [],
      { toRouteId: 1, position: undefined, line: null, intoKey: "r1" },
    ],
    ["start", 1.1, [], { toRouteId: 1, position: 1 }],
    ["end", 5.9, [], { toRouteId: 1, position: 4 }],
    ["counted without what is moved", 4.9, [11], { toRouteId: 1, position: 3 }],
    ["head of a folded route", 6.1, [], { toRouteId: 2, position: undefined, line: null, intoKey: "r2" }],
    ["unscheduled ones", 7.5, [], { toRouteId: null, intoKey: "unserved" }],
    ["below the last row", 99, [], { toRouteId: null }],
  ] as const)("%s", (_, row, moved, expected) => expect(at(row, [...moved])).toMatchObject(expected));

  it("names why a route takes nothing", () => {
    const locked = planRows({ routes: [route(1, { isLocked: true })], groups, open: new Set(), search: "" });
    expect(dropPlace(locked, groups, new Set(), 0)).toMatchObject({ refused: "The route is locked. Unlock it first." });
    expect(dropPlace([], groups, new Set(), 0)).toBeNull();
  });
});

describe("over routes without visits that are folded into one row", () => {
  const empties = [3, 4, 5, 6].map((id) => route(id));
  const listed = (open: (number | "empty")[]) =>
    planRows({ routes: [...routes, ...empties], groups, open: new Set(open), search: "" });
  const placeOn = (open: (number | "empty")[], row: number) => dropPlace(listed(open), groups, new Set(), row);

  it("nothing is dropped, and what to do is said", () => {
    expect(placeOn([], 2.5)).toMatchObject({
      toRouteId: null,
      intoKey: "empty",
      where: "Routes without visits",
      refused: "Hold it here: the routes unfold.",
    });
    expect(placeOn(["empty"], 2.5)).toMatchObject({ refused: "Drop it on one of the routes below." });
    expect(placeOn(["empty"], 3.5)).toMatchObject({ toRouteId: 3, refused: null });
  });
  it("they unfold while it is held, as a route does, and only what is folded does", () => {
    const unfolds = (open: (number | "empty")[], row: number) => foldedAt(listed(open), placeOn(open, row));
    expect([unfolds([], 0.5), unfolds([], 2.5), unfolds([], 3.5)]).toEqual([1, "empty", null]);
    expect([unfolds([1], 0.5), unfolds(["empty"], 2.5), unfolds(["empty"], 3.5)]).toEqual([null, null, 3]);
    expect(foldedAt(listed([]), null)).toBeNull();
  });
});

describe("several visits moved by key", () => {
  const group = groups.get(1)!;
  it("stand where the first of them stands, counted without them", () => {
    expect(placeOfSeveral([visits[1]!], group)).toEqual({ position: 1, last: 3 });
    expect(placeOfSeveral([visits[2]!, visits[3]!], group)).toEqual({ position: 2, last: 2 });
    // One down: behind the stop that follows the block.
    const [first, second] = [visits[1]!, visits[2]!];
    const { position } = placeOfSeveral([first, second], group);
    expect(
      orderOf(
        withMoves(routes, visits, [{ visitIds: [first.id, second.id], toRouteId: 1, position: position + 1 }]),
        1,
      ),
    ).toEqual([10, 13, 11, 12, 19]);
  });
});

describe("sentences about moves", () => {
  it("cut names that would fill the screen", () => {
    expect(shortName("Bäckerei Müller")).toBe("Bäckerei Müller");
    expect(shortName("x".repeat(200))).toBe(`${"x".repeat(39)}…`);
  });
});

describe("what can't be dragged", () => {
  it("says why", () => {
    expect(fixedReason(visits[1]!, routes[0]!, groups)).toBeNull();
    expect(fixedReason(visits[1]!, route(1, { isLocked: true }), groups)).toMatch(/locked/);
    expect(fixedReason(visit(11, 1, 1, { status: VisitStatus.Delivered }), routes[0]!, groups)).toMatch(/already done/);
    expect(fixedReason(visits[0]!, routes[0]!, groups)).toMatch(/start and the end/);
    const { lat: _lat, ...placeless } = visit(40, null, 1000);
    expect(fixedReason(placeless, null, groups)).toMatch(/Set the place/);
  });
});

describe("moves shown before they are confirmed", () => {
  it("within a route, to another one, off it, and one after the other", () => {
    expect(orderOf(withMoves(routes, visits, [{ visitIds: [13], toRouteId: 1, position: 1 }]), 1)).toEqual([
      10, 13, 11, 12, 19,
    ]);
    const shown = withMoves(routes, visits, [{ visitIds: [13, 11], toRouteId: 2, position: 1 }]);
    expect([orderOf(shown, 1), orderOf(shown, 2)]).toEqual([
      [10, 12, 19],
      [13, 11, 21],
    ]);
    expect(shown.routes.map((one) => one.stops)).toEqual([1, 3]);
    const off = withMoves(routes, visits, [
      { visitIds: [13], toRouteId: 2 },
      { visitIds: [13], toRouteId: null },
    ]);
    expect(off.visits.find((one) => one.id === 13)).toMatchObject({
      routeId: null,
      status: VisitStatus.Unscheduled,
      label: 0,
    });
    expect(orderOf(off, 2)).toEqual([21]);
  });

  it("shows the same again once the server has confirmed it", () => {
    const move = { visitIds: [31], toRouteId: 1, position: 2 };
    const once = withMoves(routes, visits, [move]);
    const twice = withMoves(once.routes, once.visits, [move]);
    expect(orderOf(twice, 1)).toEqual(orderOf(once, 1));
    expect(
      placeInRoute(
        twice.visits.find((one) => one.id === 31)!,
        visitsByRoute(twice.visits),
      ),
    ).toBe(2);
  });
});
