import { describe, expect, it } from "vitest";
import { withEndVisits } from "~/domain/route/route-end-visits";
import { isSameLeg, legsToMeasure } from "~/domain/route/drive-order";
import { routePlace } from "~/domain/route/route-places";
import { makeRoute, makeStops, makeVisit } from "../make";

const START = { lat: 47.1, lng: 9.5 };
const END = { lat: 47.2, lng: 9.6 };
const route = makeRoute({ id: 7, planId: 3, warehouseId: 4, startLocationAddress: "Vaduz", endLocationAddress: null });
const start = makeVisit({ id: 10, type: "S", ...START });
const end = makeVisit({ id: 14, type: "E", ...END });
const stop = makeVisit({ id: 11 });

describe("start and end of a route", () => {
  it("are made where they are missing, each with an id of its own that nothing stored has", () => {
    const { visits, drafts, patches, removeIds } = withEndVisits(route, [stop], { start: START, end: END });
    expect([patches, removeIds]).toEqual([[], []]);
    expect(visits.map((visit) => [visit.id, visit.type])).toEqual([
      [11, "D"],
      [-14, "S"],
      [-15, "E"],
    ]);
    expect([...drafts]).toMatchObject([
      [
        -14,
        {
          type: "S",
          name: "Start",
          address: "Vaduz",
          ...START,
          routeId: 7,
          planId: 3,
          warehouseId: 4,
          status: 2,
          position: 0,
        },
      ],
      [-15, { type: "E", name: "End", address: "", ...END, routeId: 7, status: 2, position: 10_000 }],
    ]);
    expect(visits[1]).toEqual({ ...drafts.get(-14), id: -14, createdAt: "", updatedAt: "" });
    expect([...withEndVisits({ ...route, status: 4 }, [], { start: START, end: null }).drafts.values()]).toMatchObject([
      { status: 3 },
    ]);
  });
  it("stay as they are where they belong", () => {
    expect(withEndVisits(route, [start, stop, end], { start: START, end: END })).toEqual({
      visits: [start, stop, end],
      patches: [],
      removeIds: [],
      drafts: new Map(),
    });
  });
  it.each([
    ["lat", { ...START, lat: 46 }],
    ["lng", { ...START, lng: 9 }],
  ])("move when their %s does, and nothing else with them", (_, place) => {
    const { visits, patches, removeIds, drafts } = withEndVisits(route, [start, stop, end], { start: place, end: END });
    expect(patches).toEqual([{ id: 10, set: { address: "Vaduz", ...place } }]);
    expect(visits).toEqual([{ ...start, address: "Vaduz", ...place }, stop, end]);
    expect([removeIds, drafts.size]).toEqual([[], 0]);
  });
  it("take the address of their own side", () => {
    const { patches } = withEndVisits({ ...route, endLocationAddress: "Chur" }, [start, end], {
      start: END,
      end: START,
    });
    expect(patches.map(({ id, set }) => [id, set.address])).toEqual([
      [10, "Vaduz"],
      [14, "Chur"],
    ]);
  });
  it("go where the route ends at its last stop", () => {
    expect(withEndVisits(route, [start, stop, end], { start: START, end: null })).toEqual({
      visits: [start, stop],
      patches: [],
      removeIds: [14],
      drafts: new Map(),
    });
    expect(withEndVisits(route, [start, stop], { start: START, end: null }).removeIds).toEqual([]);
  });
  it("are history once they were passed", () => {
    const passed = { ...start, status: 4 as const };
    expect(withEndVisits(route, [passed, stop, end], { start: END, end: END })).toMatchObject({
      visits: [passed, stop, end],
      patches: [],
    });
    expect(withEndVisits(route, [{ ...end, status: 4 }], { start: START, end: null }).removeIds).toEqual([]);
  });
});

describe("where a route starts and ends", () => {
  const depot = { lat: 47.14, lng: 9.52 };
  const parking = { parkLocationLat: 46.5, parkLocationLng: 9.1 };
  const own = makeRoute({
    startLocationType: "C",
    startLocationLat: 45,
    startLocationLng: 8,
    endLocationType: "C",
    endLocationLat: 44,
    endLocationLng: 7,
  });
  // @spec PC-3.34 PC-3.35
  it("is the warehouse, the vehicle's parking, a place of its own, or open", () => {
    const of = (type: "W" | "P" | "C") => makeRoute({ ...own, startLocationType: type, endLocationType: type });
    expect([routePlace("start", of("W"), parking, depot), routePlace("end", of("W"), parking, depot)]).toEqual([
      depot,
      depot,
    ]);
    expect([routePlace("start", of("P"), parking, depot), routePlace("end", of("P"), parking, depot)]).toEqual([
      { lat: 46.5, lng: 9.1 },
      { lat: 46.5, lng: 9.1 },
    ]);
    expect([routePlace("start", of("C"), parking, depot), routePlace("end", of("C"), parking, depot)]).toEqual([
      { lat: 45, lng: 8 },
      { lat: 44, lng: 7 },
    ]);
    expect([
      routePlace("end", makeRoute({ endLocationType: "N" }), parking, depot),
      routePlace("start", makeRoute({ endLocationType: "N" }), parking, depot),
    ]).toEqual(["open", depot]);
  });
  it("is unknown without coordinates, or with ones that no place has", () => {
    const parked = makeRoute({ startLocationType: "P" });
    expect([
      routePlace("start", parked, null, depot),
      routePlace("start", makeRoute(), parking, null),
      routePlace("start", makeRoute({ startLocationType: "C" }), parking, depot),
    ]).toEqual([null, null, null]);
    expect(routePlace("start", parked, { parkLocationLat: 91, parkLocationLng: 9 }, depot)).toBeNull();
  });
});

describe("legs between stops", () => {
  const way = { visitId: 1, from: START, to: END };
  it("are the same for the same stop, between the same places", () => {
    expect(isSameLeg(way, { visitId: 1, from: { ...START }, to: { ...END } })).toBe(true);
    for (const other of [
      { ...way, visitId: 2 },
      { ...way, from: { ...START, lat: 1 } },
      { ...way, from: { ...START, lng: 1 } },
      { ...way, to: { ...END, lat: 1 } },
      { ...way, to: { ...END, lng: 1 } },
    ])
      expect(isSameLeg(way, other), JSON.stringify(other)).toBe(false);
  });
  it("skip breaks and what has no place, and start and end though they are unscheduled", () => {
    const [S, a, b, , E] = makeStops() as [typeof stop, typeof stop, typeof stop, typeof stop, typeof stop];
    const at = (visit: typeof stop, lat: number | null) => ({ ...visit, lat });
    const own = [
      at({ ...S, status: 1 }, 47),
      at(a, 47.1),
      at({ ...a, id: 20, type: "B", position: 1.5 }, 47.9),
      at({ ...a, id: 21, position: 1.7 }, null),
      at(b, 47.2),
      at({ ...E, status: 1 }, 47.3),
    ];
    expect(legsToMeasure([], own).map((leg) => [leg.visitId, leg.from.lat, leg.to.lat])).toEqual([
      [11, 47, 47.1],
      [12, 47.1, 47.2],
      [14, 47.2, 47.3],
    ]);
  });
});
