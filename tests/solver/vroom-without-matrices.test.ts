import { describe, expect, it } from "vitest";
import { solve } from "solver/index";
import { parseVroom, readVroom } from "solver/formats/vroom/read";
import { writeVroom } from "solver/formats/vroom/write";
import { make, refusal, withVan } from "./helpers/vroom";
import type { Json } from "./helpers/vroom";

describe("VROOM's format without matrices", () => {
  const [depot, shop, mill] = [
    [9.5, 47.1],
    [9.51, 47.12],
    [9.52, 47.13],
  ];
  const placed = {
    vehicles: [
      { id: 1, start: depot, end: depot },
      { id: 2, profile: "truck", end: shop },
    ],
    jobs: [{ id: 1, location: shop }],
    shipments: [{ pickup: { id: 1, location: mill }, delivery: { id: 2, location: shop } }],
  };

  it("has a row for each different place, and tables of zeros for each profile", () => {
    const { problem, locations, needsRoads } = parseVroom(placed);
    expect([locations, needsRoads]).toEqual([[depot, shop, mill], true]);
    expect(problem.vehicles.map(({ startIndex, endIndex }) => [startIndex, endIndex])).toEqual([
      [0, 0],
      [null, 1],
    ]);
    expect(problem.jobs[0].locationIndex).toBe(1);
    expect(problem.shipments[0]).toMatchObject({ pickup: { locationIndex: 2 }, delivery: { locationIndex: 1 } });
    expect(Object.keys(problem.matrices)).toEqual(["car", "truck"]);
    expect(problem.matrices.truck.size).toBe(3);
    expect(refusal(placed)).toEqual([301, "matrices"]);
    expect(parseVroom(make()).needsRoads).toBe(false);
  });

  it.each<[string, Json, number, string]>([
    ["an index", { ...placed, jobs: [{ id: 1, location: shop, location_index: 2 }] }, 218, "jobs[0].location_index"],
    ["an index alone", { ...placed, jobs: [{ id: 1, location_index: 2 }] }, 203, "jobs[0].location"],
    ["no place", { ...placed, jobs: [{ id: 1 }] }, 203, "jobs[0].location"],
    ["a place off the map", { ...placed, jobs: [{ id: 1, location: [47, 91] }] }, 205, "jobs[0].location"],
  ])("refuses %s", (_what, json, code, field) => {
    expect(refusal(json)).toEqual([code, field]);
  });

  it("is answered without rows, with lines, and counts what was driven before a break on the way", () => {
    const rest = { id: 1, service: 5, time_windows: [[6, 6]] };
    const { problem, locations } = readVroom(withVan({ time_window: [0, 100], breaks: [rest] }));
    const solution = solve(problem, { iterationLimit: 10 });
    const steps = (json: object) => (json as { routes: { steps: Json[]; geometry?: string }[] }).routes[0];
    const extras = { hidesRows: true, geometry: new Map([[1, "abc"]]), routingMs: 2 };
    const route = steps(writeVroom(problem, solution, locations, 1, extras));
    expect(route.geometry).toBe("abc");
    expect(route.steps.every((step) => !("location_index" in step))).toBe(true);
    const [start, pause, stop] = route.steps as { type: string; arrival: number; duration: number }[];
    expect([start.type, pause.type, stop.type]).toEqual(["start", "break", "job"]);
    expect(pause.duration).toBe(pause.arrival - start.arrival);
    expect(stop.duration).toBe(10);
    expect(steps(writeVroom(problem, solution, locations, 1))).not.toHaveProperty("geometry");
  });
});
