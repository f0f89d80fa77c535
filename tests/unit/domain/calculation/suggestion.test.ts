import { describe, expect, it } from "vitest";
import { suggestionEffect } from "~/domain/calculation/suggestion";
import type { SuggestionInput } from "~/domain/calculation/suggestion";
import { mergeVehicleSettings } from "~/domain/vehicle/merge-settings";
import { makeRoute, makeVehicle, makeVisit } from "../make";

const settings = mergeVehicleSettings({
  maxDistance: 90,
  hasBreaks: true,
  breakStart: "12:00",
  breakEnd: "13:00",
  breakDuration: 30,
});
const suggestion = (change: string, amount: number, index: number | null = null) => ({
  routeId: 1,
  change,
  amount,
  index,
  message: "",
  added: null,
});
const tried = (change: string, amount: number, part: Partial<SuggestionInput> = {}, index: number | null = null) =>
  suggestionEffect({
    suggestion: suggestion(change, amount, index),
    visit: makeVisit(),
    route: makeRoute(),
    vehicle: makeVehicle({ capacity: 6, maxLoad: 800, maxQuantity: 20 }),
    settings,
    ...part,
  });
const effectOf = (...given: Parameters<typeof tried>) => {
  const result = tried(...given);
  return result.ok ? result.effect : result.error.code;
};
const codeOf = (...given: Parameters<typeof tried>) => {
  const result = tried(...given);
  return result.ok ? null : result.error.code;
};

describe("what applying a suggestion does", () => {
  it("longer hours: on this day, to the full minute", () => {
    expect(effectOf("overtime", 601)).toEqual({
      scope: "route",
      routeId: 1,
      set: { workHourEnd: "18:11" },
      sentence: "LI 1: working hours end at 18:11 instead of 18:00, on this day only.",
    });
    expect(effectOf("overtime", 0)).toMatchObject({ set: { workHourEnd: "18:01" } });
    expect(effectOf("earlier_start", 1800)).toEqual({
      scope: "route",
      routeId: 1,
      set: { workHourStart: "07:30" },
      sentence: "LI 1: working hours begin at 07:30 instead of 08:00, on this day only.",
    });
  });
  it("hours up to midnight are the day's; what lies after it is the vehicle's overtime", () => {
    expect(effectOf("overtime", 6 * 3600)).toMatchObject({ scope: "route", set: { workHourEnd: "24:00" } });
    expect(effectOf("overtime", 6 * 3600 + 1, { vehicle: makeVehicle({ id: 4, overtime: 30 }) })).toEqual({
      scope: "vehicle",
      vehicleId: 4,
      set: { overtime: 391 },
      sentence: "LI 1: 6 h 31 min of overtime instead of 30 min, in every plan from now on.",
    });
    const late = { settings: { ...settings, workHourEnd: "23:00" } };
    expect(effectOf("overtime", 999 * 60, late)).toMatchObject({ set: { overtime: 999 } });
    expect(codeOf("overtime", 999 * 60 + 1, late)).toBe("suggestion.too_late");
  });
  it("starts no day before", () => {
    expect(effectOf("earlier_start", 8 * 3600)).toMatchObject({ set: { workHourStart: "00:00" } });
    expect(codeOf("earlier_start", 8 * 3600 + 1)).toBe("suggestion.too_early");
    const out = { route: { id: 1, isLocked: false, status: 4 as const } };
    expect(codeOf("earlier_start", 600, out)).toBe("suggestion.outdated");
  });
  it("a longer way, in steps of 100 m", () => {
    expect(effectOf("max_distance", 12_340)).toEqual({
      scope: "route",
      routeId: 1,
      set: { maxDistance: 102.4 },
      sentence: "LI 1: 102.4 km at most instead of 90 km, on this day only.",
    });
    expect(effectOf("max_distance", 9_909_000)).toMatchObject({ set: { maxDistance: 9999 } });
    expect(codeOf("max_distance", 9_909_001)).toBe("suggestion.too_far");
    expect(codeOf("max_distance", 1, { settings: { ...settings, maxDistance: 0 } })).toBe("suggestion.outdated");
  });
  it("more load, by weight or volume, in every plan", () => {
    expect(effectOf("capacity", 1401, {}, 1)).toEqual({
      scope: "vehicle",
      vehicleId: 1,
      set: { maxLoad: 814.01 },
      sentence: "LI 1: 814.01 kg of load instead of 800 kg, in every plan from now on.",
    });
    expect(effectOf("capacity", 35_010, {}, 0)).toEqual({
      scope: "vehicle",
      vehicleId: 1,
      set: { capacity: 6.351 },
      sentence: "LI 1: 6.351 m³ of capacity instead of 6 m³, in every plan from now on.",
    });
    expect([
      codeOf("capacity", 1, { vehicle: makeVehicle({ capacity: 6 }) }, 1),
      codeOf("capacity", 1, { vehicle: makeVehicle({ maxLoad: 6 }) }, 0),
    ]).toEqual(["suggestion.outdated", "suggestion.outdated"]);
  });
  it("more visits", () => {
    expect(effectOf("max_tasks", 1.2)).toEqual({
      scope: "vehicle",
      vehicleId: 1,
      set: { maxQuantity: 22 },
      sentence: "LI 1: 22 visits at most instead of 20, in every plan from now on.",
    });
    expect(codeOf("max_tasks", 1, { vehicle: makeVehicle() })).toBe("suggestion.outdated");
  });
  it("a wider window of the visit", () => {
    expect(effectOf("time_window", 60)).toEqual({
      scope: "visit",
      set: { endTime: "20:01" },
      sentence: "The visit's time window ends at 20:01 instead of 20:00.",
    });
    expect(effectOf("time_window", 4 * 3600)).toMatchObject({ set: { endTime: "24:00" } });
    expect(codeOf("time_window", 4 * 3600 + 1)).toBe("suggestion.too_late");
    expect(effectOf("time_window_earlier", 60)).toEqual({
      scope: "visit",
      set: { startTime: "07:59" },
      sentence: "The visit's time window begins at 07:59 instead of 08:00.",
    });
    expect(effectOf("time_window_earlier", 8 * 3600)).toMatchObject({ set: { startTime: "00:00" } });
    expect(codeOf("time_window_earlier", 8 * 3600 + 1)).toBe("suggestion.too_early");
  });
  it("a wider window of the break, where there is a whole one", () => {
    expect(effectOf("break", 60)).toEqual({
      scope: "route",
      routeId: 1,
      set: { breakEnd: "13:01" },
      sentence: "LI 1: the break is taken until 13:01 instead of 13:00, on this day only.",
    });
    expect(effectOf("break", 11 * 3600)).toMatchObject({ set: { breakEnd: "24:00" } });
    expect(codeOf("break", 11 * 3600 + 1)).toBe("suggestion.too_late");
    expect(effectOf("break_earlier", 60)).toEqual({
      scope: "route",
      routeId: 1,
      set: { breakStart: "11:59" },
      sentence: "LI 1: the break may begin at 11:59 instead of 12:00, on this day only.",
    });
    expect(effectOf("break_earlier", 12 * 3600)).toMatchObject({ set: { breakStart: "00:00" } });
    expect(codeOf("break_earlier", 12 * 3600 + 1)).toBe("suggestion.too_early");
    const without = { settings: { ...settings, hasBreaks: false } };
    expect([codeOf("break", 60, without), codeOf("break_earlier", 60, without)]).toEqual([
      "suggestion.outdated",
      "suggestion.outdated",
    ]);
  });
  it.each(["overtime", "earlier_start", "time_window", "time_window_earlier", "break", "break_earlier"])(
    "is outdated where %s finds no time to change",
    (change) => {
      const broken = { ...settings, workHourStart: "", workHourEnd: "", breakStart: "soon", breakEnd: "late" };
      expect(codeOf(change, 60, { settings: broken, visit: { startTime: "", endTime: null } })).toBe(
        "suggestion.outdated",
      );
    },
  );
  it.each(["skills", "max_travel_time"])("%s is changed by hand", (change) => {
    expect(codeOf(change, 60)).toBe("suggestion.by_hand");
  });
  it("names a vehicle without a plate by its title", () => {
    expect(effectOf("overtime", 60, { vehicle: makeVehicle({ plate: "  ", title: "Big van" }) })).toMatchObject({
      sentence: "Big van: working hours end at 18:01 instead of 18:00, on this day only.",
    });
  });
  it("needs a route that is open, and its vehicle", () => {
    expect([
      codeOf("overtime", 60, { route: undefined }),
      codeOf("overtime", 60, { route: makeRoute({ isLocked: true }) }),
      codeOf("overtime", 60, { route: makeRoute({ status: 5 }) }),
      codeOf("overtime", 60, { vehicle: undefined }),
    ]).toEqual(["suggestion.outdated", "route.locked", "route.completed", "route.no_vehicle"]);
  });
});
