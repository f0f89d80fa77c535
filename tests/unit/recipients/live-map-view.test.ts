import { describe, expect, it } from "vitest";
import { RouteStatus } from "~/domain/route/route-status";
import { VisitStatus } from "~/domain/visit/visit-status";
import { VisitType } from "~/domain/visit/visit-type";
import { liveLines, liveMapOf, liveStops, mapWords } from "~/features/recipients/live-map-view";
import type { Route } from "~/domain/route/route";
import type { Visit } from "~/domain/visit/visit";
import { decodePolyline, encodePolyline } from "~/lib/polyline";

const visit = (id: number, more: Partial<Visit> = {}) =>
  ({
    id,
    name: `Stop ${id}`,
    routeId: 7,
    type: VisitType.Delivery,
    status: VisitStatus.OnRoute,
    position: id,
    lat: 47 + id / 10,
    lng: 9,
    polyline: null,
    ...more,
  }) as Visit;
const route = (status: RouteStatus = RouteStatus.OnRoute) => ({ id: 7, status }) as Route;
const MARKED = { id: 7, index: 3, vehicle: "Van" };
const POSITION = { lat: 47.05, lng: 9.01, headingDeg: 90, atSec: 1000 };
const START = visit(1, { type: VisitType.Start });
const DAY = [
  START,
  visit(2, { labelPosition: 2 }),
  visit(3, { status: VisitStatus.Failed, labelPosition: 1 }),
  visit(4, { lat: null, lng: null, labelPosition: 3 }),
];

describe("the map of a live page", () => {
  it("has the stops in the order of driving, numbered, and the line through them", () => {
    const map = liveMapOf(DAY, route(), MARKED, POSITION);
    // What was reported was reached first.
    expect(map.stops.map(({ id, label, status }) => [id, label, status])).toEqual([
      [3, 1, "failed"],
      [2, 2, "onRoute"],
      [4, 3, "onRoute"],
    ]);
    expect(decodePolyline(map.line)).toEqual([
      [9, 47.1],
      [9, 47.3],
      [9, 47.2],
    ]);
    expect(liveStops(map, null).map(({ id, label, faded }) => [id, label, faded])).toEqual([
      [3, "1", false],
      [2, "2", false],
    ]);
    expect(liveLines(map, null)).toMatchObject([{ ahead: false, id: 7, name: "Van", path: decodePolyline(map.line) }]);
  });

  it("fades all stops but the one that the page is about", () => {
    const map = liveMapOf(DAY, route(), MARKED, null);
    expect(liveStops(map, 2).map(({ id, faded }) => [id, faded])).toEqual([
      [3, true],
      [2, false],
    ]);
    expect(liveLines(map, 2)).toMatchObject([{ ahead: true }]);
  });

  it("shows the vehicle from the start to the finish only", () => {
    expect(liveMapOf(DAY, route(), MARKED, POSITION).position).toEqual(POSITION);
    for (const status of [RouteStatus.Scheduled, RouteStatus.Completed])
      expect(liveMapOf(DAY, route(status), MARKED, POSITION).position).toBeNull();
  });

  it("says what it can't show", () => {
    const roads = [
      START,
      visit(2, {
        polyline: encodePolyline([
          [9, 47.1],
          [9, 47.2],
        ]),
      }),
    ];
    expect(mapWords(liveMapOf(roads, route(), MARKED, POSITION), true)).toBe("");
    expect(mapWords(liveMapOf(DAY, route(), MARKED, null), false)).toBe(
      "The vehicle’s position has not been shared yet. Where roads are not known, the line is straight.",
    );
    expect(mapWords(liveMapOf(roads, route(RouteStatus.Scheduled), MARKED, null), false)).toBe(
      "The vehicle is shown here while it is on the road.",
    );
  });

  it("of a visit on no route is its place alone, and of nothing is nothing", () => {
    const alone = liveMapOf([visit(2, { routeId: null, status: VisitStatus.Unscheduled })], null, null, null);
    expect(liveStops(alone, 2)).toMatchObject([
      { id: 2, label: "", routeId: null, status: "unscheduled", faded: false },
    ]);
    expect(liveLines(alone, 2)).toEqual([]);
    expect(mapWords(alone, false)).toBe("");
    expect(liveLines(liveMapOf([START], route(), MARKED, null), null)).toEqual([]);
  });
});
