import { describe, expect, it } from "vitest";
import type { CalculationSource } from "~/domain/calculation/build-input";
import { planScope } from "~/domain/calculation/scope";
import type { Visit } from "~/domain/visit/visit";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit, makeWarehouse } from "../make";
import { HOUR, inputOf, refusalOf } from "./given-input";

describe("the body", () => {
  // @spec PC-7.34 PC-7.35 PC-7.36 PC-7.37 PC-7.38 PC-3.02 PC-3.22
  it("has the specification's fields in its units", () => {
    const vehicle = makeVehicle({
      capacity: 6,
      maxLoad: 800,
      maxQuantity: 40,
      maxDistance: 250,
      overtime: 30,
      speedFactor: 1.1,
      type: "truck",
      width: 2.2,
      height: 3,
      weight: 7.5,
      breakStart: "12:00",
      breakEnd: "14:00",
      breakDuration: 30,
    });
    const input = inputOf({
      vehicles: [vehicle],
      routes: [makeRoute({ id: 9, status: 1, vehicleSettings: { hasBreaks: true }, endLocationType: "W" })],
      visits: [
        makeVisit({
          id: 4,
          type: "P",
          serviceTime: 2.5,
          packageCapacity: 0.2,
          packageLoad: 12,
          startTime: "09:00",
          endTime: "",
          routeId: null,
          status: 1,
        }),
      ],
    });
    expect(input).toMatchObject({
      options: {
        polylines: true,
        solving_time: 7,
        exploration: 5,
        avoid_tolls: true,
        avoid_highways: false,
        squash_duration: 2,
        visit_balance_coefficient: 0,
        need_steps: true,
      },
      company_id: 1,
      country_id: 3,
      base: { plan_id: 1, service_date: "2026-06-01", time_zone: "Europe/Vaduz", mode: "full" },
    });
    expect(input.fleet).toEqual({
      9: {
        vehicle_id: 1,
        title: "LI 1",
        shift_start: 8 * HOUR,
        shift_end: 18.5 * HOUR,
        max_distance: 250_000,
        speed_factor: 1.1,
        width: 2.2,
        height: 3,
        weight: 7.5,
        profile: "truck",
        start_location: { lat: 47.14, lng: 9.52 },
        end_location: { lat: 47.14, lng: 9.52 },
        breaks: [{ start: 12 * HOUR, end: 14 * HOUR, duration: 1800, description: "launch", due_after: 6 * HOUR }],
        visits_max: 40,
        capacity: 6,
        load: 800,
        strict_start: false,
      },
    });
    expect(input.visits).toEqual({
      4: {
        type: "P",
        name: "Bakery",
        lat: 47.1,
        lng: 9.5,
        start: 9 * HOUR,
        duration: 150,
        capacity: 0.2,
        load: 12,
        route_id: null,
      },
    });
  });
  // @spec PC-7.37
  it("leaves out limits that aren't set, open ends, and a car's weight", () => {
    const entry = inputOf({ vehicles: [makeVehicle({ weight: 3 })] }).fleet[1];
    expect(Object.keys(entry ?? {})).not.toEqual(expect.arrayContaining(["max_distance"]));
    expect([
      entry?.max_distance,
      entry?.visits_max,
      entry?.capacity,
      entry?.load,
      entry?.end_location,
      entry?.weight,
    ]).toEqual([undefined, undefined, undefined, undefined, undefined, null]);
  });
  // @spec PC-5.47
  it("sends a break only if it is switched on and complete", () => {
    const breaks = (has: boolean, end: string | null) =>
      inputOf({
        plan: makePlan({ vehicleSettings: { hasBreaks: has } }),
        vehicles: [makeVehicle({ breakStart: "12:00", breakEnd: end, breakDuration: 30 })],
      }).fleet[1]?.breaks.length;
    expect([breaks(true, "14:00"), breaks(false, "14:00"), breaks(true, null)]).toEqual([1, 0, 0]);
  });
  // @spec PC-5.47
  it("sends a vehicle's own whole break where nobody switched breaks on or off", () => {
    const own = { breakStart: "12:00", breakEnd: "14:00", breakDuration: 30 };
    const breaks = (defaultHasBreaks: boolean, ofVehicle: object, ofPlan: object) =>
      inputOf({
        company: makeCompany({ defaultHasBreaks }),
        plan: makePlan({ vehicleSettings: ofPlan }),
        vehicles: [makeVehicle(ofVehicle)],
      }).fleet[1]?.breaks.length;
    expect([breaks(false, own, {}), breaks(true, own, {})]).toEqual([1, 1]);
    // Of hours that the plan gives, the company's switch decides.
    expect([breaks(false, {}, own), breaks(true, {}, own)]).toEqual([0, 1]);
    expect([breaks(false, {}, { ...own, hasBreaks: true }), breaks(true, {}, { ...own, hasBreaks: false })]).toEqual([
      1, 0,
    ]);
  });
  it("counts the seconds of a day with a clock change as they pass", () => {
    const input = inputOf({
      plan: makePlan({ serviceDate: "2026-03-29" }),
      visits: [makeVisit({ routeId: null, status: 1 })],
    });
    expect(input.fleet[1]).toMatchObject({ shift_start: 7 * HOUR, shift_end: 17 * HOUR });
    expect(input.visits[1]).toMatchObject({ start: 7 * HOUR, end: 19 * HOUR });
  });
  it("takes hours of the night in which the clock is put forward as they were typed", () => {
    const input = inputOf({
      plan: makePlan({ serviceDate: "2026-03-29", vehicleSettings: { hasBreaks: true } }),
      vehicles: [
        makeVehicle({
          workHourStart: "02:30",
          workHourEnd: "03:15",
          breakStart: "02:30",
          breakEnd: "03:00",
          breakDuration: 5,
        }),
      ],
      visits: [makeVisit({ routeId: null, status: 1, startTime: "02:15", endTime: "03:00" })],
    });
    // 02:30 would be 9000 s after midnight, 03:00 is 7200 s after it.
    expect(input.fleet[1]).toMatchObject({ shift_start: 9000, shift_end: 9000, breaks: [{ start: 9000, end: 9000 }] });
    expect(input.visits[1]).toMatchObject({ start: 8100, end: 8100 });
  });
  it.each([
    ["W", { lat: 47.14, lng: 9.52 }],
    ["P", { lat: 47.2, lng: 9.6 }],
    ["C", { lat: 47.3, lng: 9.7 }],
  ] as const)("starts and ends at %s", (type, place) => {
    const route = makeRoute({
      startLocationType: type,
      startLocationLat: 47.3,
      startLocationLng: 9.7,
      endLocationType: type,
      endLocationLat: 47.3,
      endLocationLng: 9.7,
    });
    const entry = inputOf({ routes: [route], vehicles: [makeVehicle({ parkLocationLat: 47.2, parkLocationLng: 9.6 })] })
      .fleet[1];
    expect([entry?.start_location, entry?.end_location]).toEqual([place, place]);
  });
  // @spec PC-7.38
  it("gives the present order, with the break where it stands or belongs", () => {
    const plan = makePlan({
      vehicleSettings: { hasBreaks: true, breakStart: "12:00", breakEnd: "13:00", breakDuration: 30 },
    });
    const at = (id: number, position: number, arrivalTime: string | null, part: Partial<Visit> = {}) =>
      makeVisit({ id, position, arrivalTime, ...part });
    const timed = [
      at(1, 2, "2026-06-01 10:30:00"),
      at(2, 1, "2026-06-01 07:00:00"),
      at(3, 3, "2026-06-01 12:00:00", { status: 1, position: 1000 }),
    ];
    expect(inputOf({ plan, visits: timed, mode: "position" }).solution).toEqual({ 1: [2, "break", 1] });
    expect(inputOf({ plan, visits: [...timed, at(8, 3, null, { type: "B" })], mode: "position" }).solution).toEqual({
      1: [2, 1, "break"],
    });
    expect(inputOf({ plan, visits: [at(1, 1, null), at(2, 2, null)], mode: "position" }).solution).toEqual({
      1: [1, "break", 2],
    });
    expect(Object.keys(inputOf({ plan, visits: timed, mode: "position" }).visits)).toEqual(["1", "2"]);
  });
});

describe("visits without a place", () => {
  const placed = makeVisit({ id: 11, routeId: null, status: 1 });
  const waiting = makeVisit({ id: 12, routeId: null, status: 1, lat: null, lng: null });
  it("wait, and the others are planned", () => {
    expect(Object.keys(inputOf({ visits: [placed, waiting] }).visits)).toEqual(["11"]);
  });
  it("stop the calculation where they stand on a route, and where there are no others", () => {
    const onRoute = makeVisit({ id: 13, name: "Bakery", lat: null, lng: null });
    expect(refusalOf({ visits: [placed, onRoute] }).fields).toHaveProperty("visits.13.lat");
    expect(refusalOf({ visits: [waiting] }).fields).toHaveProperty("visits.12.lat");
  });
});

describe("refusals name the field", () => {
  it("no routes, no visits", () => {
    expect(refusalOf({ routes: [] })).toMatchObject({
      code: "calculation.no_routes",
      message: "Add at least one vehicle to the plan.",
      status: 422,
    });
    expect(refusalOf({ visits: [] })).toMatchObject({
      code: "calculation.no_visits",
      message: "Add at least one visit to the plan.",
    });
    expect(refusalOf({ visits: [makeVisit({ status: 4 })] }).code).toBe("calculation.no_visits");
  });
  it.each<[string, string, Partial<CalculationSource>]>([
    ["routes.1.vehicleId", "Route 1: No Vehicle", { routes: [makeRoute({ vehicleId: null })] }],
    ["visits.1.lat", "Visit 'Bakery' has no coordinates", { visits: [makeVisit({ lat: null })] }],
    ["visits.1.lat", "Visit 'Bakery' has no coordinates", { visits: [makeVisit({ lat: 47, lng: 0 })] }],
    ["visits.1.lat", "latitude 123.4", { visits: [makeVisit({ lat: 123.4, lng: -999 })] }],
    ["visits.1.packageLoad", "load (kg) is -1", { visits: [makeVisit({ packageLoad: -1 })] }],
    ["visits.1.packageCapacity", "capacity (m³) is NaN", { visits: [makeVisit({ packageCapacity: Number.NaN })] }],
    [
      "visits.1.packageCapacity",
      "capacity (m³) is 12000, it must be between 0 and 10000",
      { visits: [makeVisit({ packageCapacity: 12_000 })] },
    ],
    ["visits.1.serviceTime", "service time (min) is -5", { visits: [makeVisit({ serviceTime: -5 })] }],
    [
      "visits.1.startTime",
      "Start time must be less than end time",
      { visits: [makeVisit({ startTime: "12:00", endTime: "08:00" })] },
    ],
    ["visits.1.endTime", "'25:99' is no time", { visits: [makeVisit({ endTime: "25:99" })] }],
    ["warehouses.1.lat", "Warehouse 'Depot' has no coordinates", { warehouses: [makeWarehouse({ lat: 0 })] }],
    [
      "routes.1.warehouseId",
      "Warehouse 'not chosen'",
      { routes: [makeRoute({ warehouseId: null })], plan: makePlan({ warehouseId: null }) },
    ],
    [
      "vehicles.1.parkLocationLat",
      "park location has no coordinates",
      { routes: [makeRoute({ endLocationType: "P" })] },
    ],
    [
      "routes.1.startLocationLat",
      "start location of the route has no coordinates",
      { routes: [makeRoute({ startLocationType: "C" })] },
    ],
    ["vehicles.1.capacity", "capacity (m³) is -6", { vehicles: [makeVehicle({ capacity: -6 })] }],
    ["vehicles.1.maxDistance", "max distance (km) is -1", { vehicles: [makeVehicle({ maxDistance: -1 })] }],
    ["vehicles.1.overtime", "overtime (min) is -30", { vehicles: [makeVehicle({ overtime: -30 })] }],
    [
      "vehicles.1.workHourStart",
      "Start time must be less than end time",
      { vehicles: [makeVehicle({ workHourStart: "18:00", workHourEnd: "08:00" })] },
    ],
    ["vehicles.1.workHourEnd", "'late' is no time", { vehicles: [makeVehicle({ workHourEnd: "late" })] }],
    [
      "vehicles.1.breakStart",
      "breaks: Start time must be less",
      {
        vehicles: [makeVehicle({ breakStart: "14:00", breakEnd: "12:00", breakDuration: 30 })],
        plan: makePlan({ vehicleSettings: { hasBreaks: true } }),
      },
    ],
    ["exploration", "Exploration is 9", { plan: makePlan({ exploration: 9 }) }],
  ])("%s: %s", (field, sentence, part) => {
    const error = refusalOf(part);
    expect(error).toMatchObject({ code: "calculation.bad_input", status: 422 });
    expect(Object.keys(error.fields ?? {})).toContain(field);
    expect(error.message).toContain(sentence);
  });
  it("lists every fault, and shows the first five", () => {
    const visits = Array.from({ length: 8 }, (_, i) => makeVisit({ id: i + 1, name: `Stop ${i + 1}`, lat: null }));
    const error = refusalOf({ visits });
    expect(Object.keys(error.fields ?? {})).toHaveLength(8);
    expect(error.message).toContain("Stop 5");
    expect(error.message).toContain("… and 3 more.");
  });
});

describe("scope", () => {
  it("of a plan: no locked or completed routes, nor what stands on them", () => {
    const routes = [makeRoute({ id: 1 }), makeRoute({ id: 2, isLocked: true }), makeRoute({ id: 3, status: 5 })];
    const visits = [1, 2, 3, null].map((routeId, i) => makeVisit({ id: i + 1, routeId }));
    expect(planScope(routes, visits).routes.map((route) => route.id)).toEqual([1]);
    expect(planScope(routes, visits).visits.map((visit) => visit.id)).toEqual([1, 4]);
  });
});
