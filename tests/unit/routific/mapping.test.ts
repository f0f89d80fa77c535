import { describe, expect, it } from "vitest";
import { routificAnswer } from "~/domain/routific/answer";
import {
  buildRoutificProblem,
  impossibleVisits,
  lateSec,
  leewayOf,
  NO_LEEWAY,
  placesOf,
} from "~/domain/routific/build-problem";
import { clockSec, clockText } from "~/domain/routific/clock";
import { routificRequest } from "~/domain/routific/request";
import type { RoutificRequest } from "~/domain/routific/request";
import type { SolutionStep } from "solver/index";

type Json = Record<string, unknown>;

const HOUR = 3600;
const VISIT = { location: { lat: 47.166, lng: 9.51 } };
const DEPOT = { lat: 47.141, lng: 9.521 };
const withVisit = (more: Json): Json => ({
  visits: { a: { ...VISIT, ...more } },
  fleet: { v: { start_location: DEPOT } },
});
const withVehicle = (more: Json): Json => ({ visits: { a: VISIT }, fleet: { v: { start_location: DEPOT, ...more } } });
const withOptions = (options: Json): Json => ({ ...withVisit({}), options });
const read = (json: Json): RoutificRequest => routificRequest(3).parse(json);

function problemOf(json: Json, leeway = NO_LEEWAY) {
  const request = read(json);
  const places = placesOf(request);
  const size = places.places.length;
  const matrix = { size, durations: new Int32Array(size * size), distances: new Int32Array(size * size) };
  return buildRoutificProblem(request, places, matrix, leeway);
}
const jobOf = (more: Json) => problemOf(withVisit(more)).jobs[0]!;
const vehicleOf = (more: Json) => problemOf(withVehicle(more)).vehicles[0]!;
const optionsOf = (options: Json) => problemOf(withOptions(options));

describe("a request of Routific: what is refused, by name", () => {
  it.each<[string, Json, string, string]>([
    ["an unknown field", withVisit({ size: 3 }), "visits.a", "size"],
    ["an unknown option", withOptions({ solver: "x" }), "options", "solver"],
    ["the first versions' name", { ...withVisit({}), network: {} }, "network", "write visits"],
    ["a given solution", { ...withVisit({}), solution: {} }, "solution", "not added"],
    ["no visit", { ...withVisit({}), visits: {} }, "visits", "There is no visit"],
    ["no vehicle", { ...withVisit({}), fleet: {} }, "fleet", "There is no vehicle"],
    ["too many visits", { ...withVisit({}), visits: { a: VISIT, b: VISIT, c: VISIT, d: VISIT } }, "visits", "4 visits"],
    ["an address alone", withVisit({ location: { address: "Vaduz" } }), "visits.a.location.lat", "not looked up"],
    ["a time that is none", withVisit({ start: "9 o'clock" }), "visits.a.start", "hh:mm"],
    ["a time after the second day", withVisit({ end: "48:00" }), "visits.a.end", "47:59"],
    ["a window that ends first", withVisit({ start: "10:00", end: "9:00" }), "visits.a.end", "before it starts"],
    [
      "both kinds of windows",
      withVisit({ end: "9:00", time_windows: [{}] }),
      "visits.a.time_windows",
      "start and end, or",
    ],
    ["a negative load", withVisit({ load: -1 }), "visits.a.load", "VROOM's format"],
    ["a negative load of a kind", withVisit({ load: { kg: -1 } }), "visits.a.load.kg", "VROOM's format"],
    ["four decimals", withVisit({ load: 0.1234 }), "visits.a.load", "Three decimals"],
    ["a number as priority", withVisit({ priority: 1 }), "visits.a.priority", "low, regular or high"],
    ["a least number of visits", withVehicle({ min_visits: 2 }), "fleet.v.min_visits", "visit_balance_coefficient"],
    ["a bike", withVehicle({ speed: "bike" }), "fleet.v.speed", "bikes and numbers"],
    ["a speed as a number", withVehicle({ speed: 1.5 }), "fleet.v.speed", "bikes and numbers"],
    [
      "a break in transit",
      withVehicle({ breaks: [{ start: "9:00", end: "9:30", in_transit: true }] }),
      "fleet.v.breaks.0.in_transit",
      "during the drive",
    ],
    [
      "a break that ends first",
      withVehicle({ breaks: [{ start: "9:00", end: "8:30" }] }),
      "fleet.v.breaks.0.end",
      "before it starts",
    ],
    ["a shift that ends first", withVehicle({ shift_start: "22:00", shift_end: "6:00" }), "fleet.v.shift_end", "24:00"],
    ["a strict start at no time", withVehicle({ strict_start: true }), "fleet.v.strict_start", "needs shift_start"],
    [
      "a least number for all",
      withOptions({ min_visits_per_vehicle: 5 }),
      "options.min_visits_per_vehicle",
      "least number",
    ],
    ["even shifts", withOptions({ balance: true }), "options.balance", "Even shifts"],
    ["a geocoder", withOptions({ geocoder: "here" }), "options.geocoder", "not looked up"],
    ["an unknown traffic", withOptions({ traffic: "jammed" }), "options.traffic", "very slow"],
    ["a traffic without limits", withOptions({ traffic: 2.5 }), "options.traffic", "1 to 2"],
  ])("%s", (_what, json, path, sentence) => {
    const [issue] = routificRequest(3).safeParse(json).error?.issues ?? [];
    const texts = JSON.stringify(issue);
    expect([issue?.path.join("."), texts]).toEqual([path, expect.stringContaining(sentence)]);
  });

  it("switches that are off, and least numbers of none, are no refusal", () => {
    expect(read(withOptions({ balance: false, min_visits_per_vehicle: 0 })).options).toEqual({
      balance: false,
      min_visits_per_vehicle: 0,
    });
    expect(read(withVehicle({ min_visits: 0 })).fleet.v).toMatchObject({ min_visits: 0 });
  });
});

describe("a request of Routific: what each field becomes", () => {
  it("times go on after midnight", () => {
    expect(["0:00", "8:05", "26:15", "48:00", "8:60", "8"].map(clockSec)).toEqual([
      0,
      8 * HOUR + 300,
      26 * HOUR + 900,
      null,
      null,
      null,
    ]);
    expect([8 * HOUR + 359, 25 * HOUR].map(clockText)).toEqual(["08:05", "25:00"]);
  });

  it("a visit is over when its window ends", () => {
    expect(jobOf({ start: "9:00", end: "10:00", duration: 20 })).toMatchObject({
      timeWindows: [[9 * HOUR, 9 * HOUR + 2400]],
      setupSec: 0,
      serviceSec: 1200,
    });
    expect(jobOf({})).not.toHaveProperty("timeWindows");
    expect(jobOf({ start: "9:00" }).timeWindows).toEqual([[9 * HOUR, 240 * HOUR]]);
  });

  it("windows are sorted, and those that meet become one", () => {
    const windows = [
      { start: "13:00", end: "14:00" },
      { start: "8:00", end: "9:30" },
      { start: "9:00", end: "10:00" },
    ];
    expect(jobOf({ time_windows: windows }).timeWindows).toEqual([
      [8 * HOUR, 10 * HOUR],
      [13 * HOUR, 14 * HOUR],
    ]);
  });

  it("a visit that is longer than its windows is no job", () => {
    const json = withVisit({ start: "9:00", end: "9:10", duration: 30 });
    expect(problemOf(json).jobs).toEqual([]);
    expect(impossibleVisits(read(json))).toEqual(["a"]);
  });

  it("loads have a dimension for each kind; where a vehicle names none, everything fits", () => {
    const json = {
      visits: { a: { ...VISIT, load: { kg: 2.5, m3: 1 } }, b: { ...VISIT, load: 3 } },
      fleet: { v: { start_location: DEPOT, capacity: { kg: 7 } }, w: { start_location: DEPOT, capacity: 2 } },
    };
    const { jobs, vehicles } = problemOf(json);
    expect(jobs.map(({ delivery }) => delivery)).toEqual([
      [0, 2500, 1000],
      [3000, 0, 0],
    ]);
    expect(vehicles.map(({ capacity }) => capacity)).toEqual([
      [3000, 7000, 1000],
      [2000, 2500, 1000],
    ]);
  });

  it("types are skills, and a vehicle needs all of a visit", () => {
    const json = {
      visits: { a: { ...VISIT, type: ["cool", 2] }, b: { ...VISIT, type: "2" } },
      fleet: { v: { start_location: DEPOT, type: [2, "big"] } },
    };
    const { jobs, vehicles } = problemOf(json);
    const [big, two] = [vehicles[0]!.skills![1], vehicles[0]!.skills![0]];
    expect(jobs[1]!.skills).toEqual([two]);
    expect(jobs[0]!.skills).toContain(two);
    expect(jobs[0]!.skills).not.toContain(big);
    expect(jobs[0]!.skills).toHaveLength(2);
  });

  it("one of a higher priority counts more than nine below", () => {
    expect(["low", "regular", "high", undefined].map((priority) => jobOf({ priority }).priority)).toEqual([
      1, 10, 100, 10,
    ]);
  });

  it("shifts, strict starts, overtime and open ends", () => {
    expect(vehicleOf({ shift_start: "8:00", shift_end: "17:00", strict_start: true })).toMatchObject({
      timeWindow: [8 * HOUR, 17 * HOUR],
      strictStart: true,
      overtimeSec: 0,
      endIndex: null,
    });
    expect(vehicleOf({})).toMatchObject({ timeWindow: [0, 240 * HOUR] });
    expect(vehicleOf({})).not.toHaveProperty("strictStart");
    expect(vehicleOf({ end_location: DEPOT })).toMatchObject({ startIndex: 1, endIndex: 1 });
  });

  it("breaks begin when they say; a single one may be left out", () => {
    const lunch = { id: "lunch", start: "12:00", end: "12:45" };
    expect(vehicleOf({ breaks: [lunch] }).breaks).toEqual([
      { id: 1, timeWindows: [[12 * HOUR, 12 * HOUR]], serviceSec: 2700, onlyIfDue: true },
    ]);
    const both = vehicleOf({ breaks: [lunch, { start: "15:00", end: "15:10" }] }).breaks!;
    expect(both.map(({ id, onlyIfDue }) => [id, onlyIfDue])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
  });

  it.each<[Json, Json, number]>([
    [{}, {}, 1],
    [{ traffic: "slow" }, {}, 1.75],
    [{ traffic: "very slow" }, { speed: "faster" }, 1],
    [{ traffic: 1.2 }, { speed: "very slow" }, 1.8],
  ])("traffic %j and speed %j make the way %j times as long", (options, vehicle, times) => {
    const { vehicles } = problemOf({ ...withVehicle(vehicle), options });
    expect(1 / vehicles[0]!.speedFactor!).toBeCloseTo(times, 9);
  });

  it("aims: time, distance, fewest vehicles, balance", () => {
    expect(optionsOf({}).vehicles[0]).not.toHaveProperty("costs");
    expect(optionsOf({ shortest_distance: true }).vehicles[0]!.costs).toEqual({ perHour: 0, perKm: 1000 });
    expect(optionsOf({ min_vehicles: true }).vehicles[0]!.costs!.fixed).toBeGreaterThan(1_000_000);
    expect(optionsOf({ visit_balance_coefficient: 0.3 }).balance).toBe(0.3);
  });

  it("squashes what follows at the same place", () => {
    const { jobs } = problemOf({ ...withVisit({ duration: 10 }), options: { squash_durations: 2 } });
    expect(jobs[0]).toMatchObject({ setupSec: 480, serviceSec: 120 });
    const short = problemOf({ ...withVisit({ duration: 1 }), options: { squash_durations: 2 } });
    expect(short.jobs[0]).toMatchObject({ setupSec: 0, serviceSec: 60 });
  });

  it("leeway widens windows and shifts, and lateness is counted from the window itself", () => {
    const json = {
      visits: { a: { ...VISIT, start: "9:00", end: "10:00", duration: 15 } },
      fleet: { v: { start_location: DEPOT, shift_end: "12:00" } },
      options: { max_vehicle_overtime: 30, max_visit_lateness: 20 },
    };
    const request = read(json);
    const { jobs, vehicles } = problemOf(json, leewayOf(request));
    expect(jobs[0]!.timeWindows).toEqual([[9 * HOUR, 10 * HOUR + 300]]);
    expect(vehicles[0]!.overtimeSec).toBe(1800);
    expect([9 * HOUR + 2700, 9 * HOUR + 2760].map((begin) => lateSec(request.visits.a!, begin))).toEqual([0, 60]);
  });
});

describe("an answer of Routific", () => {
  const request = read({
    visits: { a: { ...VISIT, end: "9:00", duration: 10 }, b: VISIT, c: VISIT },
    fleet: {
      v: {
        start_location: { ...DEPOT, id: "depot", name: "Depot" },
        end_location: DEPOT,
        shift_end: "9:00",
        breaks: [{ id: 7, start: "8:30", end: "8:40" }],
      },
      w: { start_location: DEPOT },
    },
  });
  const step = (more: Partial<SolutionStep> & Pick<SolutionStep, "type" | "arrivalSec">): SolutionStep =>
    ({
      waitingSec: 0,
      setupSec: 0,
      serviceSec: 0,
      durationSec: 0,
      load: [],
      violations: [],
      ...more,
    }) as SolutionStep;
  const totals = { cost: 0, durationSec: 1800, waitingSec: 0, serviceSec: 0, setupSec: 0, priority: 0 };
  const route = {
    ...totals,
    delivery: [],
    pickup: [],
    violations: [],
    vehicleId: 1,
    steps: [
      step({ type: "start", arrivalSec: 8 * HOUR }),
      step({ type: "break", id: 1, arrivalSec: 8 * HOUR + 1500, waitingSec: 300, serviceSec: 600, durationSec: 0 }),
      step({ type: "job", id: 1, arrivalSec: 9 * HOUR, serviceSec: 600, durationSec: 1200, distanceM: 4000 }),
      step({ type: "end", arrivalSec: 9 * HOUR + 1200, durationSec: 1800, distanceM: 7000 }),
    ],
  };

  it("adds up minutes, metres, breaks, lateness and overtime", () => {
    const unassigned = [{ type: "job" as const, id: 2, locationIndex: 0, reasons: [] }];
    expect(routificAnswer(request, { routes: [route], unassigned }, ["c"])).toEqual({
      status: "success",
      total_travel_time: 30,
      total_idle_time: 5,
      total_working_time: 70,
      total_break_time: 10,
      total_distance: 7,
      total_visit_lateness: 10,
      num_late_visits: 1,
      total_overtime: 20,
      vehicle_overtime: { v: 20, w: 0 },
      num_unserved: 2,
      unserved: {
        b: "no vehicle can serve it together with the others",
        c: "it takes longer than its time window",
      },
      solution: {
        v: [
          { location_id: "depot", location_name: "Depot", arrival_time: "08:00", distance: 0 },
          { break: true, id: "7", start_time: "08:30", end_time: "08:40" },
          {
            location_id: "a",
            location_name: "a",
            arrival_time: "09:00",
            finish_time: "09:10",
            distance: 4000,
            too_late: true,
            late_by: 10,
          },
          { location_id: "v_end", location_name: "v_end", arrival_time: "09:20", distance: 3000 },
        ],
        w: [],
      },
    });
  });
});
