import { describe, expect, it } from "vitest";
import { RouteStatus } from "~/domain/route/route-status";
import {
  currentVehicleVisit,
  isNext,
  moveAfterCurrent,
  nextVehicleVisit,
  nextVisit,
  sortVisits,
} from "~/domain/visit/visit-order";
import { makeRoute, makeStops, makeVisit } from "../make";
import { onRoad, road } from "./road";

describe("order", () => {
  // @spec PC-9.04 PC-9.05
  it("puts start first, unscheduled at 1000, end last", () => {
    const visits = [
      makeVisit({ id: 1, type: "E", position: 1 }),
      makeVisit({ id: 2, status: 1, position: 0 }),
      makeVisit({ id: 3, position: 1200 }),
      makeVisit({ id: 4, position: 1 }),
      makeVisit({ id: 5, type: "S", position: 77 }),
    ];
    expect(sortVisits(visits).map((visit) => visit.id)).toEqual([5, 4, 3, 2, 1]);
  });
  it("knows where the vehicle is and where it is heading", () => {
    const visits = road();
    expect(currentVehicleVisit(visits)?.id).toBe(10);
    expect(nextVisit(visits)?.id).toBe(11);
    expect(nextVehicleVisit(onRoad(), visits)?.id).toBe(11);
    expect(nextVehicleVisit(makeRoute({ status: RouteStatus.Scheduled }), visits)).toBeNull();
    expect(currentVehicleVisit(makeStops())).toBeNull();
    expect(isNext({ id: 12 }, visits)).toBe(false);
  });
  it("moves a visit behind the current one and shifts the others", () => {
    expect(moveAfterCurrent(13, road())).toEqual([
      { id: 13, position: 1 },
      { id: 11, position: 2 },
      { id: 12, position: 3 },
    ]);
    const oneDone = road().map((visit) => (visit.id === 11 ? { ...visit, status: 4 as const } : visit));
    expect(moveAfterCurrent(13, oneDone)).toEqual([
      { id: 13, position: 2 },
      { id: 12, position: 3 },
    ]);
    expect(moveAfterCurrent(12, oneDone)).toEqual([]);
    expect(moveAfterCurrent(999, oneDone)).toEqual([]);
  });
});
