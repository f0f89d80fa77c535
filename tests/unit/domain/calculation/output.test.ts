import type { SolutionRoute, SolutionStep } from "solver/index";
import { describe, expect, it } from "vitest";
import { buildInputInPieces } from "~/domain/calculation/build-input";
import type { CalculationSource } from "~/domain/calculation/build-input";
import { buildOutput } from "~/domain/calculation/output";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit, makeWarehouse } from "../make";
import { atOnce } from "../../../helpers/pieces";

const HOUR = 3600;
function inputOf(part: Partial<CalculationSource> = {}) {
  const decision = atOnce(
    buildInputInPieces({
      company: makeCompany(),
      plan: makePlan(),
      warehouses: [makeWarehouse()],
      vehicles: [makeVehicle()],
      routes: [makeRoute({ status: 1, endLocationType: "W" })],
      visits: [1, 2].map((id) =>
        makeVisit({ id, name: `Stop ${id}`, routeId: null, status: 1, packageCapacity: 0.5, packageLoad: 3 }),
      ),
      mode: "full",
      timeZone: "Europe/Vaduz",
      now: "2026-06-01 04:00:00",
      ...part,
    }),
  );
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
}
const step = (part: Partial<SolutionStep>): SolutionStep =>
  ({
    type: "job",
    arrivalSec: 8 * HOUR,
    waitingSec: 0,
    setupSec: 0,
    serviceSec: 0,
    durationSec: 0,
    load: [0, 0],
    violations: [],
    ...part,
  }) as SolutionStep;
const route = (steps: SolutionStep[], part: Partial<SolutionRoute> = {}): SolutionRoute => ({
  vehicleId: 1,
  steps,
  cost: 600,
  durationSec: 900,
  waitingSec: 30,
  serviceSec: 120,
  setupSec: 60,
  distanceM: 5000,
  priority: 0,
  delivery: [0, 0],
  pickup: [0, 0],
  violations: [],
  ...part,
});
const START = step({ type: "start", load: [100_000, 600], distanceM: 0 });
const STOP = step({
  id: 1,
  arrivalSec: 8 * HOUR + 600,
  waitingSec: 30,
  setupSec: 60,
  serviceSec: 120,
  durationSec: 600,
  distanceM: 4000,
  load: [50_000, 300],
});
const BREAK = step({
  type: "break",
  id: 1,
  description: "launch",
  arrivalSec: 9 * HOUR,
  serviceSec: 1800,
  durationSec: 600,
  load: [50_000, 300],
});
const END = step({
  type: "end",
  arrivalSec: 10 * HOUR,
  waitingSec: 5,
  setupSec: 6,
  serviceSec: 7,
  durationSec: 900,
  distanceM: 5000,
});

describe("what a calculation answers", () => {
  it("each step with its place, its name, what is on board, and the way since the step before", () => {
    const [out] = buildOutput(inputOf(), { routes: [route([START, STOP, BREAK, END])], unassigned: [] }).routes;
    expect(out!.steps).toEqual([
      {
        type: "start",
        arrival: 8 * HOUR,
        arrival_time: "2026-06-01 06:00:00",
        waiting_time: 0,
        setup: 0,
        service: 0,
        travel_duration: 0,
        travel_distance: 0,
        duration: 0,
        distance: 0,
        amount: [1, 6],
        violations: [],
        lat: 47.14,
        lng: 9.52,
      },
      {
        type: "job",
        id: 1,
        description: "Stop 1",
        arrival: 8 * HOUR + 600,
        arrival_time: "2026-06-01 06:10:00",
        waiting_time: 30,
        setup: 60,
        service: 120,
        travel_duration: 600,
        travel_distance: 4000,
        duration: 600,
        distance: 4000,
        amount: [0.5, 3],
        violations: [],
        lat: 47.1,
        lng: 9.5,
      },
      // A break has the number of another thing, and no place: its way is that of the stop before.
      {
        type: "break",
        description: "launch",
        arrival: 9 * HOUR,
        arrival_time: "2026-06-01 07:00:00",
        waiting_time: 0,
        setup: 0,
        service: 1800,
        travel_duration: 0,
        travel_distance: 0,
        duration: 600,
        distance: 4000,
        amount: [0.5, 3],
        violations: [],
      },
      {
        type: "end",
        arrival: 10 * HOUR,
        arrival_time: "2026-06-01 08:00:00",
        waiting_time: 5,
        setup: 6,
        service: 7,
        travel_duration: 300,
        travel_distance: 1000,
        duration: 900,
        distance: 5000,
        amount: [0, 0],
        violations: [],
        lat: 47.14,
        lng: 9.52,
      },
    ]);
    expect(out).toMatchObject({
      vehicle: 1,
      vehicle_id: 1,
      vehicle_name: "LI 1",
      visits: 1,
      start: "2026-06-01 06:00:00",
      finish: "2026-06-01 08:00:18",
      duration: 900,
      service: 120,
      setup: 60,
      waiting_time: 30,
      distance: 5000,
      amount: [0.5, 3],
    });
  });
  // @spec PC-3.56
  it("adds the routes up, with what they carry", () => {
    const second = { ...STOP, id: 2 };
    const routes = [makeRoute({ id: 1, status: 1 }), makeRoute({ id: 2, status: 1 })];
    const { summary } = buildOutput(inputOf({ routes }), {
      routes: [
        route([START, STOP, second]),
        route([START, STOP], { vehicleId: 2, distanceM: 100 }),
        route([START, END], { vehicleId: 2 }),
      ],
      unassigned: [],
      computingTimes: { firstSolutionMs: 7, solvingMs: 50 },
    });
    expect(summary).toMatchObject({
      routes: 2,
      visits: 3,
      unassigned: 0,
      duration: 1800,
      service: 240,
      setup: 120,
      waiting_time: 60,
      distance: 5100,
      amount: [1.5, 9],
      computing_times: { first_solution: 7, solving: 50 },
    });
  });
  it("leaves routes without stops out, and takes no time where none was measured", () => {
    const { routes, summary } = buildOutput(inputOf(), { routes: [route([START, BREAK, END])], unassigned: [] });
    expect([routes, summary.computing_times]).toEqual([[], { first_solution: 0, solving: 0 }]);
  });
  it.each(["valhalla", "straight"] as const)(
    "says what measuring changed where there was an engine to ask: %s",
    (engine) => {
      const before = { durationSec: 1000, distanceM: 2000 };
      const measured = { legs: 2, estimated: new Map(), failure: null, before };
      const travel = { engine, label: "any", note: null, covers: () => true, measured };
      const { routing } = buildOutput(inputOf(), { routes: [route([START, STOP])], unassigned: [] }, travel).summary;
      expect(routing!.measured?.legs).toBe(engine === "straight" ? undefined : 2);
    },
  );
  it("calls pickups and deliveries stops, and names a stop as the solver did, where it did", () => {
    const steps = [
      START,
      step({ ...STOP, type: "pickup", description: "Named" }),
      step({ ...STOP, type: "delivery" }),
      STOP,
    ];
    const [out] = buildOutput(inputOf(), {
      routes: [route(steps, { distanceM: undefined as never })],
      unassigned: [],
    }).routes;
    expect(out!.steps.map((one) => [one.type, one.description])).toEqual([
      ["start", undefined],
      ["job", "Named"],
      ["job", undefined],
      ["job", "Stop 1"],
    ]);
    expect(out!.distance).toBe(0);
  });
  it("names unserved visits with their place", () => {
    const one = {
      type: "job" as const,
      locationIndex: 0,
      reasons: [{ vehicleId: 1, code: "capacity" as const, message: "" }],
    };
    const { unassigned, summary } = buildOutput(inputOf(), {
      routes: [],
      unassigned: [
        { ...one, id: 2 },
        { ...one, id: 99 },
      ],
    });
    expect(unassigned).toMatchObject([
      { id: 2, name: "Stop 2", lat: 47.1, lng: 9.5, reason: { message: "LI 1 has no room for it" } },
      { id: 99, name: "", lat: 0, lng: 0 },
    ]);
    expect(summary.unassigned).toBe(2);
  });
  it("refuses a route that nobody asked for", () => {
    expect(() => buildOutput(inputOf(), { routes: [route([START, STOP], { vehicleId: 7 })], unassigned: [] })).toThrow(
      "has a route 7",
    );
  });
});
