import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import { SOLVER_POOL } from "../../helpers/calculations";

/**
 * Ends a short calculation at once, a long one when it is stopped, and answers with everything that it was told, and
 * the threads of the last one.
 */
const WORKER = `const told = [];
let last = 0;
process.on("message", ({ type, task, threads }) => {
  told.push(type);
  last = threads ?? last;
  if (type === "calculate" && task.input === "short") answer();
  if (type === "stop") answer();
  // It says that it ends, and is there for a while.
  if (type === "calculate" && task.input === "large") process.send({ type: "memory", megabytes: 2900 });
});
function answer() {
  process.send({ type: "answer", violations: [], summary: JSON.stringify({ told, threads: last }) });
  process.send({ type: "done" });
}
process.on("disconnect", () => process.exit());`;

describe("the pool of calculating processes", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "route-platform-pool-"));
  beforeAll(() => {
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(path.join(folder, "calculate.worker.js"), WORKER);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let pool: SolverPool | undefined;
  afterEach(() => pool?.close());
  const poolOf = (threads: number) => {
    const made = (pool = createSolverPool({ ...SOLVER_POOL, threads, workerDir: folder }));
    return (input: string) => made.solve({ input, resume: null, isStopped: false }, () => undefined);
  };

  it("shares its threads out among the calculations that run, and one alone has up to eight", async () => {
    const solve = poolOf(7);
    const threadsOf = async (solving: ReturnType<typeof solve>) => (await solving.result)!.output.summary;
    expect(await threadsOf(solve("short"))).toMatchObject({ threads: 7 });
    const running = [solve("long"), solve("long"), solve("long")];
    expect(await threadsOf(solve("short"))).toMatchObject({ threads: 1 });
    for (const one of running) one.stop();
    const shares = await Promise.all(running.map(threadsOf));
    expect(shares).toMatchObject([{ threads: 7 }, { threads: 3 }, { threads: 2 }]);
    expect(await threadsOf(solve("short"))).toMatchObject({ threads: 7 });
    await pool?.close();
    expect(await threadsOf(poolOf(64)("short"))).toMatchObject({ threads: 8 });
  });

  it("gives no calculation to a process that ends for want of memory", async () => {
    const solve = poolOf(1);
    await expect(solve("large").result).rejects.toMatchObject({ code: "calculation.out_of_memory" });
    const { summary } = (await solve("short").result)!.output;
    expect(summary).toMatchObject({ told: ["setup", "calculate"] });
  });

  it("tells the calculation that runs to stop, and not the next one in the same process", async () => {
    const solve = poolOf(1);
    const first = solve("short");
    await first.result;
    const second = solve("long");
    first.release();
    first.stop();
    second.stop();
    const { summary } = (await second.result)!.output;
    expect(summary).toMatchObject({ told: ["setup", "calculate", "calculate", "stop"] });
  });
});

describe("a calculation", () => {
  mkdirSync("test-results", { recursive: true });
  // Inside the project, whose packages the programs use.
  const folder = mkdtempSync(path.resolve("test-results", "threads-"));
  const started = path.join(folder, "started");
  let pool: SolverPool;
  beforeAll(() => {
    for (const file of ["calculate.worker.js", "search.worker.js"])
      copyFileSync(path.join("build", file), path.join(folder, file));
    // In place of the program that searches along: it says that it was started.
    writeFileSync(
      path.join(folder, "solver-thread.js"),
      `import("node:fs").then(({ appendFileSync }) => appendFileSync(${JSON.stringify(started)}, "+"));`,
    );
    pool = createSolverPool({ ...SOLVER_POOL, threads: 4, workerDir: folder });
  });
  afterAll(async () => {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Threads beside the first one of a search of three seconds. */
  async function threadsOf(options: object): Promise<number> {
    rmSync(started, { force: true });
    const places = Array.from({ length: 61 }, (_, k) => k);
    const request = {
      vehicles: [{ id: 1, start_index: 0 }],
      jobs: places.slice(1).map((place) => ({ id: place, location_index: place })),
      matrices: { car: { durations: places.map((from) => places.map((to) => Math.abs(to - from))) } },
      options,
    };
    const { result } = pool.solveFormat({ format: "vroom", input: JSON.stringify({ request }) });
    expect(JSON.parse((await result) ?? "{}")).toMatchObject({ code: 0, summary: { unassigned: 0 } });
    return existsSync(started) ? readFileSync(started, "utf8").length : 0;
  }

  it("is searched by as many threads as its time is enough for, and no more than are asked for", async () => {
    expect(await threadsOf({})).toBe(1);
    expect(await threadsOf({ t: 1 })).toBe(0);
    expect(await threadsOf({ l: 1 })).toBe(0);
  });
});
