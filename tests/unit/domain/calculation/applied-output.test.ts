import { LegEstimate } from "~/domain/visit/visit";
import { describe, expect, it } from "vitest";
import { endLineKey, applySolutionInPieces } from "~/domain/calculation/apply-solution";
import type { CalculationOutput, OutputRoute, OutputStep } from "~/domain/calculation/output";
import { makePlan, makeRoute, makeStops, makeVehicle, makeVisit } from "../make";
import { atOnce } from "../../../helpers/pieces";
import { inputOf } from "./built-input";

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
