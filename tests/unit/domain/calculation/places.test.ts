import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildProblem } from "~/domain/calculation/build-problem";
import { collectPlaces } from "~/domain/calculation/places";
import { distanceMeters } from "~/domain/validation/coordinates";
import { makeVisit, makeWarehouse } from "../make";
import { inputOf, table } from "./given-problem";

const METERS_LAT = 1 / 111_195;

describe("places", () => {
  const at = (id: number, lat: number, lng: number) => makeVisit({ id, lat, lng, routeId: null, status: 1 });
  it("has a place for each door, one site within 15 m, and keeps starts apart", () => {
    const depot = makeWarehouse();
    const visits = [
      at(1, 47.1, 9.5),
      at(2, 47.1 + 14 * METERS_LAT, 9.5),
      at(3, 47.1 + 16 * METERS_LAT, 9.5),
      at(4, depot.lat, depot.lng),
    ];
    const { places, visitIndex, visitSite, startIndex, startSite, endIndex } = collectPlaces(inputOf({ visits }));
    expect([1, 2, 3, 4].map((id) => visitIndex.get(id))).toEqual([0, 1, 2, 3]);
    expect([1, 2, 3, 4].map((id) => visitSite.get(id))).toEqual([0, 0, 2, 3]);
    expect([startIndex.get(1), endIndex.get(1), places.length]).toEqual([4, 4, 5]);
    expect(startSite.size).toBe(0);
  });
  it("has one place for all that goes to one door", () => {
    const visits = [at(1, 47.1, 9.5), at(2, 47.2, 9.5), at(3, 47.1, 9.5)];
    const { visitIndex, visitSite } = collectPlaces(inputOf({ visits }));
    expect([1, 2, 3].map((id) => visitIndex.get(id))).toEqual([0, 1, 0]);
    expect([1, 2, 3].map((id) => visitSite.get(id))).toEqual([0, 1, 0]);
  });
  it("goes on from a visit at its door and its site", () => {
    const input = inputOf({ visits: [at(1, 47.1, 9.5), at(2, 47.1 + 14 * METERS_LAT, 9.5)] });
    const entry = input.fleet[1]!;
    const onRoad = { ...entry, start_location: { lat: 47.1 + 14 * METERS_LAT, lng: 9.5 }, start_visit_id: 2 };
    const places = collectPlaces({ ...input, fleet: { 1: onRoad } });
    expect([places.startIndex.get(1), places.startSite.get(1)]).toEqual([1, 0]);
    const { vehicles } = buildProblem({ ...input, fleet: { 1: onRoad } }, places, { car: table(places.places) });
    expect(vehicles[0]).toMatchObject({ startIndex: 1, startSiteIndex: 0 });
  });
  it("finds every pair within 15 m that a slow search finds", () => {
    const offset = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 }));
    fc.assert(
      fc.property(
        fc.array(offset, { minLength: 1, maxLength: 25 }),
        fc.constantFrom(0.001, 47.1, -70, 84.9),
        fc.constantFrom(9.5, 151.2, -149.8),
        (offsets, lat, lng) => {
          const visits = offsets.map(([y, x], i) =>
            at(i + 1, lat + y * METERS_LAT, lng + (x * METERS_LAT) / Math.cos((lat * Math.PI) / 180)),
          );
          const { places, visitSite } = collectPlaces(inputOf({ visits }));
          const anchors: { lat: number; lng: number }[] = [];
          for (const visit of visits) {
            const place = { lat: visit.lat!, lng: visit.lng! };
            const near = anchors.some((anchor) => distanceMeters(anchor, place) <= 15);
            if (!near) anchors.push(place);
            expect(distanceMeters(places[visitSite.get(visit.id)!]!, place)).toBeLessThanOrEqual(15);
          }
          expect(new Set(visitSite.values()).size).toBe(anchors.length);
        },
      ),
    );
  });
});
