import { describe, expect, it } from "vitest";
import { readVroom } from "solver/formats/vroom/read";
import { searchProblem } from "solver/search-problem";
import { made } from "./helpers/genetic";

/** With a second window for each job. */
function withTwoWindows(json: Record<string, unknown>): Record<string, unknown> {
  const jobs = json.jobs as { time_windows: [number, number][] }[];
  return { ...json, jobs: jobs.map((job) => ({ ...job, time_windows: [...job.time_windows, [5500, 5600]] })) };
}

describe("a search whose time is over before it begins, as on a machine that is busy with something else", () => {
  const windows = made(3, { tasks: 4, vehicles: 4, windows: true });
  it.each<[string, Record<string, unknown>]>([
    ["cooled", made(3, { tasks: 4, vehicles: 4, oneWay: true })],
    ["searched genetically", windows],
    ["bred", withTwoWindows(windows)],
    ["compared by fleets", made(3, { tasks: 4, vehicles: 4, mixed: true, fixed: 10 })],
  ])("answers with the first plan where plans would be %s", (_, json) => {
    const { problem } = readVroom(json);
    for (const timeLimitMs of [20, 200, 2000, 20_000]) {
      const { routes } = searchProblem(problem, { timeLimitMs, now: () => 50_000 }, 0);
      expect(routes.flatMap(({ steps }) => steps)).toHaveLength(4);
    }
  });
});
