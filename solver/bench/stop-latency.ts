import { Worker } from "node:worker_threads";
import { check, solve } from "../index";
import type { Problem } from "../index";
import { largeProblem } from "./large-problem";

/**
 * Prints as JSON lines how long solve() still takes after the stop flag is raised, at many moments of large problems.
 */
const PROBLEMS: readonly (readonly [name: string, threads: number, problem: () => Problem])[] = [
  ["windows", 1, () => largeProblem(5000, 50)],
  ["windows", 2, () => largeProblem(5000, 50)],
  ["different vehicles", 1, () => largeProblem(5000, 50, { mixedFleet: true })],
  ["shipments", 1, () => largeProblem(5000, 50, { shipments: true })],
  ["breaks", 1, () => largeProblem(5000, 50, { breaks: true })],
  ["most stops can't be served", 1, () => largeProblem(5000, 50, { tooMuch: true })],
];
const MOMENTS_MS = [0, 30, 100, 200, 400, 700, 1000, 1500, 2500, 5000];

/** A thread that raises the flag after so many milliseconds of the clock that all threads share, and notes when. */
const RAISER = `const { workerData: { flag, raised, at } } = require("node:worker_threads");
const now = () => performance.timeOrigin + performance.now();
const wait = at - now();
if (wait > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
raised[0] = now();
Atomics.store(flag, 0, 1);`;

const now = (): number => performance.timeOrigin + performance.now();

async function measure(
  problem: Problem,
  threads: number,
  afterMs: number,
): Promise<{ latencyMs: number; raisedAfterMs: number; violations: number }> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const raised = new Float64Array(new SharedArrayBuffer(8));
  const beginsAt = now() + 120; // time for the raising thread to start
  const raiser = new Worker(RAISER, { eval: true, workerData: { flag, raised, at: beginsAt + afterMs } });
  await new Promise((resolve) => raiser.once("online", resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, beginsAt - now()));
  const started = now();
  const solution = solve(problem, { timeLimitMs: 60_000, threads, stopFlag: flag });
  const latencyMs = now() - Math.max(raised[0], started);
  await raiser.terminate();
  return { latencyMs, raisedAfterMs: raised[0] - started, violations: check(problem, solution).length };
}

async function main(): Promise<void> {
  for (const [name, threads, make] of PROBLEMS) {
    const problem = make();
    for (const moment of MOMENTS_MS) {
      const { latencyMs, raisedAfterMs, violations } = await measure(problem, threads, moment);
      if (violations > 0) throw new Error(`${name}: ${violations} broken rules after ${moment} ms`);
      console.log(
        JSON.stringify({
          name: `${name}, ${threads} thread${threads === 1 ? "" : "s"}, ${moment} ms`,
          raisedAfterMs,
          latencyMs,
        }),
      );
    }
  }
}

await main();
