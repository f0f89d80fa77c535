import fc from "fast-check";
import { schedule, solve, check } from "solver/index";
import type { SolutionRoute, SolutionStep } from "solver/index";
import { describe, expect, it } from "vitest";
import { applySolutionInPieces } from "~/domain/calculation/apply-solution";
import { buildProblem, givenRoutes } from "~/domain/calculation/build-problem";
import type { TravelTable } from "~/domain/calculation/travel-tables";
import { buildInputInPieces } from "~/domain/calculation/build-input";
import type { CalculationSource } from "~/domain/calculation/build-input";
import { addedInWords } from "~/domain/calculation/sentences";
import { buildOutput } from "~/domain/calculation/output";
import type { SolvedPlan } from "~/domain/calculation/output";
import { collectPlaces } from "~/domain/calculation/places";
import { travelModes } from "~/domain/calculation/travel-mode";
import { formatAmount, toUnits } from "~/domain/calculation/units";
import { distanceMeters } from "~/domain/validation/coordinates";
import { makeCompany, makePlan, makeRoute, makeStops, makeVehicle, makeVisit, makeWarehouse } from "../make";
import { atOnce } from "../../../helpers/pieces";
import { METRIC } from "~/domain/units";

const HOUR = 3600;
const METERS_LAT = 1 / 111_195;

function inputOf(part: Partial<CalculationSource> = {}) {
  const decision = atOnce(
    buildInputInPieces({
      company: makeCompany(),
      plan: makePlan(),
      warehouses: [makeWarehouse()],
      vehicles: [makeVehicle()],
      routes: [makeRoute({ status: 1, endLocationType: "W" })],
      visits: [makeVisit({ id: 1, routeId: null, status: 1 })],
      mode: "full",
      timeZone: "Europe/Vaduz",
      now: "2026-06-01 04:00:00",
      ...part,
    }),
  );
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
}
/** 36 km/h as the crow flies. */
function table(places: readonly { lat: number; lng: number }[]): TravelTable {
  const size = places.length;
  const distancesM = Int32Array.from({ length: size * size }, (_, i) =>
    Math.round(distanceMeters(places[Math.floor(i / size)]!, places[i % size]!)),
  );
  return { size, distancesM, durationsSec: distancesM.map((meters) => Math.round(meters / 10)) };
}
function problemOf(input: ReturnType<typeof inputOf>) {
  const places = collectPlaces(input);
  return buildProblem(
    input,
    places,
    Object.fromEntries([...travelModes(input).keys()].map((key) => [key, table(places.places)])),
  );
}

describe("places", () => {
  const at = (id: number, lat: number, lng: number) => makeVisit({ id, lat, lng, routeId: null, status: 1 });
  it("has a place for each door, one site within 15 m, and keeps starts apart", () => {
    const depot = makeWarehouse();
    const visits = [
      at(1, 47.1, 9.5),
      at(2, 47.1 + 14 * METERS_LAT, 9.5),
      at(3, 47.1 + 16 * METERS_LAT, 9.5),
      at(4, depot.lat, depot.lng),
    ];
    const { places, visitIndex, visitSite, startIndex, startSite, endIndex } = collectPlaces(inputOf({ visits }));
    expect([1, 2, 3, 4].map((id) => visitIndex.get(id))).toEqual([0, 1, 2, 3]);
    expect([1, 2, 3, 4].map((id) => visitSite.get(id))).toEqual([0, 0, 2, 3]);
    expect([startIndex.get(1), endIndex.get(1), places.length]).toEqual([4, 4, 5]);
    expect(startSite.size).toBe(0);
  });
  it("has one place for all that goes to one door", () => {
    const visits = [at(1, 47.1, 9.5), at(2, 47.2, 9.5), at(3, 47.1, 9.5)];
    const { visitIndex, visitSite } = collectPlaces(inputOf({ visits }));
    expect([1, 2, 3].map((id) => visitIndex.get(id))).toEqual([0, 1, 0]);
    expect([1, 2, 3].map((id) => visitSite.get(id))).toEqual([0, 1, 0]);
  });
  it("goes on from a visit at its door and its site", () => {
    const input = inputOf({ visits: [at(1, 47.1, 9.5), at(2, 47.1 + 14 * METERS_LAT, 9.5)] });
    const entry = input.fleet[1]!;
    const onRoad = { ...entry, start_location: { lat: 47.1 + 14 * METERS_LAT, lng: 9.5 }, start_visit_id: 2 };
    const places = collectPlaces({ ...input, fleet: { 1: onRoad } });
    expect([places.startIndex.get(1), places.startSite.get(1)]).toEqual([1, 0]);
    const { vehicles } = buildProblem({ ...input, fleet: { 1: onRoad } }, places, { car: table(places.places) });
    expect(vehicles[0]).toMatchObject({ startIndex: 1, startSiteIndex: 0 });
  });
  it("finds every pair within 15 m that a slow search finds", () => {
    const offset = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 }));
    fc.assert(
      fc.property(
        fc.array(offset, { minLength: 1, maxLength: 25 }),
        fc.constantFrom(0.001, 47.1, -70, 84.9),
        fc.constantFrom(9.5, 151.2, -149.8),
        (offsets, lat, lng) => {
          const visits = offsets.map(([y, x], i) =>
            at(i + 1, lat + y * METERS_LAT, lng + (x * METERS_LAT) / Math.cos((lat * Math.PI) / 180)),
          );
          const { places, visitSite } = collectPlaces(inputOf({ visits }));
          const anchors: { lat: number; lng: number }[] = [];
          for (const visit of visits) {
            const place = { lat: visit.lat!, lng: visit.lng! };
            const near = anchors.some((anchor) => distanceMeters(anchor, place) <= 15);
            if (!near) anchors.push(place);
            expect(distanceMeters(places[visitSite.get(visit.id)!]!, place)).toBeLessThanOrEqual(15);
          }
          expect(new Set(visitSite.values()).size).toBe(anchors.length);
        },
      ),
    );
  });
});

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

/** A route through the given visits (or "break"), 600 s and 5 km apart. */
function drive(vehicleId: number, stops: (number | "break")[], end = true): SolutionRoute {
  const steps: SolutionStep[] = [];
  const push = (type: SolutionStep["type"], id: number | undefined, service: number) => {
    const k = steps.filter((step) => step.type !== "break").length;
    const arrivalSec =
      8 * HOUR + steps.reduce((sum, step) => sum + step.serviceSec + step.setupSec + step.waitingSec, 0) + k * 600;
    steps.push({
      type,
      ...(id === undefined ? {} : { id }),
      arrivalSec,
      waitingSec: type === "job" ? 60 : 0,
      setupSec: type === "job" ? 240 : 0,
      serviceSec: service,
      durationSec: (type === "break" ? k - 1 : k) * 600,
      ...(type === "break" ? {} : { distanceM: k * 5000 }),
      load: [0, 0],
      violations: [],
    } as SolutionStep);
  };
  push("start", undefined, 0);
  for (const stop of stops)
    push(stop === "break" ? "break" : "job", stop === "break" ? 1 : stop, stop === "break" ? 1800 : 60);
  if (end) push("end", undefined, 0);
  const jobs = stops.filter((stop) => stop !== "break").length;
  return {
    vehicleId,
    steps,
    cost: 600,
    durationSec: (jobs + 1) * 600,
    waitingSec: 60 * jobs,
    serviceSec: 60 * jobs,
    setupSec: 240 * jobs,
    distanceM: (jobs + 1) * 5000,
    priority: 0,
    delivery: [0, 0],
    pickup: [0, 0],
    violations: [],
  };
}

describe("applying", () => {
  const unscheduled = [1, 2, 3].map((id) =>
    makeVisit({
      id,
      name: `Stop ${id}`,
      routeId: null,
      status: 1,
      position: 1000,
      labelPosition: 0,
      packageLoad: 5,
      unservedReason: null,
    }),
  );
  const apply = (
    input: ReturnType<typeof inputOf>,
    solved: SolvedPlan,
    part: Partial<Parameters<typeof applySolutionInPieces>[0]> = {},
  ) => {
    const output = buildOutput(input, solved);
    return {
      output,
      changes: atOnce(
        applySolutionInPieces({
          calculation: input,
          queryId: 77,
          output,
          routes: [makeRoute({ status: 1, endLocationType: "W" })],
          visits: unscheduled,
          vehicles: [{ id: 1, driverId: 31 }],
          ...part,
        }),
      ),
    };
  };
  const plan = makePlan({
    vehicleSettings: { hasBreaks: true, breakStart: "12:00", breakEnd: "14:00", breakDuration: 30 },
  });

  it("a suggestion has a price in words", () => {
    expect(addedInWords({ travelSec: 1500, distanceM: 12_340 }, "LI 1", METRIC)).toBe(
      "adds 25 min of driving and 12.3 km to LI 1",
    );
    // on the way: less than nothing is nothing
    expect(addedInWords({ travelSec: -20, distanceM: -300 }, "LI 1", METRIC)).toBe(
      "adds 0 min of driving and 0.0 km to LI 1",
    );
  });

  // @spec PC-4.086 PC-4.087 PC-4.088 PC-4.089 PC-4.094 PC-9.05 PC-9.06 PC-9.07
  // @spec PC-3.52 PC-3.56
  it("an empty route gets its stops, start, end, break, totals, driver and status", () => {
    const input = inputOf({ plan, visits: unscheduled });
    const { output, changes } = apply(input, {
      routes: [drive(1, [3, "break", 1])],
      unassigned: [
        {
          type: "job",
          id: 2,
          locationIndex: 0,
          reasons: [{ vehicleId: 1, code: "time_window", message: "", amount: 700 }],
          suggestion: {
            vehicleId: 1,
            change: "overtime",
            amount: 700,
            message: "",
            added: { travelSec: 1500, distanceM: 12_340 },
          },
          alternative: { vehicleId: 1, change: "time_window", amount: 1800, message: "" },
        },
      ],
    });
    const set = (id: number) => changes.visits.find((patch) => patch.id === id)?.set;
    expect(set(3)).toMatchObject({
      routeId: 1,
      status: 2,
      position: 1,
      labelPosition: 1,
      arrivalTime: "2026-06-01 06:10:00",
      distance: 5000,
      travelDuration: 600,
      waitingTime: 60,
      serviceDuration: 300,
    });
    expect(set(1)).toMatchObject({
      routeId: 1,
      status: 2,
      position: 3,
      labelPosition: 2,
      arrivalTime: "2026-06-01 06:56:00",
      distance: 5000,
      travelDuration: 600,
    });
    expect(set(2)).toMatchObject({
      routeId: null,
      status: 1,
      position: 1000,
      arrivalTime: null,
      unservedReason: {
        message: "LI 1 would be 12 min late",
        suggestion: { routeId: 1, message: "LI 1 worked 12 min longer", added: { travelSec: 1500, distanceM: 12_340 } },
        alternative: { routeId: 1, message: "its time window ended 30 min later, for LI 1", added: null },
      },
    });
    expect(
      changes.createVisits.map((visit) => [
        visit.type,
        visit.name,
        visit.position,
        visit.arrivalTime,
        visit.serviceTime,
      ]),
    ).toEqual([
      ["B", "launch", 2, "2026-06-01 06:26:00", 30],
      ["S", "Start", 0, "2026-06-01 06:00:00", 0],
      ["E", "End", 10_000, "2026-06-01 07:12:00", 0],
    ]);
    // The hours between which the break begins go with it: later changes by hand keep to them.
    expect(changes.createVisits[0]).toMatchObject({ startTime: "12:00", endTime: "14:00" });
    expect(changes.createVisits[2]).toMatchObject({
      routeId: 1,
      planId: 1,
      lat: 47.14,
      lng: 9.52,
      travelDuration: 600,
      distance: 5000,
    });
    expect(changes.routes).toEqual([
      {
        id: 1,
        set: {
          status: 2,
          queryId: 77,
          driverId: 31,
          startTime: "2026-06-01 06:00:00",
          finishTime: "2026-06-01 07:12:00",
          distance: 15_000,
          duration: 1800,
          serviceDuration: 600,
          waitingDuration: 120,
          cost: 600,
          violations: [],
        },
      },
    ]);
    expect(output.summary).toMatchObject({
      routes: 1,
      unassigned: 1,
      duration: 1800,
      service: 120,
      setup: 480,
      waiting_time: 120,
      distance: 15_000,
      cost: 600,
      amount: [0, 10],
    });
    expect(output.routes[0]).toMatchObject({
      vehicle: 1,
      vehicle_name: "LI 1",
      visits: 2,
      start: "2026-06-01 06:00:00",
      finish: "2026-06-01 07:12:00",
    });
    expect(output.routes[0]?.steps.map((step) => step.type)).toEqual(["start", "job", "break", "job", "end"]);
    expect(output.unassigned).toMatchObject([{ id: 2, name: "Stop 2" }]);
    expect(JSON.parse(JSON.stringify(output))).toEqual(output);
  });

  // @spec PC-4.088
  it("reuses start, end and break, and removes what isn't needed any more", () => {
    const own = [
      ...makeStops(2),
      makeVisit({ id: 15, type: "B", position: 2 }),
      makeVisit({ id: 16, type: "B", position: 3 }),
      makeVisit({ id: 17, type: "E" }),
    ];
    const input = inputOf({ plan, routes: [makeRoute({ endLocationType: "W" })], visits: own });
    const routes = [makeRoute({ status: 3, endLocationType: "W", driverId: 5 })];
    const { changes } = apply(
      input,
      { routes: [drive(1, [12, 11, "break", 13])], unassigned: [] },
      { routes, visits: own },
    );
    expect(changes.createVisits).toEqual([]);
    expect(changes.removeVisitIds.sort()).toEqual([16, 17]);
    expect(changes.visits.find((patch) => patch.id === 15)?.set).toMatchObject({
      position: 3,
      name: "launch",
      status: 2,
    });
    expect(changes.visits.find((patch) => patch.id === 14)?.set).toMatchObject({
      position: 10_000,
      arrivalTime: expect.any(String),
    });
    expect(changes.routes[0]?.set).toMatchObject({ driverId: 5, queryId: 77 });
    expect(changes.routes[0]?.set).not.toHaveProperty("status");
    const open = apply(
      inputOf({ visits: own, routes: [makeRoute()] }),
      { routes: [drive(1, [11, 12, 13], false)], unassigned: [] },
      { routes: [makeRoute()], visits: own },
    );
    expect(open.changes.removeVisitIds.sort()).toEqual([14, 15, 16, 17]);
  });

  // @spec PC-4.087
  it("on route: status on route, the driven part stays and counts", () => {
    const own = makeStops(3).map((visit) =>
      visit.id <= 11
        ? {
            ...visit,
            status: 4 as const,
            completedAt: visit.id === 10 ? "2026-06-01 05:00:00" : "2026-06-01 05:30:00",
            distance: 1000,
            travelDuration: 100,
            serviceDuration: 50,
            position: visit.id === 10 ? 0 : 4,
          }
        : visit,
    );
    const routes = [makeRoute({ status: 4, isLocked: true, endLocationType: "W", startTime: "2026-06-01 05:00:00" })];
    const input = inputOf({ routes, visits: own, mode: "position" });
    const { changes } = apply(input, { routes: [drive(1, [13, 12])], unassigned: [] }, { routes, visits: own });
    const set = (id: number) => changes.visits.find((patch) => patch.id === id)?.set;
    expect(set(10)).toBeUndefined();
    expect(set(11)).toEqual({ position: 1, labelPosition: 1 });
    expect(set(13)).toMatchObject({ status: 3, position: 2, labelPosition: 2 });
    expect(set(12)).toMatchObject({ status: 3, position: 3, labelPosition: 3 });
    expect(changes.createVisits).toEqual([]);
    expect(changes.routes[0]?.set).toMatchObject({
      startTime: "2026-06-01 05:00:00",
      distance: 17_000,
      duration: 2000,
      serviceDuration: 700,
    });
  });

  // @spec PC-4.030 PC-4.089
  it("a route without stops becomes empty, unless it has been driven", () => {
    const own = [...makeStops(2), makeVisit({ id: 15, type: "B" })];
    const input = inputOf({ routes: [makeRoute()], visits: own });
    const empty = apply(
      input,
      {
        routes: [],
        unassigned: [11, 12, 13].map((id) => ({ type: "job" as const, id, locationIndex: 0, reasons: [] })),
      },
      { routes: [makeRoute()], visits: own },
    ).changes;
    expect(empty.routes[0]?.set).toMatchObject({ status: 1, queryId: null });
    expect(empty.removeVisitIds.sort()).toEqual([10, 14, 15]);
    expect(empty.visits.map((patch) => [patch.id, patch.set.status, patch.set.routeId])).toEqual([
      [11, 1, null],
      [12, 1, null],
      [13, 1, null],
    ]);
    const driven = makeStops(2).map((visit) => (visit.id === 11 ? { ...visit, status: 4 as const } : visit));
    const kept = apply(
      input,
      { routes: [], unassigned: [] },
      { routes: [makeRoute({ status: 3 })], visits: driven },
    ).changes;
    expect(kept.routes[0]?.set).toEqual({ queryId: 77 });
  });

  it("puts violations into words and units", () => {
    const input = inputOf({ visits: unscheduled, vehicles: [makeVehicle({ maxLoad: 10 })] });
    const route = drive(1, [1, 2, 3]);
    const steps = route.steps.map((step, i) =>
      i === 1
        ? {
            ...step,
            load: [0, 2400],
            violations: [
              { code: "delay" as const, amount: 700, message: "" },
              { code: "load" as const, amount: 1400, message: "" },
            ],
          }
        : step,
    );
    const { output, changes } = apply(input, {
      routes: [{ ...route, steps, violations: [{ code: "overtime", amount: 30, message: "" }] }],
      unassigned: [],
    });
    expect(output.routes[0]?.steps[1]?.violations.map((one) => one.message)).toEqual(["Late by 12 min", "14 kg over"]);
    // The load is the route's: the visit would take it along when it leaves.
    expect(changes.visits.find((patch) => patch.id === 1)?.set.violations).toMatchObject([{ code: "delay" }]);
    expect(changes.routes[0]?.set.violations).toEqual([
      { code: "overtime", amount: 30, message: "1 min after working hours" },
    ]);
  });
});

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
