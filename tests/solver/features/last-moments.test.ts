import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import type { Problem, Solution } from "solver/index";
import { job, line, problem as make, vehicle } from "../helpers/problems";

/** Everything is served, and the checker agrees. */
function servesAll(problem: Problem): Solution {
  const solution = solve(problem, { iterationLimit: 40, seed: 1 });
  expect(solution.unassigned.map(({ id }) => id)).toEqual([]);
  expect(check(problem, solution)).toEqual([]);
  return solution;
}
const leavesOut = (problem: Problem): number => solve(problem, { iterationLimit: 40, seed: 1 }).unassigned.length;

describe("what is only just possible", () => {
  const hours = [0, 1000] as const;

  it("a stop that is reached at the last moment of its window, between two others", () => {
    const day = (last: number) =>
      make(
        line(0, 100, 200, 300),
        [vehicle(1, { timeWindow: hours, endIndex: null })],
        [
          job(1, 1, { timeWindows: [[100, 100]], serviceSec: 10 }),
          job(2, 2, { timeWindows: [[0, last]], serviceSec: 10 }),
          job(3, 3, { timeWindows: [[320, 320]], serviceSec: 10 }),
        ],
      );
    const solution = servesAll(day(210));
    expect(solution.routes[0]!.steps.find((step) => step.id === 2)).toMatchObject({ arrivalSec: 210, waitingSec: 0 });
    expect(leavesOut(day(209))).toBe(1);
  });

  it("a vehicle that is back at the last moment of its working hours", () => {
    const day = (end: number) =>
      make(line(0, 100), [vehicle(1, { timeWindow: [0, end] })], [job(1, 1, { serviceSec: 10 })]);
    servesAll(day(210));
    expect(leavesOut(day(209))).toBe(1);
  });

  it("a break that begins at the last moment of its window", () => {
    // the stop has to begin at 100 and keeps the vehicle until 150: the break begins right then
    const day = (last: number) =>
      make(
        line(0, 100),
        [
          vehicle(1, {
            timeWindow: [100, 1000],
            startIndex: 1,
            endIndex: 0,
            breaks: [{ id: 1, serviceSec: 30, timeWindows: [[120, last]] }],
          }),
        ],
        [job(1, 1, { timeWindows: [[100, 100]], serviceSec: 50 })],
      );
    const solution = servesAll(day(150));
    expect(solution.routes[0]!.steps.find((step) => step.type === "break")).toMatchObject({
      arrivalSec: 150,
      waitingSec: 0,
    });
    expect(leavesOut(day(149))).toBe(1);
  });

  it("a stop that is reached in time because the vehicle drives on until its break's window opens", () => {
    // 60 s of the way are driven before the break at 60, 40 s after it
    const day = (last: number) =>
      make(
        line(0, 100),
        [vehicle(1, { timeWindow: hours, breaks: [{ id: 1, serviceSec: 10, timeWindows: [[60, 60]] }] })],
        [job(1, 1, { timeWindows: [[0, last]] })],
      );
    const solution = servesAll(day(110));
    expect(solution.routes[0]!.steps.find((step) => step.type === "job")).toMatchObject({ arrivalSec: 110 });
    expect(leavesOut(day(109))).toBe(1);
  });

  it("the same on the way to a settled stop, so that the one behind it is in time", () => {
    const breaks = [{ id: 1, serviceSec: 10, timeWindows: [[60, 60]] as const }];
    const day = (last: number) =>
      make(
        line(0, 100, 200),
        [vehicle(1, { timeWindow: hours, breaks, lockedPrefix: [{ type: "job", id: 1 }] })],
        [job(1, 1), job(2, 2, { timeWindows: [[0, last]] })],
      );
    servesAll(day(210));
    expect(leavesOut(day(209))).toBe(1);
  });
});

describe("fixed costs with decimals", () => {
  // two stops on either side: one vehicle drives 30 s further than two do together
  const fleet = (fixed: number, detour: number) => {
    const at = [0, 100, 100];
    const durations = Int32Array.from([0, 100, 100, 100, 0, 200 + detour, 100, 200 + detour, 0]);
    expect(at).toHaveLength(3);
    return make(
      { size: 3, durations },
      [1, 2].map((id) => vehicle(id, { costs: { fixed } })),
      [job(1, 1), job(2, 2)],
    );
  };

  it("are weighed as they are: a second vehicle is used where it saves more than it costs", () => {
    // one vehicle drives 400 s + detour, two drive 400 s
    expect(servesAll(fleet(30.5, 30)).routes).toHaveLength(1);
    expect(servesAll(fleet(29.5, 30)).routes).toHaveLength(2);
    expect(servesAll(fleet(30.5, 30)).cost).toBe(Math.round(430 + 30.5));
  });
});

describe("a settled beginning that is longer than a limit", () => {
  const settled = (limit: object) =>
    make(
      line(0, 100, 100, 200),
      [vehicle(1, { ...limit, lockedPrefix: [{ type: "job", id: 1 }] })],
      [job(1, 1), job(2, 2), job(3, 3)],
    );

  it.each([
    ["distance", { maxDistanceM: 500 }],
    ["travel time", { maxTravelTimeSec: 50 }],
  ])("%s: takes a stop that adds nothing to it, and none that does", (_, limit) => {
    const solution = solve(settled(limit), { iterationLimit: 40, seed: 1 });
    expect(solution.routes[0]!.steps.flatMap((step) => (step.type === "job" ? [step.id] : []))).toEqual([1, 2]);
    expect(solution.unassigned.map(({ id }) => id)).toEqual([3]);
  });

  it("number of stops: keeps what is settled and takes no more", () => {
    const solution = solve(settled({ maxTasks: 0 }), { iterationLimit: 40, seed: 1 });
    expect(solution.routes[0]!.steps.flatMap((step) => (step.type === "job" ? [step.id] : []))).toEqual([1]);
    expect(solution.unassigned).toHaveLength(2);
  });
});
