import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "solver-cli-"));

type Json = Record<string, unknown>;
interface Answer {
  readonly code: number | null;
  readonly output: Json;
  readonly lines: number;
}

function run(input: string | Buffer, ...args: string[]): Answer {
  const file = join(folder, "problem.json");
  writeFileSync(file, input);
  return finish(spawnSync("node", ["solver/run.mjs", file, ...args], { cwd: root, encoding: "utf8" }));
}

function finish(result: { status: number | null; stdout: string; stderr: string }): Answer {
  expect(result.stderr).toBe("");
  return { code: result.status, output: JSON.parse(result.stdout) as Json, lines: result.stdout.trimEnd().split("\n").length };
}

const matrix = [[0, 10, 20], [10, 0, 15], [20, 15, 0]];
const good = { vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [5] }], jobs: [{ id: 1, location_index: 1, delivery: [1] }, { id: 2, location_index: 2, delivery: [1] }], matrices: { car: { durations: matrix } } };
const text = (more: Json): string => JSON.stringify({ ...good, ...more });
const vehicle = (more: Json): string => text({ vehicles: [{ ...good.vehicles[0], ...more }] });
const firstJob = (more: Json): string => text({ jobs: [{ ...good.jobs[0], ...more }, good.jobs[1]] });

describe("npm run solve", () => {
  it("prints VROOM's output on stdout and nothing else", () => {
    const { code, output, lines } = run(JSON.stringify(good), "--time-limit", "0.2", "--threads", "2", "--exploration", "3", "--seed", "4");
    expect(code).toBe(0);
    expect(lines).toBe(1);
    expect(output).toMatchObject({ code: 0, summary: { cost: 45, routes: 1, unassigned: 0 }, unassigned: [], routes: [{ vehicle: 1, cost: 45, duration: 45 }] });
  });

  it("reads gzip, the legacy matrix and stdin; 0 seconds lets it choose", () => {
    expect(run(gzipSync(JSON.stringify(good)), "--exploration", "0").code).toBe(0);
    const { matrices: _, ...rest } = good;
    const stdin = finish(spawnSync("node", ["solver/run.mjs", "-", "--time-limit", "0", "--exploration", "0"], { cwd: root, encoding: "utf8", input: JSON.stringify({ ...rest, matrix }) }));
    expect(stdin).toMatchObject({ code: 0, output: { summary: { cost: 45 } } });
  });

  it.each([
    ["an unknown field", text({ wheels: 4 }), "wheels"],
    ["an unknown field of a job", firstJob({ servce: 3 }), "jobs[0].servce"],
    ["a negative capacity", vehicle({ capacity: [-1] }), "vehicles[0].capacity[0]"],
    ["a text for a number", firstJob({ service: "5" }), "jobs[0].service"],
    ["a fraction of a second", firstJob({ service: 1.5 }), "jobs[0].service"],
    ["null in the matrix", text({ matrices: { car: { durations: [[0, null], [1, 0]] } } }), "matrices.car.durations[0][1]"],
    ["a negative duration", text({ matrices: { car: { durations: [[0, 1, 1], [1, 0, -4], [1, 1, 0]] } } }), "matrices.car.durations[1][2]"],
    ["a matrix that isn't square", text({ matrices: { car: { durations: [[0, 1, 2], [1, 0, 2]] } } }), "matrices.car.durations[0]"],
    ["distances of another size", text({ matrices: { car: { durations: matrix, distances: [[0]] } } }), "matrices.car.distances"],
    ["a row that doesn't exist", firstJob({ location_index: 3 }), "jobs[0].location_index"],
    ["a start that doesn't exist", vehicle({ start_index: 9 }), "vehicles[0].start_index"],
    ["a window that ends before it starts", firstJob({ time_windows: [[5, 3]] }), "jobs[0].time_windows[0]"],
    ["overlapping windows", firstJob({ time_windows: [[0, 5], [4, 8]] }), "jobs[0].time_windows[1]"],
    ["an id used twice", text({ jobs: [good.jobs[0], good.jobs[0]] }), "jobs[1].id"],
    ["another number of dimensions", firstJob({ delivery: [1, 2] }), "jobs[0].delivery"],
    ["no vehicles", text({ vehicles: [] }), "vehicles"],
    ["no jobs at all", JSON.stringify({ vehicles: good.vehicles, matrices: good.matrices }), "jobs"],
    ["a vehicle without start and end", text({ vehicles: [{ id: 1 }] }), "vehicles[0].start_index"],
    ["an unknown profile", vehicle({ profile: "ship" }), "vehicles[0].profile"],
    ["distance limit without distances", vehicle({ max_distance: 5 }), "vehicles[0].max_distance"],
    ["a pair locked the wrong way round", text({ jobs: [], shipments: [{ pickup: { id: 1, location_index: 1 }, delivery: { id: 2, location_index: 2 } }], vehicles: [{ id: 1, start_index: 0, locked_prefix: [{ type: "delivery", id: 2 }] }] }), "vehicles[0].locked_prefix[0]"],
    ["a shipment without delivery", text({ jobs: [], shipments: [{ pickup: { id: 1, location_index: 1 } }] }), "shipments[0].delivery"],
    ["a step that doesn't exist", vehicle({ steps: [{ type: "job", id: 99 }] }), "vehicles[0].steps[0].id"],
  ])("%s: exit 2 and the field", (_, input, field) => {
    const { code, output, lines } = run(input);
    expect(code).toBe(2);
    expect(lines).toBe(1);
    expect(output).toMatchObject({ code: 2, field });
    expect(output.error).toContain(field);
  });

  it("no JSON, no file, a wrong option: exit 2", () => {
    expect(run("{ not json").code).toBe(2);
    expect(finish(spawnSync("node", ["solver/run.mjs", join(folder, "nothing.json")], { cwd: root, encoding: "utf8" })).code).toBe(2);
    expect(run(JSON.stringify(good), "--exploration", "9")).toMatchObject({ code: 2, output: { field: "--exploration" } });
    expect(run(JSON.stringify(good), "--speed", "9")).toMatchObject({ code: 2, output: { field: "--speed" } });
  });

  it("coordinates without a matrix: exit 3, there is no routing engine here", () => {
    const input = { vehicles: [{ id: 1, start: [9.5, 47.1] }], jobs: [{ id: 1, location: [9.6, 47.1] }] };
    expect(run(JSON.stringify(input))).toMatchObject({ code: 3, output: { code: 3 } });
  });

  it("refuses 10 MB of wrong input without searching in it", () => {
    const jobs = Array.from({ length: 90_000 }, (_, k) => ({ id: k, location_index: 1, service: 60, description: `Stop number ${k} of a very long list of stops somewhere`, delivery: [k === 89_999 ? -1 : 1] }));
    const { code, output } = run(text({ jobs }));
    expect(code).toBe(2);
    expect(output.field).toBe("jobs[89999].delivery[0]");
  });
});
