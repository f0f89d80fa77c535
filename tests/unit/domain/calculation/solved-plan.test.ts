import { schedule, solve, check } from "solver/index";
import { describe, expect, it } from "vitest";
import { applySolutionInPieces } from "~/domain/calculation/apply-solution";
import { givenRoutes } from "~/domain/calculation/build-problem";
import type { CalculationSource } from "~/domain/calculation/build-input";
import { buildOutput } from "~/domain/calculation/output";
import { makePlan, makeRoute, makeVehicle, makeVisit } from "../make";
import { atOnce } from "../../../helpers/pieces";
import { inputOf, problemOf } from "./given-problem";

describe("with the real solver", () => {
  const places = Array.from({ length: 12 }, (_, i) =>
    makeVisit({
      id: i + 1,
      lat: 47.1 + (i % 4) * 0.01,
      lng: 9.5 + Math.floor(i / 4) * 0.01,
      routeId: null,
      status: 1,
      packageLoad: 10,
    }),
  );
  const source: Partial<CalculationSource> = {
    vehicles: [
      makeVehicle({ id: 1, maxLoad: 70, breakStart: "08:30", breakEnd: "14:00", breakDuration: 30 }),
      makeVehicle({ id: 2, plate: "LI 2", maxLoad: 60 }),
    ],
    routes: [
      makeRoute({ id: 1, status: 1, endLocationType: "W" }),
      makeRoute({ id: 2, vehicleId: 2, status: 1, endLocationType: "W" }),
    ],
    plan: makePlan({ vehicleSettings: { hasBreaks: true } }),
    visits: places,
  };
  it("a whole plan is solved, clean, and applied without losing a visit", () => {
    const input = inputOf(source);
    const problem = problemOf(input);
    const solution = solve(problem, { iterationLimit: 200, seed: 1, timeLimitMs: 5000 });
    expect(check(problem, solution)).toEqual([]);
    const output = buildOutput(input, solution);
    const changes = atOnce(
      applySolutionInPieces({
        calculation: input,
        queryId: 1,
        output,
        routes: [makeRoute({ id: 1, status: 1 }), makeRoute({ id: 2, vehicleId: 2, status: 1 })],
        visits: places,
        vehicles: [],
      }),
    );
    expect(changes.visits.map((patch) => patch.id).sort((a, b) => a - b)).toEqual(places.map((visit) => visit.id));
    expect(output.summary.unassigned).toBe(0);
    expect(output.summary.duration).toBe(output.routes.reduce((sum, route) => sum + route.duration, 0));
  });
  it("keeps a given order and reports what it breaks", () => {
    const ordered = places.map((visit, i) => ({ ...visit, routeId: 1, status: 2 as const, position: 12 - i }));
    const input = inputOf({
      ...source,
      routes: [makeRoute({ id: 1, endLocationType: "W" })],
      visits: ordered,
      mode: "position",
    });
    const problem = problemOf(input);
    const given = givenRoutes(input);
    expect(given[0]?.steps.map((step) => (step.type === "break" ? "break" : step.id))).toEqual([
      12,
      11,
      10,
      9,
      8,
      7,
      "break",
      6,
      5,
      4,
      3,
      2,
      1,
    ]);
    const output = buildOutput(input, { routes: schedule(problem, given), unassigned: [] });
    expect(output.routes[0]?.steps.filter((step) => step.type === "job").map((step) => step.id)).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    // 120 kg on a vehicle for 70.
    const messages = [
      ...(output.routes[0]?.violations ?? []),
      ...(output.routes[0]?.steps.flatMap((step) => step.violations) ?? []),
    ].map((one) => one.message);
    expect(messages).toContain("50 kg over");
  });
});
