import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import { Aim } from "~/domain/calculation/aim";
import { applySolutionInPieces } from "~/domain/calculation/apply-solution";
import { buildProblem } from "~/domain/calculation/build-problem";
import { buildInputInPieces } from "~/domain/calculation/build-input";
import {
  costInWords,
  paidCost,
  pricesOf,
  routeCost,
  solverCosts,
  spentCost,
  VEHICLE_WEIGHT,
} from "~/domain/calculation/cost";
import { buildOutput } from "~/domain/calculation/output";
import { collectPlaces } from "~/domain/calculation/places";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit, makeWarehouse } from "../make";
import { atOnce } from "../../../helpers/pieces";

/**
 * Two vans at the depot, and visits to both sides of it: two short rounds, or one long one. A degree of latitude takes
 * an hour and is 100 km.
 */
function planned(aim: Aim, vans: Parameters<typeof makeVehicle>[0][] = [{}, {}]) {
  const at = (id: number, lat: number) => makeVisit({ id, lat, lng: 9.52, routeId: null, status: 1, serviceTime: 1 });
  // the leg between the two sides is longer than both legs home
  const visits = [at(1, 48.14), at(2, 48.14), at(3, 46.14), at(4, 46.14)];
  const vehicles = vans.map((van, k) => makeVehicle({ id: k + 1, plate: `LI ${k + 1}`, ...van }));
  const routes = vehicles.map((vehicle) =>
    makeRoute({ id: 100 + vehicle.id, vehicleId: vehicle.id, status: 1, endLocationType: "W" }),
  );
  const decision = atOnce(
    buildInputInPieces({
      company: makeCompany(),
      plan: makePlan({ aim }),
      warehouses: [makeWarehouse()],
      vehicles,
      routes,
      visits,
      mode: "full",
      timeZone: "Europe/Vaduz",
      now: "2026-06-01 04:00:00",
    }),
  );
  if (!decision.ok) return { refusal: decision.error };
  const input = decision.changes;
  const { places, ...index } = collectPlaces(input);
  const size = places.length;
  const away = (a: number, b: number) =>
    Math.abs(places[a]!.lat - places[b]!.lat) *
    (Math.sign(places[a]!.lat - 47.14) * Math.sign(places[b]!.lat - 47.14) < 0 ? 1.2 : 1);
  const hours = Array.from({ length: size * size }, (_, k) => away(Math.floor(k / size), k % size));
  const table = {
    size,
    durationsSec: Int32Array.from(hours, (hour) => Math.round(3600 * hour)),
    distancesM: Int32Array.from(hours, (hour) => Math.round(100_000 * hour)),
  };
  const problem = buildProblem(input, { places, ...index }, { car: table, truck: table });
  const solution = solve(problem, { iterationLimit: 200, seed: 1 });
  expect(check(problem, solution)).toEqual([]);
  const output = buildOutput(input, solution);
  const changes = atOnce(applySolutionInPieces({ calculation: input, queryId: 1, output, routes, visits, vehicles }));
  return { used: output.routes.map((route) => route.vehicle_id), output, changes };
}

describe("what a calculation aims at", () => {
  it("least driving time takes both vans, fewest vehicles one, and both say their driving as the cost", () => {
    const time = planned(Aim.Time);
    expect(time.used).toHaveLength(2);
    expect(time.output?.summary.cost).toBe(4 * 3600);
    const few = planned(Aim.Vehicles);
    expect(few.used).toHaveLength(1);
    expect(few.output?.summary.cost).toBe(few.output?.summary.duration);
    expect(few.changes?.routes.find((one) => one.set.duration)?.set.cost).toBe(few.output?.summary.duration);
  });

  it("least cost weighs day, kilometre and hour of each van", () => {
    // one expensive to send out: the other drives all, the long way included
    const dear = planned(Aim.Cost, [
      { fixedCost: 500, costPerKm: 0.1 },
      { costPerKm: 0.1, costPerHour: 20 },
    ]);
    expect(dear.used).toEqual([2]);
    // 4.4 hours and 440 km
    expect(dear.output?.summary.cost).toBe(100 * (44 + 88));
    // cheap enough: both go out, each its own side
    const cheap = planned(Aim.Cost, [
      { fixedCost: 1, costPerKm: 0.1 },
      { costPerKm: 0.1, costPerHour: 20 },
    ]);
    expect(cheap.output?.summary.cost).toBe(100 * (1 + 44));
  });

  it("least cost asks what each vehicle costs, by name", () => {
    const { refusal } = planned(Aim.Cost, [{}, { costPerKm: 1 }]);
    expect(refusal).toMatchObject({
      code: "calculation.bad_input",
      fields: {
        "vehicles.1.costPerKm":
          "Vehicle 'LI 1' has no costs. Set what it costs, or choose another aim in the plan's settings.",
      },
    });
  });

  it("a change by hand costs what a calculation would say", () => {
    const van = makeVehicle({ fixedCost: 40, costPerHour: 30, costPerKm: 0.25 });
    expect(routeCost(pricesOf(Aim.Cost, van), 5400, 80_000)).toBe(100 * (40 + 45 + 20));
    expect(routeCost(pricesOf(Aim.Time, van), 5400, 80_000)).toBe(5400);
    expect(paidCost(Aim.Vehicles, 20_005_400)).toBe(5400);
    expect(paidCost(Aim.Cost, 20_005_400)).toBe(20_005_400);
    // Rates have decimals of a cent: 1,000 km at 0.125 are 125 euro, and 0.004 are something.
    const exact = makeVehicle({ costPerKm: 0.125, costPerHour: 0.004 });
    expect(routeCost(pricesOf(Aim.Cost, exact), 3600 * 100, 1_000_000)).toBe(12_500 + 40);
    const prices = pricesOf(Aim.Cost, exact)!;
    expect(solverCosts(Aim.Cost, { prices })).toEqual({ fixed: 0, perHour: 0.4, perKm: 12.5 });
  });

  it("what a vehicle that is out was sent out for isn't weighed again, and stays part of its route's cost", () => {
    const prices = { fixed: 40, per_hour: 30, per_km: 0.25 };
    expect(solverCosts(Aim.Cost, { prices })).toMatchObject({ fixed: 4000 });
    expect(solverCosts(Aim.Cost, { prices, is_out: true })).toMatchObject({ fixed: 0, perHour: 3000 });
    expect([spentCost({ prices }), spentCost({ prices, is_out: true }), spentCost({ is_out: true })]).toEqual([
      0, 4000, 0,
    ]);
    expect([solverCosts(Aim.Vehicles, {}), solverCosts(Aim.Vehicles, { is_out: true })]).toEqual([
      { fixed: VEHICLE_WEIGHT },
      undefined,
    ]);
  });

  it("has a unit, and says what it counts", () => {
    expect(costInWords(Aim.Cost, 123_450)).toEqual({
      text: "€1,234.50",
      counts: "What the vehicles cost per day of use, kilometre and hour of driving",
    });
    expect(costInWords(Aim.Time, 123_450)).toEqual({
      text: "1,234.50 points",
      counts: "Driving time: a point is 100 seconds",
    });
  });
});
