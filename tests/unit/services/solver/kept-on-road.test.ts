import { check, schedule, solve } from "solver/index";
import type { Solution } from "solver/index";
import { describe, expect, it } from "vitest";
import { buildInputInPieces } from "~/domain/calculation/build-input";
import { buildProblem } from "~/domain/calculation/build-problem";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { collectPlaces } from "~/domain/calculation/places";
import type { RouteStatus } from "~/domain/route/route-status";
import type { Visit } from "~/domain/visit/visit";
import { distanceMeters } from "~/domain/validation/coordinates";
import { keepOnRoad } from "~/services/solver/kept-on-road";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit, makeWarehouse } from "../../domain/make";
import { atOnce } from "../../../helpers/pieces";

/** Ten kilometres north of the warehouse, a kilometre apart: 100 s of driving each. */
const stop = (id: number, part: Partial<Visit> = {}) =>
  makeVisit({ id, position: id, lat: 47.1 + id * 0.009, lng: 9.5, status: 3, ...part });

/** It is 12:00 in Vaduz. */
function inputOf(
  visits: readonly Visit[],
  { status = 4, maxQuantity = 0 }: { status?: RouteStatus; maxQuantity?: number } = {},
): CalculationInput {
  const decision = atOnce(
    buildInputInPieces({
      company: makeCompany(),
      plan: makePlan(),
      warehouses: [makeWarehouse()],
      vehicles: [makeVehicle({ maxQuantity }), makeVehicle({ id: 2, workHourStart: "12:00" })],
      routes: [makeRoute({ status }), makeRoute({ id: 2, vehicleId: 2, position: 2 })],
      visits: [...visits],
      mode: "full",
      timeZone: "Europe/Vaduz",
      now: "2026-06-01 10:00:00",
    }),
  );
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
}

function searched(input: CalculationInput) {
  const places = collectPlaces(input);
  const size = places.places.length;
  const distancesM = Int32Array.from({ length: size * size }, (_, at) =>
    Math.round(distanceMeters(places.places[Math.floor(at / size)]!, places.places[at % size]!)),
  );
  const problem = buildProblem(input, places, {
    car: { size, distancesM, durationsSec: distancesM.map((metres) => Math.round(metres / 10)) },
  });
  const solution = solve(problem, { iterationLimit: 100 });
  return { problem, solution, kept: keepOnRoad(input, problem, solution) };
}

const stopsOf = ({ routes }: Solution, vehicleId: number): (number | undefined)[] =>
  routes
    .find((route) => route.vehicleId === vehicleId)
    ?.steps.flatMap(({ type, id }) => (type === "job" ? [id] : [])) ?? [];

describe("a calculation of routes on the road", () => {
  it("keeps what is late on its route, where the route is least late, and says by how much", () => {
    const visits = [stop(1), stop(2, { endTime: "11:00" }), stop(3, { endTime: "11:50" }), stop(4)];
    const { problem, solution, kept } = searched(inputOf(visits));
    expect(solution.unassigned.map(({ id }) => id).sort()).toEqual([2, 3]);
    expect(kept.unassigned).toEqual([]);
    // No other order of the four is less late.
    const route = kept.routes.find(({ vehicleId }) => vehicleId === 1)!;
    const lateSec = (violations: typeof route.violations) =>
      violations.reduce((sum, { code, amount }) => sum + (code === "delay" ? amount! : 0), 0);
    const orders = permutations(stopsOf(kept, 1).map((id) => ({ type: "job" as const, id: id! })));
    const least = Math.min(
      ...orders.map((steps) => lateSec(schedule(problem, [{ vehicleId: 1, steps }])[0]!.violations)),
    );
    expect(route.violations.map(({ code, step }) => [code, step?.id]).sort()).toEqual([
      ["delay", 2],
      ["delay", 3],
    ]);
    expect(lateSec(route.violations)).toBe(least);
    expect(check(problem, kept).map(({ code }) => code)).toEqual(["delay", "delay"]);
  });

  it("keeps a whole route whose windows are over, in much less than all orders", () => {
    const visits = Array.from({ length: 120 }, (_, k) => stop(k + 1, { lat: 47.1 + k * 0.0009, endTime: "09:00" }));
    const { solution, kept } = searched(inputOf(visits));
    expect(solution.unassigned).toHaveLength(120);
    expect(kept.unassigned).toEqual([]);
    expect(new Set(stopsOf(kept, 1)).size).toBe(120);
  });

  it("leaves out what breaks another rule than time, what stood on no route, and what was on none that is out", () => {
    const late = { endTime: "11:00" };
    const full = searched(inputOf([stop(1), stop(2, late)], { maxQuantity: 1 }));
    expect(full.kept.unassigned).toHaveLength(1);
    const loose = searched(inputOf([stop(1), stop(2, { ...late, routeId: null }), stop(3, { ...late, routeId: 2 })]));
    expect(loose.kept).toBe(loose.solution);
    expect(loose.kept.unassigned.map(({ id }) => id).sort()).toEqual([2, 3]);
    const planned = searched(inputOf([stop(1), stop(2, late)], { status: 3 }));
    expect(planned.kept).toBe(planned.solution);
  });
});

const permutations = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, at) => permutations(list.filter((_, k) => k !== at)).map((rest) => [one, ...rest]));
