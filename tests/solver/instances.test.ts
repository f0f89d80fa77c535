import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { writeVroom } from "solver/formats/vroom/write";
import { benchFolder, loadSharedCheck } from "./helpers/shared-checker";

interface Entry {
  readonly name: string;
  readonly file: string;
  readonly n: number;
  readonly bks_cost: number | null;
}

const sharedCheck = await loadSharedCheck();
const read = (path: string): unknown => {
  const bytes = readFileSync(path);
  return JSON.parse((bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8")) as unknown;
};

if (benchFolder === null || sharedCheck === null) {
  describe("benchmark instances", () => {
    it.skip("LEFT OUT: ../shared/bench is missing, so none of its instances of up to 200 stops was solved", () =>
      undefined);
  });
} else {
  const all = read(`${benchFolder}instances/instances.json`) as Entry[];
  const entries = [
    ...all.filter((entry) => entry.n <= 200),
    { name: "liechtenstein-150", file: "../city/liechtenstein-150.json", n: 150, bks_cost: null },
  ];
  describe("benchmark instances of up to 200 stops", () => {
    it.each(entries)("$name is accepted by the shared checker", (entry) => {
      const json = read(`${benchFolder}instances/${entry.file}`);
      const { problem, locations } = readVroom(json);
      const solution = solve(problem, { iterationLimit: 5000, seed: 1 });
      expect(check(problem, solution)).toEqual([]);
      expect(sharedCheck(json, writeVroom(problem, solution, locations, 0))).toMatchObject({
        feasible: true,
        violations: [],
      });
      if (entry.bks_cost !== null && solution.unassigned.length === 0)
        expect(solution.cost).toBeLessThan(entry.bks_cost * 1.25);
    });
  });
}

describe("own instance", () => {
  it("20 stops with windows, breaks and two vehicles are served", () => {
    const json = read(new URL("../fixtures/solver/small-20.json", import.meta.url).pathname);
    const { problem } = readVroom(json);
    const solution = solve(problem, { iterationLimit: 3000, seed: 1 });
    expect(check(problem, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
  });
});
