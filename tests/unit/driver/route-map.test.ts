import { describe, expect, it } from "vitest";
import { RouteStatus } from "~/domain/route/route-status";
import { VisitStatus } from "~/domain/visit/visit-status";
import type { Visit } from "~/domain/visit/visit";
import { routeMap } from "~/features/driver/route-map";
import { decodePolyline, encodePolyline } from "~/lib/polyline";
import type { LngLat } from "~/lib/polyline";
import { makeRoute, makeVisit } from "../domain/make";

const DEPOT = { lat: 47.1, lng: 9.5 };
const ROAD: LngLat[] = [
  [9.5, 47.1],
  [9.52, 47.11],
  [9.53, 47.1],
];
const at = (id: number, lng: number, more: Partial<Visit> = {}): Visit =>
  makeVisit({
    id,
    lat: 47.1,
    lng,
    position: id,
    status: VisitStatus.OnRoute,
    name: `Stop ${id}`,
    polyline: null,
    ...more,
  });

const DAY: Visit[] = [
  at(1, DEPOT.lng, { type: "S", position: 0, status: VisitStatus.Delivered }),
  at(2, 9.53, { status: VisitStatus.Delivered, polyline: encodePolyline(ROAD) }),
  at(3, 9.54, { type: "B" }),
  at(4, 9.55, { labelPosition: 2 }),
  at(5, 9.56, { lat: null, lng: null }),
  at(6, DEPOT.lng, { type: "E", position: 1000 }),
];
const map = (visits: Visit[], status: Visit["status"] | number = RouteStatus.OnRoute) =>
  routeMap(makeRoute({ status: status as 4 }), visits);

describe("a route on the map of its driver", () => {
  it("has the road that was driven, and straight lines where no road is known", () => {
    const [driven, ahead] = map(DAY).lines;
    expect(driven).toMatchObject({ isPast: true });
    expect(decodePolyline(driven!.polylines[0]!)).toEqual(ROAD);
    expect(ahead).toMatchObject({ isPast: false });
    expect(ahead!.polylines.map((line) => decodePolyline(line))).toEqual([
      [
        [9.53, 47.1],
        [9.55, 47.1],
      ],
      [
        [9.55, 47.1],
        [9.5, 47.1],
      ],
    ]);
  });

  it("numbers stops as the list does, leaves out what has no place, and marks the next one on the road", () => {
    expect(map(DAY).stops).toEqual([
      { id: 2, label: "1", name: "Stop 2", lat: 47.1, lng: 9.53, state: "done", isNext: false },
      { id: 4, label: "2", name: "Stop 4", lat: 47.1, lng: 9.55, state: "left", isNext: true },
    ]);
    expect(map(DAY, RouteStatus.Scheduled).stops.some(({ isNext }) => isNext)).toBe(false);
  });

  it("names start and end once where they are one place", () => {
    expect(map(DAY).places).toEqual([{ ...DEPOT, name: "Start and end" }]);
    const elsewhere = DAY.map((visit) => (visit.type === "E" ? { ...visit, lng: 9.6 } : visit));
    expect(map(elsewhere).places.map(({ name }) => name)).toEqual(["Start", "End"]);
  });
});
