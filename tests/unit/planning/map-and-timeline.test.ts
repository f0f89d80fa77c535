import { describe, expect, it } from "vitest";
import { visitsByRoute } from "~/features/planning/plan-page/list/plan-rows";
import { keepSame } from "~/lib/columns";
import { mapRoute, mapStops } from "~/features/planning/plan-page/map/map-shapes";
import { RouteShapes } from "~/features/planning/plan-page/route-shapes";
import { timelineRow } from "~/features/planning/plan-page/timeline/timeline-row";
import type { VisitItem } from "~/features/planning/plan-page/plan-view";
import { encodePolyline } from "~/lib/polyline";
import { empty, items, MIDNIGHT, route } from "./plan-of-rows";

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
