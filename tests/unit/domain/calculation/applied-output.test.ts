import { LegEstimate } from "~/domain/visit/visit";
import { describe, expect, it } from "vitest";
import { endLineKey, applySolutionInPieces } from "~/domain/calculation/apply-solution";
import { buildProblem, givenRoutes } from "~/domain/calculation/build-problem";
import { buildInputInPieces } from "~/domain/calculation/build-input";
import type { CalculationOutput, OutputRoute, OutputStep } from "~/domain/calculation/output";
import { collectPlaces } from "~/domain/calculation/places";
import { travelModes } from "~/domain/calculation/travel-mode";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import type { CalculationSource } from "~/domain/calculation/calculation-source";
import { makeCompany, makePlan, makeRoute, makeStops, makeVehicle, makeVisit, makeWarehouse } from "../make";
import { atOnce } from "../../../helpers/pieces";

const HOUR = 3600;
const built = (part: Partial<CalculationSource> = {}) =>
  atOnce(
    buildInputInPieces({
      company: makeCompany(),
      plan: makePlan(),
      warehouses: [makeWarehouse()],
      vehicles: [makeVehicle()],
      routes: [makeRoute({ endLocationType: "W" })],
      visits: makeStops(),
      mode: "full",
      timeZone: "Europe/Vaduz",
      now: "2026-06-01 04:00:00",
      ...part,
    }),
  );
const inputOf = (part: Partial<CalculationSource> = {}): CalculationInput => {
  const decision = built(part);
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
};
const errorOf = (part: Partial<CalculationSource>) => {
  const decision = built(part);
  return decision.ok ? null : decision.error;
};

const step = (type: OutputStep["type"], part: Partial<OutputStep> = {}): OutputStep => ({
  type,
  arrival: 0,
  arrival_time: "2026-06-01 06:00:00",
  waiting_time: 0,
  setup: 0,
  service: 0,
  travel_duration: 0,
  travel_distance: 0,
  duration: 0,
  distance: 0,
  amount: [0, 0],
  violations: [],
  ...(type === "start" || type === "end" ? { lat: 47, lng: 9 } : {}),
  ...part,
});
const planned = (...steps: OutputStep[]): OutputRoute => ({
  vehicle: 1,
  vehicle_id: 1,
  vehicle_name: "LI 1",
  visits: 1,
  start: "2026-06-01 06:00:00",
  finish: "2026-06-01 09:00:00",
  violations: [],
  steps,
  cost: 100,
  duration: 10,
  service: 20,
  setup: 30,
  waiting_time: 40,
  distance: 50,
  amount: [0, 0],
});
type Input = Parameters<typeof applySolutionInPieces>[0];
const apply = (routes: OutputRoute[], part: Partial<Input> = {}) =>
  atOnce(
    applySolutionInPieces({
      calculation: inputOf(),
      queryId: 77,
      output: { routes, unassigned: [], summary: {} } as unknown as CalculationOutput,
      routes: [makeRoute()],
      visits: makeStops(),
      vehicles: [],
      ...part,
    }),
  );

describe("applying, at its edges", () => {
  it("leaves routes alone that the calculation was not about", () => {
    const changes = apply([], {
      routes: [makeRoute({ id: 5 })],
      visits: [
        makeVisit({ id: 50, routeId: 5 }),
        makeVisit({ id: 51, routeId: null }),
        makeVisit({ id: 52, routeId: 99 }),
      ],
    });
    expect(changes).toMatchObject({ routes: [], visits: [], removeVisitIds: [] });
  });
  it("a route that is driven and gets nothing is timed anew, without the breaks that are left", () => {
    const breaks = [makeVisit({ id: 20, type: "B" }), makeVisit({ id: 21, type: "B", status: 4 })];
    for (const visits of [
      makeStops().map((visit) => (visit.id === 11 ? { ...visit, status: 4 as const } : visit)),
      [],
    ]) {
      const changes = apply([], { routes: [makeRoute({ status: 4 })], visits: [...visits, ...breaks] });
      expect(changes).toMatchObject({
        routes: [{ id: 1, set: { queryId: 77 } }],
        visits: [],
        removeVisitIds: [20],
        recalculate: [{ routeId: 1, mode: "position" }],
      });
    }
  });
  it("a start that was reported alone is no stop that was driven", () => {
    const reported = makeStops().map((visit) => (visit.id === 10 ? { ...visit, status: 4 as const } : visit));
    expect(apply([], { visits: reported }).routes[0]?.set).toMatchObject({ status: 1, queryId: null });
  });
  it("gives a stop the line of its way, where one was measured", () => {
    const changes = apply([planned(step("start"), step("job", { id: 11 }), step("job", { id: 12 }), step("end"))], {
      lines: new Map([[11, "abc"]]),
    });
    const set = (id: number) =>
      changes.visits.find((patch) => patch.id === id && patch.set.position !== undefined)?.set;
    expect([set(11)?.polyline, set(12) !== undefined && "polyline" in set(12)!]).toEqual(["abc", false]);
  });
  it("gives the end of a route the line of its way, and says of every leg whether it is an estimate", () => {
    const home = { lat: 47.1, lng: 9.5 };
    const changes = apply([planned(step("start", home), step("job", { id: 11, estimate: true }), step("end", home))], {
      lines: new Map([[endLineKey(1), "home"]]),
    });
    const lines = changes.visits.flatMap(({ id, set }) => ("polyline" in set ? [[id, set.polyline]] : []));
    expect(lines).toEqual([[makeStops().find(({ type }) => type === "E")!.id, "home"]]);
    const job = changes.visits.find((patch) => patch.id === 11 && patch.set.position !== undefined);
    expect(job?.set.legEstimate).toBe(LegEstimate.Estimate);
  });
  it("takes steps without a visit for none, and leaves the hours of a break open that nobody asked for", () => {
    const changes = apply([
      planned(
        step("start"),
        step("job"),
        step("job", { id: 404 }),
        step("break", { id: 11, service: 1800 }),
        step("end"),
      ),
    ]);
    expect(changes.createVisits).toMatchObject([
      { type: "B", position: 2, serviceTime: 30, startTime: null, endTime: null },
    ]);
    expect(
      changes.visits.filter((patch) => patch.set.position !== undefined).map((patch) => [patch.id, patch.set.position]),
    ).toEqual([
      [404, 1],
      [10, 0],
      [14, 10_000],
    ]);
  });
  it("a break until the end of the day ends at 24:00, not at the midnight before", () => {
    const vehicle = makeVehicle({ workHourEnd: "24:00", breakStart: "20:00", breakEnd: "24:00", breakDuration: 30 });
    const plan = makePlan({ vehicleSettings: { hasBreaks: true } });
    const changes = apply(
      [planned(step("start"), step("job", { id: 11 }), step("break", { service: 1800 }), step("end"))],
      {
        calculation: inputOf({ vehicles: [vehicle], plan }),
      },
    );
    expect(changes.createVisits).toMatchObject([{ type: "B", startTime: "20:00", endTime: "24:00" }]);
  });
  it("keeps a past end and start, removes others that have no place any more", () => {
    const done = makeStops().map((visit) => (visit.id === 14 ? { ...visit, status: 4 as const } : visit));
    const changes = apply([planned(step("job", { id: 11 }), step("end"))], { visits: done });
    expect([changes.removeVisitIds, changes.visits.some((patch) => patch.id === 14)]).toEqual([[], false]);
    for (const nowhere of [{ lat: 47 }, { lng: 9 }]) {
      const end: OutputStep = { ...step("job"), type: "end", ...nowhere };
      expect(apply([planned(step("start"), step("job", { id: 11 }), end)]).removeVisitIds).toEqual([14]);
    }
    expect(apply([planned(step("job", { id: 11 }))], { visits: [makeVisit({ id: 11 })] })).toMatchObject({
      removeVisitIds: [],
      createVisits: [],
    });
  });
  it("a route on the road keeps its start though nothing was reported", () => {
    const changes = apply([planned(step("start"), step("job", { id: 11 }), step("end"))], {
      routes: [makeRoute({ status: 4 })],
    });
    expect(changes.visits.some((patch) => patch.id === 10)).toBe(false);
  });
  it("counts for the whole day what is driven already, waiting and cost included", () => {
    const priced = inputOf({
      plan: makePlan({ aim: "cost" }),
      vehicles: [makeVehicle({ costPerKm: 1, costPerHour: 36 })],
    });
    const visits = makeStops().map((visit) =>
      visit.id === 11
        ? { ...visit, status: 4 as const, waitingTime: 7, travelDuration: 100, distance: 2000, serviceDuration: null }
        : { ...visit, waitingTime: 500, distance: 500, travelDuration: 500 },
    );
    const route = makeRoute({ status: 3, startTime: "2026-06-01 05:00:00" });
    const [driven] = apply([planned(step("start"), step("job", { id: 12 }), step("end"))], {
      visits,
      calculation: priced,
      routes: [route],
    }).routes;
    expect(driven?.set).toMatchObject({
      startTime: "2026-06-01 05:00:00",
      finishTime: "2026-06-01 09:00:00",
      distance: 2050,
      duration: 110,
      serviceDuration: 50,
      waitingDuration: 47,
      cost: 100 + 100 + 200,
    });
    const [unknown] = apply([planned(step("job", { id: 12 }))], {
      visits,
      routes: [{ ...route, startTime: null }],
    }).routes;
    expect(unknown?.set.startTime).toBe("2026-06-01 06:00:00");
    const early = { arrivalTime: "2026-06-01 05:10:00", completedAt: "2026-06-01 05:10:03", serviceTime: 0 };
    const [served] = apply([planned(step("job", { id: 12 }))], {
      visits: visits.map((visit) => (visit.id === 11 ? { ...visit, ...early } : visit)),
      routes: [route],
    }).routes;
    expect(served?.set.waitingDuration, "served 3 s after it was reached").toBe(43);
    const [ahead] = apply([planned(step("job", { id: 12 }))], { routes: [route] }).routes;
    expect(ahead?.set).toMatchObject({
      startTime: "2026-06-01 06:00:00",
      distance: 50,
      waitingDuration: 40,
      cost: 100,
    });
  });
});

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
