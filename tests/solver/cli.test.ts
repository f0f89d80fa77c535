import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BAD_FILES } from "solver/bench/bad-files";

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
  return {
    code: result.status,
    output: JSON.parse(result.stdout) as Json,
    lines: result.stdout.trimEnd().split("\n").length,
  };
}

const matrix = [
  [0, 10, 20],
  [10, 0, 15],
  [20, 15, 0],
];
const good = {
  vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [5] }],
  jobs: [
    { id: 1, location_index: 1, delivery: [1] },
    { id: 2, location_index: 2, delivery: [1] },
  ],
  matrices: { car: { durations: matrix } },
};
const text = (more: Json): string => JSON.stringify({ ...good, ...more });
const vehicle = (more: Json): string => text({ vehicles: [{ ...good.vehicles[0], ...more }] });
const firstJob = (more: Json): string => text({ jobs: [{ ...good.jobs[0], ...more }, good.jobs[1]] });

describe("the file for the solution", () => {
  it("is refused before the search where it can't be written", () => {
    for (const file of [folder, join(folder, "none", "answer.json")]) {
      const { code, output } = run("no problem", "--output", file);
      expect([code, output]).toMatchObject([2, { code: 2, field: file, number: 220 }]);
    }
  });

  it("is neither emptied nor made where the problem is refused", () => {
    const [old, fresh] = [join(folder, "old.json"), join(folder, "fresh.json")];
    writeFileSync(old, "the plan of yesterday");
    for (const file of [old, fresh]) expect(run("no problem", "-o", file).output.number).toBe(201);
    expect(readFileSync(old, "utf8")).toBe("the plan of yesterday");
    expect(existsSync(fresh)).toBe(false);
  });
});

describe("npm run solve", () => {
  it("prints VROOM's output on stdout and nothing else", () => {
    const { code, output, lines } = run(
      JSON.stringify(good),
      "--time-limit",
      "0.2",
      "--threads",
      "2",
      "--exploration",
      "3",
      "--seed",
      "4",
    );
    expect(code).toBe(0);
    expect(lines).toBe(1);
    expect(output).toMatchObject({
      code: 0,
      summary: { cost: 45, routes: 1, unassigned: 0 },
      unassigned: [],
      routes: [{ vehicle: 1, cost: 45, duration: 45 }],
    });
  });

  it("two threads, which start while it reads, don't keep it from refusing what it has read", () => {
    expect(run(firstJob({ service: -1 }), "--threads", "2")).toMatchObject({
      code: 2,
      output: { field: "jobs[0].service" },
    });
    expect(run("{", "--threads", "2").code).toBe(2);
  });

  it("reads gzip, the legacy matrix and stdin; 0 seconds lets it choose", () => {
    expect(run(gzipSync(JSON.stringify(good)), "--exploration", "0").code).toBe(0);
    const { matrices: _, ...rest } = good;
    const stdin = finish(
      spawnSync("node", ["solver/run.mjs", "-", "--time-limit", "0", "--exploration", "0"], {
        cwd: root,
        encoding: "utf8",
        input: JSON.stringify({ ...rest, matrix }),
      }),
    );
    expect(stdin).toMatchObject({ code: 0, output: { summary: { cost: 45 } } });
  });

  it.each([
    ["an unknown field", text({ wheels: 4 }), "wheels"],
    ["an unknown field of a job", firstJob({ servce: 3 }), "jobs[0].servce"],
    ["a negative capacity", vehicle({ capacity: [-1] }), "vehicles[0].capacity[0]"],
    ["a text for a number", firstJob({ service: "5" }), "jobs[0].service"],
    ["a fraction of a second", firstJob({ service: 1.5 }), "jobs[0].service"],
    [
      "a text in the matrix",
      text({
        matrices: {
          car: {
            durations: [
              [0, "1"],
              [1, 0],
            ],
          },
        },
      }),
      "matrices.car.durations[0][1]",
    ],
    [
      "a negative duration",
      text({
        matrices: {
          car: {
            durations: [
              [0, 1, 1],
              [1, 0, -4],
              [1, 1, 0],
            ],
          },
        },
      }),
      "matrices.car.durations[1][2]",
    ],
    [
      "a matrix that isn't square",
      text({
        matrices: {
          car: {
            durations: [
              [0, 1, 2],
              [1, 0, 2],
            ],
          },
        },
      }),
      "matrices.car.durations[0]",
    ],
    [
      "distances of another size",
      text({ matrices: { car: { durations: matrix, distances: [[0]] } } }),
      "matrices.car.distances",
    ],
    ["a row that doesn't exist", firstJob({ location_index: 3 }), "jobs[0].location_index"],
    ["a start that doesn't exist", vehicle({ start_index: 9 }), "vehicles[0].start_index"],
    ["a window that ends before it starts", firstJob({ time_windows: [[5, 3]] }), "jobs[0].time_windows[0]"],
    [
      "overlapping windows",
      firstJob({
        time_windows: [
          [0, 5],
          [4, 8],
        ],
      }),
      "jobs[0].time_windows[1]",
    ],
    ["an id used twice", text({ jobs: [good.jobs[0], good.jobs[0]] }), "jobs[1].id"],
    ["another number of dimensions", firstJob({ delivery: [1, 2] }), "jobs[0].delivery"],
    ["no vehicles", text({ vehicles: [] }), "vehicles"],
    ["no jobs at all", JSON.stringify({ vehicles: good.vehicles, matrices: good.matrices }), "jobs"],
    ["a vehicle without start and end", text({ vehicles: [{ id: 1 }] }), "vehicles[0].start_index"],
    ["an unknown profile", vehicle({ profile: "ship" }), "vehicles[0].profile"],
    ["distance limit without distances", vehicle({ max_distance: 5 }), "vehicles[0].max_distance"],
    [
      "a pair locked the wrong way round",
      text({
        jobs: [],
        shipments: [{ pickup: { id: 1, location_index: 1 }, delivery: { id: 2, location_index: 2 } }],
        vehicles: [{ id: 1, start_index: 0, locked_prefix: [{ type: "delivery", id: 2 }] }],
      }),
      "vehicles[0].locked_prefix[0]",
    ],
    [
      "a shipment without delivery",
      text({ jobs: [], shipments: [{ pickup: { id: 1, location_index: 1 } }] }),
      "shipments[0].delivery",
    ],
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
    expect(
      finish(spawnSync("node", ["solver/run.mjs", join(folder, "nothing.json")], { cwd: root, encoding: "utf8" })).code,
    ).toBe(2);
    expect(run(JSON.stringify(good), "--exploration", "9")).toMatchObject({
      code: 2,
      output: { field: "--exploration" },
    });
    expect(run(JSON.stringify(good), "--speed", "9")).toMatchObject({ code: 2, output: { field: "--speed" } });
  });

  it("more than a text can hold is refused as too large, before it is read and while it is unpacked", () => {
    const file = join(folder, "large.json");
    const solved = (): Answer => finish(spawnSync("node", ["solver/run.mjs", file], { cwd: root, encoding: "utf8" }));
    const refused = (what: string): object => ({
      code: 2,
      output: { field: file, number: 216, error: expect.stringContaining(`${what} is larger than 512 MB.`) as string },
    });
    writeFileSync(file, "");
    truncateSync(file, 2 ** 32);
    expect(solved()).toMatchObject(refused("The file"));
    // members of gzip follow each other: 600 MB of blanks in 600 kB
    const member = gzipSync(" ".repeat(2 ** 20));
    writeFileSync(file, Buffer.concat(Array<Buffer>(600).fill(member)));
    expect(solved()).toMatchObject(refused("The input, unpacked,"));
    rmSync(file);
  });

  it("coordinates without a matrix: exit 3, there is no routing engine here", () => {
    const input = { vehicles: [{ id: 1, start: [9.5, 47.1] }], jobs: [{ id: 1, location: [9.6, 47.1] }] };
    expect(run(JSON.stringify(input))).toMatchObject({ code: 3, output: { code: 3 } });
  });

  it("takes VROOM's short options, and writes to a file", () => {
    const output = join(folder, "out.json");
    const file = join(folder, "short.json");
    writeFileSync(file, `\ufeff${JSON.stringify(good)}`);
    const result = spawnSync("node", ["solver/run.mjs", "-i", file, "-o", output, "-t", "2", "-x", "0", "-l", "0.2"], {
      cwd: root,
      encoding: "utf8",
    });
    expect([result.status, result.stdout, result.stderr]).toEqual([0, "", ""]);
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({ code: 0, summary: { cost: 45 } });
  });

  it("takes values of short options without a blank, and the problem itself in place of a file", () => {
    const solved = (...args: string[]) =>
      finish(spawnSync("node", ["solver/run.mjs", ...args], { cwd: root, encoding: "utf8" }));
    expect(solved("-x0", "-l0.2", ` ${JSON.stringify(good)}`)).toMatchObject({ code: 0, output: { code: 0 } });
    expect(solved("-x6", JSON.stringify(good))).toMatchObject({ code: 2, output: { field: "-x", number: 217 } });
    expect(solved("-x", "0", "{")).toMatchObject({ code: 2, output: { field: "argument", number: 201 } });
  });

  it.each([
    ["-g", ["-g"]],
    ["--router", ["--router", "osrm"]],
    ["--iteration-limit", ["--iteration-limit", "5", "--threads", "2"]],
    ["--seed", ["--seed"]],
    ["second.json", ["second.json"]],
    ["--plan", ["--plan=false"]],
    ["-c", ["-c=0"]],
    ["-c0", ["-c0"]],
  ])("%s can't be honoured: exit 2, not silence", (field, args) => {
    expect(run(JSON.stringify(good), ...args)).toMatchObject({ code: 2, output: { field, number: 217 } });
  });

  it("plan mode times the given steps and reports what they break", () => {
    const steps = [{ type: "start" }, { type: "job", id: 2, service_at: 90 }, { type: "job", id: 1 }, { type: "end" }];
    const { code, output } = run(vehicle({ capacity: [1], steps }), "--plan");
    expect(code).toBe(0);
    const [route] = output.routes as {
      steps: { type: string; id?: number; arrival: number; waiting_time: number }[];
      violations: Json[];
    }[];
    expect(route!.steps.map((step) => [step.type, step.id])).toEqual([
      ["start", undefined],
      ["job", 2],
      ["job", 1],
      ["end", undefined],
    ]);
    expect(route!.steps[1]!.arrival + route!.steps[1]!.waiting_time).toBe(90);
    expect(route!.violations).toEqual([expect.objectContaining({ cause: "load", amount: 1 })]);
    expect(output.unassigned).toEqual([]);
  });

  it.each(BAD_FILES.map(({ name, text: content }) => [name, content] as const))(
    "10 MB, %s: exit 2, a number, a cause",
    (_, content) => {
      const { code, output } = run(content());
      expect(code).toBe(2);
      expect(output.number).toBeGreaterThan(200);
      expect(String(output.error).length).toBeLessThan(600);
    },
  );
});
