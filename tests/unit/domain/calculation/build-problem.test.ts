import { solve } from "solver/index";
import { describe, expect, it } from "vitest";
import { buildProblem } from "~/domain/calculation/build-problem";
import { collectPlaces } from "~/domain/calculation/places";
import { formatAmount, toUnits } from "~/domain/calculation/units";
import { makePlan, makeRoute, makeVehicle, makeVisit } from "../make";
import { HOUR, inputOf, problemOf, table } from "./given-problem";

describe("on the road", () => {
  const NORTH = 47.3;
  /** The first van is in the south, the second in the north; each has one stop in the other's town. */
  function day(part: Partial<Parameters<typeof makeVisit>[0]>, later: Parameters<typeof makeVisit>[0][] = []) {
    const stop = (id: number, lat: number, routeId: number | null) =>
      makeVisit({ id, lat, lng: 9.5, routeId, position: id, status: 3, ...part });
    const done = (id: number, lat: number, routeId: number) =>
      makeVisit({ id, lat, lng: 9.5, routeId, position: 0, status: 4, completedAt: "2026-06-01 06:00:00" });
    return inputOf({
      now: "2026-06-01 06:10:00",
      vehicles: [makeVehicle({ maxQuantity: 3 }), makeVehicle({ id: 2, maxQuantity: 3 })],
      routes: [makeRoute({ status: 4 }), makeRoute({ id: 2, vehicleId: 2, position: 2, status: 4 })],
      visits: [
        done(11, 47.1, 1),
        stop(12, NORTH, 1),
        stop(13, 47.11, 1),
        done(21, NORTH, 2),
        stop(22, 47.1, 2),
        stop(23, NORTH + 0.01, 2),
        ...later.map((visit) => makeVisit({ routeId: null, status: 1, ...visit })),
      ],
    });
  }
  const stopsOf = (input: ReturnType<typeof inputOf>) =>
    Object.fromEntries(
      solve(problemOf(input), { iterationLimit: 300 }).routes.map(({ vehicleId, steps }) => [
        vehicleId,
        steps.flatMap(({ type, id }) => (type === "job" ? [id!] : [])).sort(),
      ]),
    );
  it("each vehicle delivers what it has on board; services and pickups are anybody's", () => {
    const [own, nearest] = [
      { 1: [12, 13], 2: [22, 23] },
      { 1: [13, 22], 2: [12, 23] },
    ];
    expect(stopsOf(day({ packageLoad: 5 }))).toEqual(own);
    expect(stopsOf(day({ packageCapacity: 0.1 }))).toEqual(own);
    expect(stopsOf(day({}))).toEqual(nearest);
    expect(stopsOf(day({ packageLoad: 5, type: "P" }))).toEqual(nearest);
  });
  it("no new visit takes the room of one that is on the road", () => {
    // Each van may take two more, and has two.
    const fresh = [31, 32, 33].map((id) => ({ id, lat: 47.1 + id / 1e5 }));
    expect(stopsOf(day({ packageLoad: 5 }, fresh))).toEqual({ 1: [12, 13], 2: [22, 23] });
  });
});

describe("the problem", () => {
  it("converts units, squash, windows and limits", () => {
    const vehicles = [
      makeVehicle({
        capacity: 6,
        maxLoad: 800,
        maxQuantity: 40,
        maxDistance: 250,
        speedFactor: 0.9,
        breakStart: "12:00",
        breakEnd: "14:00",
        breakDuration: 30,
      }),
    ];
    const plan = makePlan({ squashDuration: 2, visitBalanceCoefficient: 0.5, vehicleSettings: { hasBreaks: true } });
    const visits = [
      makeVisit({ id: 1, serviceTime: 8, packageCapacity: 0.177, packageLoad: 2.3, routeId: null, status: 1 }),
      makeVisit({
        id: 2,
        type: "P",
        serviceTime: 1.5,
        packageCapacity: 0.5,
        packageLoad: 10,
        startTime: "",
        endTime: "12:00",
        routeId: null,
        status: 1,
      }),
      makeVisit({ id: 3, startTime: null, endTime: null, routeId: null, status: 1 }),
    ];
    const problem = problemOf(inputOf({ plan, vehicles, visits }));
    expect(problem.vehicles[0]).toMatchObject({
      id: 1,
      profile: "car",
      startIndex: 1,
      endIndex: 1,
      capacity: [600_000, 80_000],
      timeWindow: [8 * HOUR, 18 * HOUR],
      strictStart: false,
      speedFactor: 0.9,
      maxTasks: 40,
      maxDistanceM: 250_000,
      breaks: [{ id: 1, description: "launch", timeWindows: [[12 * HOUR, 14 * HOUR]], serviceSec: 1800 }],
    });
    expect(problem.jobs).toEqual([
      {
        id: 1,
        description: "Bakery",
        locationIndex: 0,
        setupSec: 360,
        serviceSec: 120,
        delivery: [17_700, 230],
        timeWindows: [[8 * HOUR, 20 * HOUR]],
      },
      {
        id: 2,
        description: "Bakery",
        locationIndex: 0,
        setupSec: 0,
        serviceSec: 90,
        pickup: [50_000, 1000],
        timeWindows: [[0, 12 * HOUR]],
      },
      { id: 3, description: "Bakery", locationIndex: 0, setupSec: 180, serviceSec: 120, delivery: [0, 0] },
    ]);
    expect([problem.balance, problem.shipments, Object.keys(problem.matrices)]).toEqual([0.5, [], ["car"]]);
  });
  it("gives the solver no more room than it takes: nobody carries 10,000 m³", () => {
    const problem = problemOf(inputOf({ vehicles: [makeVehicle({ capacity: 99_999, maxLoad: 999_999_999 })] }));
    expect(problem.vehicles[0]!.capacity).toEqual([1e9, 1e9]);
    const visits = [1, 2].map((id) =>
      makeVisit({ id, packageCapacity: 9000, packageLoad: 9e6, routeId: null, status: 1 }),
    );
    expect(problemOf(inputOf({ vehicles: [makeVehicle()], visits })).vehicles[0]!.capacity).toEqual([1e9, 1e9]);
  });

  it("without a limit a vehicle holds all that there is", () => {
    const visits = [1, 2].map((id) =>
      makeVisit({ id, packageCapacity: 2, packageLoad: 3000, routeId: null, status: 1 }),
    );
    expect(problemOf(inputOf({ visits })).vehicles[0]?.capacity).toEqual(toUnits(4, 6000));
  });
  it("refuses a table of another size", () => {
    const input = inputOf();
    expect(() => buildProblem(input, collectPlaces(input), { car: table([]) })).toThrow(
      "Travel table 'car' has 0 places, the input has 2",
    );
    expect(() => buildProblem(input, collectPlaces(input), {})).toThrow("Travel table 'car'");
  });
  it("names amounts", () => {
    expect([formatAmount(1400, 1), formatAmount(35_000, 0)]).toEqual(["14 kg", "0.35 m³"]);
  });
});
