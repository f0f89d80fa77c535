import { describe, expect, it } from "vitest";
import { amountWords, outcomeSentence, statusBadge } from "~/features/calculations/calculation-words";
import { CALCULATION_STATUSES, isUnderway } from "~/domain/calculation/calculation-status";
import { whenWords } from "~/domain/time/day-words";
import { calculationMap, routeLines } from "~/features/calculations/calculation-view";
import { readHistoryFilter } from "~/features/calculations/schemas";
import { epochSec } from "~/domain/time/utc-text";

const at = (utc: string, now: string, timeZone = "Europe/Vaduz") => whenWords(epochSec(utc), epochSec(now), timeZone);

describe("when a calculation was asked for", () => {
  it.each([
    ["2026-11-21 06:00:00", "2026-11-21 22:59:59", "Today 07:00"],
    ["2026-11-20 23:30:00", "2026-11-21 06:00:00", "Today 00:30"],
    ["2026-11-20 22:30:00", "2026-11-21 06:00:00", "Yesterday 23:30"],
    ["2026-11-14 06:00:00", "2026-11-21 06:00:00", "Sat 14 Nov 2026 07:00"],
  ])("%s at %s: %s", (utc, now, words) => expect(at(utc, now)).toBe(words));
  it("follows the clock that it is told by", () =>
    expect(at("2026-11-21 06:00:00", "2026-11-21 08:00:00", "America/Lima")).toBe("Today 01:00"));
});

describe("what became of a calculation", () => {
  const say = (status: (typeof CALCULATION_STATUSES)[number], part: object = {}) =>
    outcomeSentence({ status, applied: false, tryOut: false, errorMessage: null, ...part });
  it("every status has a word of its own", () => {
    expect(new Set(CALCULATION_STATUSES.map((status) => statusBadge({ status, share: 0 }).label)).size).toBe(
      CALCULATION_STATUSES.length,
    );
    expect(statusBadge({ status: "running", share: 0.456 }).label).toBe("Calculating 46%");
  });
  it("has no answer while it waits or runs", () =>
    expect(CALCULATION_STATUSES.filter(isUnderway)).toEqual(["queued", "running"]));
  it("a failure and a late edit say their own sentence", () => {
    expect(say("failed", { errorMessage: "The routing server does not answer." })).toBe(
      "The routing server does not answer.",
    );
    expect(say("failed")).toContain("The plan is as it was");
    expect(say("stale")).toContain("was not applied");
  });
  it("stopped with a plan, or before it began", () => {
    expect(say("cancelled", { applied: true })).toContain("was applied");
    expect(say("cancelled")).toContain("before it began");
  });
  it("done says nothing, unless nothing was to be changed", () => {
    expect(say("done", { applied: true })).toBeNull();
    expect(say("done", { tryOut: true })).toContain("the plan was not changed");
  });
});

describe("what the history's address asks for", () => {
  const read = (query: string) => readHistoryFilter(new URLSearchParams(query));
  it("reads what makes sense and leaves out the rest", () => {
    expect(read("plan=7&country=3&status=failed&type=0&from=2026-11-01&to=2026-11-30")).toEqual({
      plan: 7,
      country: 3,
      status: "failed",
      type: 0,
      from: "2026-11-01",
      to: "2026-11-30",
    });
    expect(JSON.stringify(read("plan=x&country=-1&status=odd&type=9&from=2026-02-31&to="))).toBe("{}");
    expect(JSON.stringify(read("plan=&status=&type="))).toBe("{}");
  });
});

describe("the answer on the map", () => {
  const violations: never[] = [];
  const step = {
    arrival: 0,
    arrival_time: "2026-11-23 07:00:00",
    waiting_time: 0,
    setup: 0,
    service: 0,
    travel_duration: 0,
    travel_distance: 0,
    duration: 0,
    distance: 0,
    amount: [0, 0] as [number, number],
    violations,
  };
  const totals = { cost: 0, duration: 0, service: 0, setup: 0, waiting_time: 0, distance: 0 };
  const output = {
    summary: {
      ...totals,
      routes: 1,
      visits: 2,
      unassigned: 1,
      amount: [0.5, 20] as [number, number],
      computing_times: { first_solution: 0, solving: 0 },
    },
    routes: [
      {
        ...totals,
        vehicle: 12,
        vehicle_id: 3,
        vehicle_name: "FL 1",
        visits: 2,
        start: "2026-11-23 07:00:00",
        finish: "2026-11-23 09:30:00",
        amount: [0.5, 20] as [number, number],
        violations,
        steps: [
          { ...step, type: "start" as const, lat: 47, lng: 9 },
          { ...step, type: "job" as const, id: 5, lat: 47.1, lng: 9.1, description: "A" },
          { ...step, type: "break" as const },
          {
            ...step,
            type: "job" as const,
            id: 6,
            lat: 47.2,
            lng: 9.2,
            violations: [{ code: "late", amount: 60, message: "late" }],
          },
        ],
      },
    ],
    unassigned: [
      { id: 7, name: "Far", lat: 48, lng: 10, reason: { message: "Too far", vehicles: [], suggestion: null } },
    ],
  };

  it("numbers the stops, marks what breaks a rule, leaves the unassigned grey", () => {
    const { routes, stops } = calculationMap(null, output, [11, 12]);
    expect(routes[0]!.path).toEqual([
      [9, 47],
      [9.1, 47.1],
      [9.2, 47.2],
    ]);
    expect(stops.map(({ id, label, status, warning }) => [id, label, status, warning])).toEqual([
      [5, "1", "scheduled", false],
      [6, "2", "scheduled", true],
      [7, "", "unscheduled", undefined],
    ]);
  });
  it("takes the colour that the route has in its plan, also after others were removed", () => {
    const second = calculationMap(null, output, [11, 12]).routes[0]!.colour;
    expect(calculationMap(null, output, [12]).routes[0]!.colour).not.toBe(second);
    expect(calculationMap(null, output, [99]).routes[0]!.colour).toBe(second);
  });
  it("lists vehicle, amount, start and finish by the warehouse's clock", () => {
    const clock = { timeZone: "Europe/Vaduz", serviceDate: "2026-11-23" };
    expect(routeLines(output, clock, [])).toEqual([
      expect.objectContaining({ vehicle: "FL 1", amount: "20 kg, 0.5 m³", start: "08:00", finish: "10:30" }),
    ]);
    expect(amountWords([0, 0])).toBe("–");
  });
  it("marks hours of another day than the service date; without its input, they are UTC", () => {
    const late = { ...output, routes: [{ ...output.routes[0]!, finish: "2026-11-23 23:20:00" }] };
    expect(routeLines(late, { timeZone: "Europe/Vaduz", serviceDate: "2026-11-23" }, [])[0]).toMatchObject({
      start: "08:00",
      finish: "00:20 +1",
    });
    expect(routeLines(late, null, [])[0]).toMatchObject({ start: "07:00", finish: "23:20" });
  });
});
