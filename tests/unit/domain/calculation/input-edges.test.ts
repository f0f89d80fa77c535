import { describe, expect, it } from "vitest";
import { buildProblem, givenRoutes } from "~/domain/calculation/build-problem";
import { collectPlaces } from "~/domain/calculation/places";
import { travelModes } from "~/domain/calculation/travel-mode";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import type { CalculationSource } from "~/domain/calculation/calculation-source";
import { makeCompany, makePlan, makeRoute, makeStops, makeVehicle, makeVisit, makeWarehouse } from "../make";
import { errorOf, inputOf } from "./built-input";

const HOUR = 3600;

describe("the input, at its edges", () => {
  it("names the field of what is missing", () => {
    expect(errorOf({ routes: [] })?.fields).toEqual({ routes: "Add at least one vehicle to the plan." });
    expect(errorOf({ visits: [] })?.fields).toEqual({ visits: "Add at least one visit to the plan." });
    const elsewhere = makeVisit({ id: 40, routeId: 9 });
    expect(
      Object.keys(
        inputOf({ visits: [...makeStops(), elsewhere, makeVisit({ id: 41, routeId: null, status: 1 })] }).visits,
      ),
    ).toEqual(["11", "12", "13", "41"]);
    const inOrder = inputOf({
      mode: "position",
      visits: [...makeStops(), makeVisit({ id: 41, routeId: null }), makeVisit({ id: 42, status: 1 })],
    });
    expect(Object.keys(inOrder.visits)).toEqual(["11", "12", "13"]);
  });
  it("names a stop's fault and leaves the stop out", () => {
    expect(errorOf({ visits: [makeVisit({ lat: null })] })?.code).toBe("calculation.bad_input");
  });
  const lunch = makeVehicle({ breakStart: "12:00", breakEnd: "14:00", breakDuration: 30 });
  const at = (id: number, position: number, arrivalTime: string | null) => makeVisit({ id, position, arrivalTime });
  const orderOf = (...visits: ReturnType<typeof makeVisit>[]) => inputOf({ vehicles: [lunch], visits }).solution["1"];
  it("puts a break without a place where its hours begin, at the end of a short day, mid-way without times", () => {
    expect(
      orderOf(at(1, 1, "2026-06-01 09:59:59"), at(2, 2, "2026-06-01 10:00:00"), at(3, 3, "2026-06-01 10:30:00")),
    ).toEqual([1, "break", 2, 3]);
    expect(orderOf(at(1, 1, null), at(2, 2, "2026-06-01 08:00:00"))).toEqual([1, 2, "break"]);
    expect(orderOf(at(1, 1, null), at(2, 2, null), at(3, 3, null))).toEqual([1, 2, "break", 3]);
  });
  it("keeps a break where it stands, once, and only where one is asked for", () => {
    const pause = (id: number, position: number) => makeVisit({ id, type: "B", position });
    expect(orderOf(at(1, 1, null), pause(8, 1.5), at(2, 2, null), pause(9, 2.5))).toEqual([1, "break", 2]);
    expect(inputOf({ visits: [at(1, 1, null), pause(8, 1.5), at(2, 2, null)] }).solution["1"]).toEqual([1, 2]);
  });
});

describe("the fleet, at its edges", () => {
  const entryOf = (part: Partial<CalculationSource>) => inputOf(part).fleet[1]!;
  it("starts and ends where the route says, by its own warehouse first", () => {
    const warehouses = [makeWarehouse(), makeWarehouse({ id: 2, lat: 46, lng: 8 })];
    expect(entryOf({ warehouses, routes: [makeRoute({ warehouseId: 2 })] })).toMatchObject({
      start_location: { lat: 46, lng: 8 },
    });
    expect(entryOf({ warehouses, routes: [makeRoute({ warehouseId: null })] })).toMatchObject({
      start_location: { lat: 47.14, lng: 9.52 },
    });
    expect(entryOf({ routes: [makeRoute()] })).not.toHaveProperty("end_location");
    expect(entryOf({ vehicles: [makeVehicle({ plate: " LI 9 " })] }).title).toBe("LI 9");
  });
  it.each<[string, Partial<CalculationSource>, string]>([
    ["no start of work", { vehicles: [makeVehicle({ workHourStart: "early" })] }, "vehicles.1.workHourStart"],
    ["no end of work", { vehicles: [makeVehicle({ workHourEnd: "late" })] }, "vehicles.1.workHourEnd"],
    [
      "a day of no length",
      { vehicles: [makeVehicle({ workHourStart: "08:00", workHourEnd: "08:00" })] },
      "vehicles.1.workHourStart",
    ],
    ["overtime below zero", { vehicles: [makeVehicle({ overtime: -1 })] }, "vehicles.1.overtime"],
    [
      "a break without hours",
      { vehicles: [makeVehicle({ breakStart: "noon", breakEnd: "14:00", breakDuration: 30 })] },
      "vehicles.1.breakStart",
    ],
    [
      "a break without an end",
      { vehicles: [makeVehicle({ breakStart: "12:00", breakEnd: "two", breakDuration: 30 })] },
      "vehicles.1.breakStart",
    ],
    [
      "a break that ends before it begins",
      { vehicles: [makeVehicle({ breakStart: "12:01", breakEnd: "12:00", breakDuration: 30 })] },
      "vehicles.1.breakStart",
    ],
    ["a capacity below zero", { vehicles: [makeVehicle({ capacity: -1 })] }, "vehicles.1.capacity"],
    ["a load below zero", { vehicles: [makeVehicle({ maxLoad: -1 })] }, "vehicles.1.maxLoad"],
    ["no warehouse", { warehouses: [] }, "routes.1.warehouseId"],
    ["a warehouse without a place", { warehouses: [makeWarehouse({ lat: 0, lng: 0 })] }, "warehouses.1.lat"],
    ["no parking", { routes: [makeRoute({ startLocationType: "P" })] }, "vehicles.1.parkLocationLat"],
    ["no place of its own", { routes: [makeRoute({ endLocationType: "C" })] }, "routes.1.endLocationLat"],
    ["no costs", { plan: makePlan({ aim: "cost" }) }, "vehicles.1.costPerKm"],
  ])("refuses %s", (_, part, field) => {
    expect(Object.keys(errorOf(part)?.fields ?? {})).toEqual([field]);
  });
  it("takes a break that begins as it ends, and none that was taken", () => {
    const noon = makeVehicle({ breakStart: "12:00", breakEnd: "12:00", breakDuration: 30 });
    expect(entryOf({ vehicles: [noon] }).breaks).toMatchObject([{ start: 12 * HOUR, end: 12 * HOUR, duration: 1800 }]);
    expect(
      entryOf({
        vehicles: [noon],
        visits: [...makeStops(), makeVisit({ id: 30, type: "B", status: 4, completedAt: "2026-06-01 08:00:00" })],
      }).breaks,
    ).toEqual([]);
  });
  it.each(["costPerKm", "costPerHour", "fixedCost"] as const)("knows what it costs by %s alone", (field) => {
    expect(entryOf({ plan: makePlan({ aim: "cost" }), vehicles: [makeVehicle({ [field]: 2 })] }).prices).toBeDefined();
  });
  it("has on the road what is left of its limits, and no limit where it had none", () => {
    const visits = makeStops(3).map((visit) =>
      visit.id <= 11
        ? {
            ...visit,
            status: 4 as const,
            completedAt: visit.id === 10 ? "2026-06-01 03:00:00" : "2026-06-01 03:30:00",
            distance: 2000,
            packageLoad: 3,
          }
        : visit,
    );
    const limited = makeVehicle({
      maxDistance: 10,
      maxQuantity: 3,
      capacity: 5,
      maxLoad: 50,
      breakStart: "12:00",
      breakEnd: "13:00",
      breakDuration: 30,
    });
    const road = { routes: [makeRoute({ status: 4 })], visits };
    expect(entryOf({ ...road, vehicles: [limited] })).toMatchObject({
      strict_start: true,
      visits_max: 2,
      capacity: 5,
      load: 50,
      start_visit_id: 11,
      breaks: [{ start: 12 * HOUR }],
    });
    const free = entryOf({ ...road, vehicles: [makeVehicle()] });
    for (const limit of ["max_distance", "visits_max", "capacity", "load", "shift_end"])
      expect(free, limit).not.toHaveProperty(limit);
    // At 13:00 the break may still begin, a second later not.
    expect([
      entryOf({ ...road, vehicles: [limited], now: "2026-06-01 11:00:00" }).breaks.length,
      entryOf({ ...road, vehicles: [limited], now: "2026-06-01 11:00:01" }).breaks.length,
    ]).toEqual([1, 0]);
  });
});

describe("the problem, at its edges", () => {
  const problemOf = (input: CalculationInput) => {
    const places = collectPlaces(input);
    const size = places.places.length;
    const table = { size, distancesM: new Int32Array(size * size), durationsSec: new Int32Array(size * size) };
    return buildProblem(input, places, Object.fromEntries([...travelModes(input).keys()].map((key) => [key, table])));
  };
  it("has no limit, cost or end that nobody set, and a day that is long enough on the road", () => {
    const input = inputOf();
    expect(Object.keys(problemOf(input).vehicles[0]!)).not.toEqual(expect.arrayContaining(["maxTasks"]));
    for (const key of ["maxTasks", "maxDistanceM", "costs"])
      expect(problemOf(input).vehicles[0], key).not.toHaveProperty(key);
    const { shift_end: _end, ...open } = input.fleet["1"]!;
    const late = { ...input, fleet: { 1: { ...open, shift_start: 100 * HOUR } } };
    const [from, to] = problemOf(late).vehicles[0]!.timeWindow!;
    expect(from).toBe(100 * HOUR);
    expect(to - from).toBeGreaterThanOrEqual(24 * HOUR);
  });
  it("asks for a break where it is due, by the company's time", () => {
    const vehicles = [makeVehicle({ breakStart: "12:00", breakEnd: "13:00", breakDuration: 30 })];
    const breaksOf = (defaultBreakAfter: number) =>
      problemOf(inputOf({ vehicles, company: makeCompany({ defaultBreakAfter }) })).vehicles[0]!.breaks;
    expect(breaksOf(300)).toMatchObject([{ onlyIfDue: true, dueAfterSec: 300 * 60, serviceSec: 1800 }]);
    expect(breaksOf(0)![0]).not.toHaveProperty("dueAfterSec");
  });
  it("refuses a visit without a place, and begins with routes that have stops, breaks included", () => {
    const input = inputOf({ routes: [makeRoute(), makeRoute({ id: 2 })] });
    expect(() =>
      buildProblem(
        input,
        { ...collectPlaces(input), visitIndex: new Map() },
        {
          car: {
            size: collectPlaces(input).places.length,
            distancesM: new Int32Array(99),
            durationsSec: new Int32Array(99),
          },
        },
      ),
    ).toThrow("has no place");
    expect(givenRoutes({ ...input, solution: { 1: [11, "break", 404, 12], 2: ["break"], 3: [404] } })).toEqual([
      {
        vehicleId: 1,
        steps: [
          { type: "job", id: 11 },
          { type: "break", id: 1 },
          { type: "job", id: 12 },
        ],
      },
    ]);
  });
});
