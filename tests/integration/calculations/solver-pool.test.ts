import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
