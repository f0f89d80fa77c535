import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import { SOLVER_POOL } from "../../helpers/calculations";

/** Ends a short calculation at once, a long one when it is stopped, and answers with everything that it was told. */
const WORKER = `const told = [];
process.on("message", ({ type, task }) => {
  told.push(type);
  if (type === "calculate" && task.input === "short") answer();
  if (type === "stop") answer();
});
function answer() {
  process.send({ type: "answer", violations: [], summary: JSON.stringify({ told, pid: process.pid }) });
  process.send({ type: "done" });
}
process.on("disconnect", () => process.exit());`;

describe("the pool of calculating processes", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "route-platform-pool-"));
  let pool: SolverPool;
  beforeAll(() => {
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(path.join(folder, "calculate.worker.js"), WORKER);
    pool = createSolverPool({ ...SOLVER_POOL, workerDir: folder });
  });
  afterAll(async () => {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const solve = (input: string) => pool.solve({ input, resume: null, isStopped: false }, () => undefined);

  it("tells the calculation that runs to stop, and not the next one in the same process", async () => {
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
