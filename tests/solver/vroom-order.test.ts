import { describe, expect, it } from "vitest";
import { solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { writeVroom } from "solver/formats/vroom/write";
import { job, make, refusal, van, withJob, withShipment, withVan } from "./helpers/vroom";
import type { Json } from "./helpers/vroom";

describe("lists of the input that are read in another order", () => {
  const unsorted = (...windows: [number, number][]): Json => withJob({ time_windows: windows });

  it.each<[string, Json, number, string]>([
    ["a window that ends before it begins", unsorted([500, 510], [110, 100]), 209, "jobs[0].time_windows[1]"],
    ["the same in order", unsorted([10, 20], [510, 500]), 209, "jobs[0].time_windows[1]"],
    ["windows that overlap", unsorted([50, 60], [500, 510], [0, 55]), 209, "jobs[0].time_windows[0]"],
    ["a time before 0", unsorted([500, 510], [20, 30], [-5, 3]), 205, "jobs[0].time_windows[2][0]"],
    ["a window years later", unsorted([9e9, 9e9 + 1], [0, 10]), 205, "jobs[0].time_windows[0][0]"],
    [
      "a window of a shipment",
      withShipment({
        pickup: {
          ...job,
          time_windows: [
            [500, 510],
            [110, 100],
          ],
        },
      }),
      209,
      "shipments[0].pickup.time_windows[1]",
    ],
    [
      "a window of a break",
      withVan({
        breaks: [
          { id: 1 },
          {
            id: 2,
            time_windows: [
              [500, 510],
              [110, 100],
            ],
          },
        ],
      }),
      209,
      "vehicles[0].breaks[1].time_windows[1]",
    ],
    [
      "a step behind the start",
      withVan({ steps: [{ type: "start" }, { type: "job", id: 9 }, { type: "end" }] }),
      212,
      "vehicles[0].steps[1].id",
    ],
    [
      "a locked step behind the start",
      withVan({ locked_prefix: [{ type: "start" }, { type: "job", id: 1 }, { type: "job", id: 1 }] }),
      206,
      "vehicles[0].locked_prefix[2]",
    ],
  ])("%s is refused where it stands", (_, json, code, field) => {
    expect(refusal(json)).toEqual([code, field]);
  });

  it("says which windows overlap", () => {
    expect(() => readVroom(unsorted([50, 60], [0, 55]))).toThrow(
      "The window begins (50) before another one ends (55).",
    );
  });

  it("says that windows include their ends where one begins as another ends", () => {
    expect(() => readVroom(unsorted([0, 50], [50, 60]))).toThrow(
      "The window begins in the second in which the one before ends (50): windows include their ends. " +
        "Begin it at 51, or merge both.",
    );
    expect(() => readVroom(unsorted([0, 50], [51, 60]))).not.toThrow();
  });

  it("names vehicles as `vehicle` in reasons and in suggestions, and says which way there isn't", () => {
    const answer = (more: Json): unknown => {
      const { problem, locations } = readVroom(withVan(more));
      return writeVroom(problem, solve(problem, { iterationLimit: 5 }), locations).unassigned[0];
    };
    expect(answer({ time_window: [0, 5] })).toMatchObject({
      reasons: [{ vehicle: 1, code: "working_hours" }],
      suggestion: { vehicle: 1, vehicleId: 1, change: "overtime" },
    });
    const [there, back] = [
      [
        [0, null],
        [5, 0],
      ],
      [
        [0, 5],
        [null, 0],
      ],
    ];
    const lacks = (durations: unknown): unknown => {
      const { problem } = readVroom({ ...withVan({}), matrices: { car: { durations } } });
      return writeVroom(problem, solve(problem, { iterationLimit: 5 })).unassigned[0]!.reasons;
    };
    expect([lacks(there), lacks(back)]).toMatchObject([
      [{ vehicle: 1, code: "no_way", way: "there" }],
      [{ vehicle: 1, code: "no_way", way: "back" }],
    ]);
  });

  const suggested = (json: unknown): unknown => {
    const { problem, locations } = readVroom(json);
    const solution = solve(problem, { iterationLimit: 20 });
    const { change, amount, index } = writeVroom(problem, solution, locations).unassigned[0]!.suggestion!;
    return [change, amount, index];
  };
  const shift = { time_window: [0, 100] };
  const far = {
    durations: [
      [0, 5],
      [5, 0],
    ],
  };

  it.each<[string, [number, number][], unknown]>([
    [
      "last",
      [
        [5000, 5010],
        [1, 3],
      ],
      ["time_window", 2, 1],
    ],
    [
      "first",
      [
        [1, 3],
        [5000, 5010],
      ],
      ["time_window", 2, 0],
    ],
    [
      "between others",
      [
        [5000, 5010],
        [1, 3],
        [4000, 4010],
      ],
      ["time_window", 2, 1],
    ],
  ])("a suggestion counts the windows of a stop as they are given: the one to widen is %s", (_, windows, expected) => {
    const json = { ...withVan(shift), jobs: [{ ...job, time_windows: windows }], matrices: { car: far } };
    expect(suggested(json)).toEqual(expected);
    const shipments = [{ pickup: { ...job, time_windows: windows }, delivery: { id: 1, location_index: 1 } }];
    expect(suggested({ ...json, jobs: [], shipments })).toEqual(expected);
  });

  it("a suggestion counts the windows of the break of that vehicle as they are given", () => {
    // the stop is over 4 s after the break may begin
    const rest = (id: number, ...windows: [number, number][]): Json => ({ id, service: 20, time_windows: windows });
    const van1 = { ...van, ...shift, skills: [1], breaks: [rest(1, [5000, 5010], [10, 12], [6000, 6010])] };
    const van2 = { ...van, ...shift, id: 2, breaks: [rest(1, [10, 12], [5000, 5010])] };
    const stop = { ...job, service: 10, time_windows: [[6, 6]], skills: [1] };
    const json = make({ vehicles: [van1, van2], jobs: [stop], matrices: { car: far } });
    expect(suggested(json)).toEqual(["break", 4, 1]);
  });
});
