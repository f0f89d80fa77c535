import type { Reason, SolutionRoute, SolutionStep, Suggestion, Unassigned, Violation } from "solver/index";
import { describe, expect, it } from "vitest";
import { CalculationType, calculationTypeLabel } from "~/domain/calculation/calculation-type";
import { givenUpSentence } from "~/domain/calculation/failure";
import { routeViolations, stepViolations, unservedHeadline, unservedReason } from "~/domain/calculation/sentences";

const step = (load: number[], violations: Violation[] = []): SolutionStep => ({
  type: "job",
  id: 1,
  locationIndex: 1,
  arrivalSec: 0,
  waitingSec: 0,
  setupSec: 0,
  serviceSec: 0,
  durationSec: 0,
  load,
  violations,
});
const broken = (code: Violation["code"], amount: number | null): Violation => ({
  code,
  amount,
  message: `by the solver: ${code}`,
});
const firstViolation = (
  code: Violation["code"],
  amount: number | null,
  load: number[] = [0, 0],
  capacity: number[] = [100_000, 1000],
) => stepViolations(step(load, [broken(code, amount)]), capacity)[0];
const fleet = { fleet: { 1: { title: "LI 1" }, 2: { title: "LI 2" } } };
const unserved = (part: Partial<Unassigned>): Unassigned => ({
  type: "job",
  id: 9,
  locationIndex: 0,
  reasons: [],
  ...part,
});

describe("what a stop breaks", () => {
  it.each<[Violation["code"], number | null, string]>([
    ["delay", 61, "Late by 1 min"],
    ["delay", 90, "Late by 1 min"],
    ["delay", null, "Late by 1 min"],
    ["lead_time", 600, "Early by 10 min"],
    ["load", 1, "Over capacity"],
    ["max_load", 1, "Too much load for the break"],
    ["max_tasks", 1, "1 visit too many"],
    ["max_tasks", 3, "3 visits too many"],
    ["max_distance", 12_340, "12.3 km too far"],
    ["max_travel_time", 3600, "1 h too much driving"],
    ["overtime", 5400, "1 h 30 min after working hours"],
    ["missing_break", null, "The break is missing"],
    ["no_way", null, "No road leads to the end of the route"],
    ["skills", null, "by the solver: skills"],
  ])("%s of %s: %s", (code, amount, message) => {
    expect(firstViolation(code, amount)).toEqual({ code, amount, message });
  });
  it("is no delay below a whole minute, at a stop and on its route", () => {
    const [seconds, minute] = [broken("delay", 59), broken("delay", 60)];
    expect(stepViolations(step([], [seconds]), [])).toEqual([]);
    expect(stepViolations(step([], [minute]), [])).toMatchObject([{ message: "Late by 1 min" }]);
    const route = { steps: [], violations: [seconds, minute] } as unknown as SolutionRoute;
    expect(routeViolations(route, [])).toMatchObject([{ amount: 60 }]);
  });
  it("says at a stop that no road leads there", () => {
    const at = { ...broken("no_way", null), step: { type: "job" as const, id: 4 } };
    expect(stepViolations(step([], [at]), [])[0]).toMatchObject({ message: "No road leads here from the stop before" });
  });
  it("names the dimension that is over by most of its capacity", () => {
    expect(firstViolation("load", 1, [120_000, 1100])).toEqual({
      code: "load",
      amount: 20_000,
      message: "0.2 m³ over",
    });
    expect(firstViolation("load", 1, [120_000, 1300])).toEqual({ code: "load", amount: 300, message: "3 kg over" });
    expect(firstViolation("load", 1, [100_000, 1000])).toMatchObject({ amount: 1, message: "Over capacity" });
    expect(firstViolation("load", 1, [0, 300], [100_000, 0])).toMatchObject({ amount: 300, message: "3 kg over" });
    expect(firstViolation("load", 1, [0, 300], [100_000])).toMatchObject({ amount: 300, message: "3 kg over" });
    expect(firstViolation("max_load", 1, [120_000, 0])).toEqual({
      code: "max_load",
      amount: 20_000,
      message: "Too much load for the break",
    });
    expect(firstViolation("delay", 60, [999_999, 0])).toMatchObject({ amount: 60 });
  });
  it("counts the heaviest of a route's steps, for each dimension", () => {
    const route = {
      steps: [step([150_000, 0]), step([0, 1500]), step([])],
      violations: [broken("load", 1)],
    } as unknown as SolutionRoute;
    expect(routeViolations(route, [100_000, 1200])).toEqual([{ code: "load", amount: 50_000, message: "0.5 m³ over" }]);
    expect(routeViolations(route, [150_000, 1200])).toEqual([{ code: "load", amount: 300, message: "3 kg over" }]);
  });
});

describe("why a visit is not served", () => {
  it.each<[Reason["code"], number | undefined, string]>([
    ["time_window", undefined, "can't be there within the time window"],
    ["time_window", 600, "would be 10 min late"],
    ["working_hours", undefined, "working hours are over"],
    ["working_hours", 600, "would end 10 min after working hours"],
    ["capacity", 1, "has no room for it"],
    ["max_tasks", 1, "has all the visits that it may take"],
    ["max_distance", undefined, "would drive too far"],
    ["max_distance", 1000, "would drive 1.0 km too far"],
    ["max_travel_time", undefined, "would drive too long"],
    ["max_travel_time", 600, "would drive 10 min too long"],
    ["break", 1, "could not take its break"],
    ["skills", 1, "doesn't have it on board"],
    ["locked", 1, "can't deliver it: another vehicle has picked it up"],
    ["change_budget", 1, "more stops would have to move than allowed"],
    ["not_inserted", undefined, "no better plan with it was found"],
    ["no_way", undefined, "finds no road there and on between its visits"],
  ])("%s of %s: %s", (code, amount, words) => {
    const reason = { vehicleId: 1, code, message: "", ...(amount === undefined ? {} : { amount }) };
    expect(unservedReason(unserved({ reasons: [reason] }), fleet)).toEqual({
      message: `LI 1 ${words}`,
      vehicles: [{ routeId: 1, code, message: `LI 1 ${words}`, amount: amount ?? null }],
      suggestion: null,
      alternative: null,
    });
  });
  it("says how much is too much of which load, where that is known", () => {
    const sentence = (amount: number, index: number): string =>
      unservedReason(unserved({ reasons: [{ vehicleId: 1, code: "capacity", message: "", amount, index }] }), fleet)
        .message;
    expect(sentence(300, 1)).toBe("LI 1 would carry 3 kg too much");
    expect(sentence(50_000, 0)).toBe("LI 1 would carry 0.5 m³ too much");
  });
  it.each<[Reason["way"], string]>([
    ["there", "LI 1 finds no road there"],
    ["back", "LI 1 finds no road on from there"],
  ])("says which way is missing: %s", (way, message) => {
    const reasons: Reason[] = [{ vehicleId: 1, code: "no_way", message: "", way }];
    expect(unservedReason(unserved({ reasons }), fleet).vehicles).toMatchObject([{ message }]);
  });
  it("in one sentence for several vehicles, each with its own words", () => {
    const reasons: Reason[] = [
      { vehicleId: 1, code: "capacity", message: "" },
      { vehicleId: 3, code: "skills", message: "" },
    ];
    expect(unservedReason(unserved({ reasons }), fleet)).toMatchObject({
      message: "1 vehicle has no room, 1 doesn't have it on board",
      vehicles: [{ message: "LI 1 has no room for it" }, { message: "route 3 doesn't have it on board" }],
    });
    expect(unservedReason(unserved({}), fleet).message).toBe("No vehicle could serve it");
  });
  it.each<[Reason["code"], string, string]>([
    ["no_way", "finds no road there and on", "find no road there and on"],
    ["time_window", "can't be there in time", "can't be there in time"],
    ["working_hours", "would have to work too long", "would have to work too long"],
    ["capacity", "has no room", "have no room"],
    ["max_tasks", "has all its visits", "have all their visits"],
    ["max_distance", "would drive too far", "would drive too far"],
    ["max_travel_time", "would drive too long", "would drive too long"],
    ["break", "could not take its break", "could not take their breaks"],
    ["skills", "doesn't have it on board", "don't have it on board"],
    ["locked", "can't deliver what another has picked up", "can't deliver what another has picked up"],
    ["change_budget", "could, but more stops would have to move", "could, but more stops would have to move"],
    ["not_inserted", "could, but in no better plan", "could, but in no better plan"],
  ])("%s, of one and of several", (code, one, several) => {
    const other = code === "skills" ? "capacity" : "skills";
    expect(unservedHeadline([code, code, code])).toBe(`All 3 vehicles ${several}`);
    expect(unservedHeadline([other, other, code])).toContain(`, 1 ${one}`);
    expect(unservedHeadline([code, code, other])).toContain(`2 vehicles ${several}, `);
  });
});

describe("what would serve it", () => {
  it.each<[Suggestion["change"], number, number | undefined, string]>([
    ["overtime", 600, undefined, "LI 2 worked 10 min longer"],
    ["earlier_start", 600, undefined, "LI 2 started 10 min earlier"],
    ["capacity", 1400, 1, "LI 2 could carry 14 kg more"],
    ["capacity", 35_000, undefined, "LI 2 could carry 0.35 m³ more"],
    ["max_tasks", 1, undefined, "LI 2 could take 1 more visit"],
    ["max_tasks", 2, undefined, "LI 2 could take 2 more visits"],
    ["max_travel_time", 600, undefined, "LI 2 could drive 10 min longer"],
    ["max_distance", 1000, undefined, "LI 2 could drive 1.0 km further"],
    ["time_window", 600, undefined, "its time window ended 10 min later, for LI 2"],
    ["time_window_earlier", 600, undefined, "its time window began 10 min earlier, for LI 2"],
    ["break", 600, undefined, "the break of LI 2 could begin 10 min later"],
    ["break_earlier", 600, undefined, "the break of LI 2 could begin 10 min earlier"],
  ])("%s of %i: %s %s", (change, amount, index, message) => {
    const suggestion = { vehicleId: 2, change, amount, message: "", ...(index === undefined ? {} : { index }) };
    expect(unservedReason(unserved({ suggestion }), fleet)).toMatchObject({
      suggestion: { routeId: 2, change, amount, index: index ?? null, message, added: null },
      alternative: null,
    });
    const added = { travelSec: 60, distanceM: 900 };
    expect(unservedReason(unserved({ alternative: { ...suggestion, added } }), fleet)).toMatchObject({
      suggestion: null,
      alternative: { message, added },
    });
  });
  it("of what helps: nobody leaves before now, and a shift that is over ends in the past", () => {
    const day = (change: Suggestion["change"], shift_end: number) => {
      const entry = { title: "LI 2", from_now: true as const, shift_start: 43_200, shift_end };
      const offers = { suggestion: offer(change), alternative: offer("time_window") };
      return unservedReason(unserved(offers), { fleet: { 2: entry } });
    };
    const offer = (change: Suggestion["change"]) => ({ vehicleId: 2, change, amount: 600, message: "" });
    expect(day("earlier_start", 64_800)).toMatchObject({ suggestion: { change: "time_window" }, alternative: null });
    expect(day("overtime", 43_200)).toMatchObject({ suggestion: { change: "time_window" }, alternative: null });
    expect(day("overtime", 64_800)).toMatchObject({
      suggestion: { change: "overtime" },
      alternative: { change: "time_window" },
    });
  });
  it("of nothing where another vehicle carries it: nobody can change that", () => {
    const suggestion = { vehicleId: 2, change: "skills", amount: 1, index: 4, message: "" } as const;
    expect(unservedReason(unserved({ suggestion }), fleet).suggestion).toBeNull();
  });
});

it("calls calculations by who asked for them, and says how often one was started that was given up", () => {
  expect(Object.values(CalculationType).map(calculationTypeLabel)).toEqual(["System", "API", "Web"]);
  expect(givenUpSentence(3)).toContain("was started 3 times");
});
