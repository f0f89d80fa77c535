import { describe, expect, it } from "vitest";
import { changedFleet } from "~/domain/calculation/changed-fleet";
import { epochSec } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { makeCompany, makePlan, makeRoute, makeStops, makeVehicle, makeVisit } from "../make";
import { HOUR, inputOf, makeInput, NOW } from "./given-input";
import { routeScope } from "~/domain/calculation/scope";

describe("the shift's end", () => {
  const served = [
    makeVisit({ id: 1, routeId: 1, type: "S", status: 4, position: 0, completedAt: "2026-06-01 07:00:00" }),
    makeVisit({ id: 2, routeId: 1, status: 4, position: 1, completedAt: "2026-06-01 07:30:00" }),
    makeVisit({ id: 3, routeId: 1, status: 2, position: 2 }),
  ];
  const entryIn = (status: 2 | 3 | 4, now: string) =>
    inputOf({ routes: [makeRoute({ status })], visits: served, now }).fleet[1]!;
  // @spec PC-4.097
  it("counts until the route is on route, also after a first report", () => {
    expect([2, 3, 4].map((status) => entryIn(status as 2, NOW).shift_end)).toEqual([18 * HOUR, 18 * HOUR, undefined]);
    expect(entryIn(3, NOW)).toMatchObject({ shift_start: 10 * HOUR, strict_start: true });
  });
  it("is never before the beginning: a shift that is over leaves no room, and is no fault", () => {
    expect(entryIn(3, "2026-06-01 18:00:00")).toMatchObject({ shift_start: 20 * HOUR, shift_end: 20 * HOUR });
  });
});

describe("a route that hasn't left", () => {
  const MIDNIGHT = epochSec("2026-06-01 22:00:00");
  const entryAt = (now: string, isLive: boolean, part: Parameters<typeof makeVehicle>[0] = {}) =>
    inputOf({ now, liveUntil: isLive ? MIDNIGHT : null, vehicles: [makeVehicle(part)] }).fleet[1]!;
  const HOURS = { workHourStart: "08:00", workHourEnd: "18:00" };
  it("leaves from now on while others of its plan are on the road", () => {
    expect(entryAt(NOW, true, HOURS)).toMatchObject({ shift_start: 10 * HOUR, shift_end: 18 * HOUR, from_now: true });
    expect(entryAt(NOW, true, HOURS).strict_start).toBe(false);
    const noon = { ...HOURS, breakStart: "09:00", breakEnd: "09:30", breakDuration: 30 };
    expect([entryAt(NOW, false, noon).breaks.length, entryAt(NOW, true, noon).breaks.length]).toEqual([1, 0]);
    // A shift that is over leaves no room.
    const night = "2026-06-01 18:00:00";
    expect(entryAt(night, true, HOURS)).toMatchObject({ shift_start: 20 * HOUR, shift_end: 20 * HOUR });
  });
  it("leaves from now on after midnight too, while the day goes on", () => {
    const night = { now: "2026-06-01 22:10:00", liveUntil: MIDNIGHT + 4 * 3600 };
    const vehicle = makeVehicle({ workHourStart: "14:00", workHourEnd: "24:00", overtime: 240 });
    const { fleet } = inputOf({ ...night, vehicles: [vehicle] });
    expect(fleet[1]).toMatchObject({ shift_start: 24 * HOUR + 600, shift_end: 28 * HOUR, from_now: true });
  });
  it("is driven as its calculation says, however late it is, until its hours are changed", () => {
    const noon = { ...HOURS, breakStart: "12:00", breakEnd: "13:00", breakDuration: 30 };
    // Before the shift and the break are over, and after.
    for (const [then, later] of [
      ["2026-06-01 09:00:00", "2026-06-01 16:30:00"],
      ["2026-06-01 18:00:00", "2026-06-01 18:01:00"],
    ] as const) {
      const source = makeInput({ now: then, liveUntil: MIDNIGHT, vehicles: [makeVehicle(noon)] });
      const input = inputOf(source);
      expect(input.fleet[1]).toHaveProperty("from_now");
      expect(changedFleet(input, { ...source, now: later })).toBeNull();
      const longer = [makeVehicle({ ...noon, workHourEnd: "23:00" })];
      expect(changedFleet(input, { ...source, now: later, vehicles: longer })).toMatch("were changed");
    }
  });
  it("begins with its shift on a day that is written down later, that comes later, or is long over", () => {
    const asPlanned = [
      entryAt(NOW, false, HOURS),
      entryAt("2026-06-01 04:00:00", true, HOURS),
      entryAt("2026-05-31 12:00:00", true, HOURS),
      entryAt("2026-06-03 12:00:00", true, HOURS),
    ];
    for (const entry of asPlanned) {
      expect(entry.shift_start).toBe(8 * HOUR);
      expect(entry).not.toHaveProperty("from_now");
    }
  });
});

describe("on the road", () => {
  const road = (part: Partial<Visit> = {}): Visit[] =>
    makeStops(3).map((visit) => {
      if (visit.id === 10) return { ...visit, status: 4 as const, completedAt: "2026-06-01 06:00:00" };
      if (visit.id === 11)
        return {
          ...visit,
          status: 4 as const,
          type: "P" as const,
          completedAt: "2026-06-01 07:00:00",
          lat: 47.3,
          lng: 9.7,
          packageLoad: 100,
          packageCapacity: 1,
          distance: 4000,
          ...part,
        };
      return visit;
    });
  const route = makeRoute({ status: 4, isLocked: true });
  const vehicles = [makeVehicle({ maxDistance: 10, maxQuantity: 5, capacity: 3, maxLoad: 500 })];

  // @spec PC-4.095 PC-4.096 PC-4.097
  it("goes on from the last served visit at now, strictly, without a shift end, with what is left", () => {
    const input = inputOf({ ...routeScope(route, road()), vehicles, mode: "position" });
    expect(input.fleet[1]).toMatchObject({
      start_location: { lat: 47.3, lng: 9.7 },
      start_visit_id: 11,
      shift_start: 10 * HOUR,
      strict_start: true,
      max_distance: 6000,
      visits_max: 4,
      capacity: 2,
      load: 400,
    });
    expect(input.fleet[1]).not.toHaveProperty("shift_end");
    expect(Object.keys(input.visits)).toEqual(["12", "13"]);
  });
  // @spec PC-4.096
  it("takes the later finish time", () => {
    expect(
      inputOf({ ...routeScope(route, road({ completedAt: "2026-06-01 09:30:00" })), vehicles }).fleet[1]?.shift_start,
    ).toBe(11.5 * HOUR);
    expect(
      inputOf({
        ...routeScope(route, road({ completedAt: null, arrivalTime: "2026-06-01 09:00:00", waitingTime: 600 })),
        vehicles,
      }).fleet[1]?.shift_start,
    ).toBe(11 * HOUR + 900);
  });
  it("from its own start while only the start is done", () => {
    const visits = makeStops(3).map((visit) =>
      visit.id === 10
        ? { ...visit, status: 4 as const, completedAt: "2026-06-01 06:00:00", lat: 47.5, lng: 9.9 }
        : visit,
    );
    const entry = inputOf({ ...routeScope(route, visits), vehicles }).fleet[1];
    expect(entry).toMatchObject({
      start_location: { lat: 47.5, lng: 9.9 },
      strict_start: true,
      shift_start: 10 * HOUR,
    });
    expect(entry).not.toHaveProperty("start_visit_id");
  });
  it("a later day that is tried out today begins with the shift", () => {
    expect(
      inputOf({ ...routeScope(route, road()), vehicles, now: "2026-05-30 12:00:00", visits: makeStops(3) }).fleet[1]
        ?.shift_start,
    ).toBe(8 * HOUR);
  });
  it("counts the length after which a break is due from when the route left", () => {
    const plan = makePlan({
      vehicleSettings: { hasBreaks: true, breakStart: "11:00", breakEnd: "12:30", breakDuration: 30 },
    });
    expect(inputOf({ ...routeScope(route, road()), plan, vehicles }).fleet[1]?.breaks).toMatchObject([
      { due_after: 4 * HOUR },
    ]);
    expect(
      inputOf({ ...routeScope(route, road()), plan, vehicles, company: makeCompany({ defaultBreakAfter: 90 }) })
        .fleet[1]?.breaks,
    ).toMatchObject([{ due_after: 0 }]);
    expect(
      inputOf({ ...routeScope(route, road()), plan, vehicles, company: makeCompany({ defaultBreakAfter: 0 }) }).fleet[1]
        ?.breaks[0],
    ).not.toHaveProperty("due_after");
  });
  it("keeps no break that is taken or whose window has passed", () => {
    const plan = makePlan({
      vehicleSettings: { hasBreaks: true, breakStart: "08:30", breakEnd: "09:30", breakDuration: 30 },
    });
    expect(inputOf({ ...routeScope(route, road()), plan, vehicles }).fleet[1]?.breaks).toEqual([]);
    const taken = [
      ...road(),
      makeVisit({
        id: 20,
        type: "B",
        status: 4,
        position: 2,
        completedAt: "2026-06-01 07:30:00",
        lat: null,
        lng: null,
      }),
    ];
    const later = makePlan({
      vehicleSettings: { hasBreaks: true, breakStart: "08:30", breakEnd: "19:30", breakDuration: 30 },
    });
    const entry = inputOf({ ...routeScope(route, taken), plan: later, vehicles }).fleet[1];
    expect(entry).toMatchObject({ breaks: [], start_location: { lat: 47.3, lng: 9.7 } });
  });
});
