import { check, schedule, solve } from "solver/index";
import type { Problem, Solution } from "solver/index";
import { describe, expect, it } from "vitest";
import { buildInputInPieces } from "~/domain/calculation/build-input";
import { buildProblem, givenRoutes } from "~/domain/calculation/build-problem";
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

async function searched(input: CalculationInput, changeBudget?: number) {
  const places = collectPlaces(input);
  const size = places.places.length;
  const distancesM = Int32Array.from({ length: size * size }, (_, at) =>
    Math.round(distanceMeters(places.places[Math.floor(at / size)]!, places.places[at % size]!)),
  );
  const problem = buildProblem(input, places, {
    car: { size, distancesM, durationsSec: distancesM.map((metres) => Math.round(metres / 10)) },
  });
  const budget = changeBudget === undefined ? {} : { changeBudget };
  const first = solve(problem, { iterationLimit: 100, warmStart: givenRoutes(input), ...budget });
  let more = 0;
  const kept = await keepOnRoad(input, problem, { solution: first }, async (later) => {
    more += 1;
    expect(check(problem, first)).toEqual([]);
    const warmStart = changeBudget === undefined ? later.routes : givenRoutes(input);
    const solution = solve(later.problem, { iterationLimit: 100, warmStart, ...budget });
    expect(check(later.problem, solution)).toEqual([]);
    return { solution };
  });
  return { problem, solution: first, kept: kept.solution, more };
}

const stopsOf = ({ routes }: Solution, vehicleId: number): number[] =>
  routes
    .find((route) => route.vehicleId === vehicleId)
    ?.steps.flatMap(({ type, id }) => (type === "job" ? [id!] : [])) ?? [];

const lateSec = (problem: Problem, order: readonly number[]): Map<number, number> =>
  new Map(
    schedule(problem, [{ vehicleId: 1, steps: order.map((id) => ({ type: "job", id })) }])[0]!.violations.map(
      ({ step, amount }) => [step!.id, amount!],
    ),
  );

describe("a calculation of routes on the road", () => {
  it("keeps what is late on its route, no later than in the present order, and says by how much", async () => {
    const visits = [
      stop(1),
      stop(4),
      stop(2, { endTime: "11:00", position: 5 }),
      stop(3, { endTime: "11:50", position: 6 }),
    ];
    const { problem, solution, kept } = await searched(inputOf(visits));
    expect(solution.unassigned.map(({ id }) => id).sort()).toEqual([2, 3]);
    expect(kept.unassigned).toEqual([]);
    const [before, after] = [lateSec(problem, [1, 4, 2, 3]), lateSec(problem, stopsOf(kept, 1))];
    expect([...after.keys()].sort()).toEqual([2, 3]);
    for (const [id, sec] of after) expect(sec).toBeLessThanOrEqual(before.get(id)!);
    // On the way out and back they are earlier for the same driving.
    expect(check(problem, kept).map(({ code }) => code)).toEqual(["delay", "delay"]);
  });

  it("makes nobody late who is on time", async () => {
    const visits = [stop(1, { endTime: "12:20" }), stop(2, { endTime: "11:00" }), stop(3)];
    const { problem, kept } = await searched(inputOf(visits));
    expect([...lateSec(problem, stopsOf(kept, 1)).keys()]).toEqual([2]);
    expect(stopsOf(kept, 1).sort()).toEqual([1, 2, 3]);
  });

  it("gives the room of what is on board to no new visit", async () => {
    const load = { packageLoad: 5 };
    const fresh = stop(31, { lat: 47.105, routeId: null, status: 1 });
    const { solution, kept } = await searched(
      inputOf([stop(1, load), stop(2, { ...load, endTime: "11:00" }), fresh], { maxQuantity: 2 }),
    );
    expect(stopsOf(solution, 1).sort()).toEqual([1, 31]);
    expect(stopsOf(kept, 1).sort()).toEqual([1, 2]);
    expect(stopsOf(kept, 2)).toEqual([31]);
  });

  it("moves nothing without a budget for it", async () => {
    const visits = [stop(1), stop(2), stop(3), stop(4, { endTime: "11:30" })];
    const { solution, kept } = await searched(inputOf(visits), 0);
    expect(solution.unassigned.map(({ id }) => id)).toEqual([4]);
    expect(stopsOf(kept, 1)).toEqual([1, 2, 3, 4]);
  });

  it("keeps a whole route whose windows are over, with two searches more at most", async () => {
    const visits = Array.from({ length: 120 }, (_, k) => stop(k + 1, { lat: 47.1 + k * 0.0009, endTime: "09:00" }));
    const { solution, kept, more } = await searched(inputOf(visits));
    expect(solution.unassigned).toHaveLength(120);
    expect(kept.unassigned).toEqual([]);
    expect(new Set(stopsOf(kept, 1)).size).toBe(120);
    expect(more).toBeLessThanOrEqual(2);
  });

  it("leaves out what stood on no route, or on none that is out", async () => {
    const late = { endTime: "11:00" };
    const visits = [stop(1), stop(2, { ...late, routeId: null }), stop(3, { ...late, routeId: 2 })];
    const loose = await searched(inputOf(visits));
    expect([loose.kept === loose.solution, loose.more]).toEqual([true, 0]);
    expect(loose.kept.unassigned.map(({ id }) => id).sort()).toEqual([2, 3]);
    const planned = await searched(inputOf([stop(1), stop(2, late)], { status: 3 }));
    expect(planned.kept).toBe(planned.solution);
  });
});
