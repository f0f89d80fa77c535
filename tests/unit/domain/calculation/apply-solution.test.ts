import type { SolutionRoute, SolutionStep } from "solver/index";
import { describe, expect, it } from "vitest";
import { applySolutionInPieces } from "~/domain/calculation/apply-solution";
import { addedInWords } from "~/domain/calculation/sentences";
import { buildOutput } from "~/domain/calculation/output";
import type { SolvedPlan } from "~/domain/calculation/output";
import { makePlan, makeRoute, makeStops, makeVehicle, makeVisit } from "../make";
import { atOnce } from "../../../helpers/pieces";
import { METRIC } from "~/domain/units";
import { HOUR, inputOf } from "./given-problem";

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
    expect(output.routes[0]?.steps[1]?.violations.map((one) => one.message)).toEqual(["Late by 11 min", "14 kg over"]);
    // The load is the route's: the visit would take it along when it leaves.
    expect(changes.visits.find((patch) => patch.id === 1)?.set.violations).toMatchObject([{ code: "delay" }]);
    expect(changes.routes[0]?.set.violations).toEqual([
      { code: "overtime", amount: 30, message: "1 min after working hours" },
    ]);
  });
});
