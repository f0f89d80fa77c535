import path from "node:path";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import type { Options, Problem, Progress, Solution, Violation } from "solver/contract";

export type SolveOptions = Pick<Options, "timeLimitMs" | "iterationLimit" | "seed" | "exploration" | "warmStart" | "changeBudget">;

export interface SolveAnswer {
  solution: Solution;
  /** What the independent checker found; a clean solution has none. */
  violations: Violation[];
}

/** Sent by the worker over its port; `routes` only now and then, as the checkpoint that a killed calculation goes on from. */
export interface SolveProgress extends Omit<Progress, "bestRoutes"> {
  routes?: Options["warmStart"];
}

export interface RunningSolve {
  result: Promise<SolveAnswer>;
  /** The search returns its best plan so far within some tens of milliseconds. */
  stop(): void;
}

export interface SolverPool {
  solve(problem: Problem, options: SolveOptions, onProgress: (progress: SolveProgress) => void): RunningSolve;
  /** Calculations that may run at the same time. */
  readonly size: number;
  close(): Promise<void>;
}

/** Worker threads that search, so that the web process never waits for a calculation. */
export function createSolverPool(options: { workerFile: string; size: number }): SolverPool {
  const pool = new Piscina({
    filename: path.resolve(options.workerFile),
    minThreads: 0,
    maxThreads: options.size,
    idleTimeout: 30_000,
    maxQueue: "auto",
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  });

  return {
    size: options.size,

    solve(problem, solveOptions, onProgress) {
      const stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const { port1, port2 } = new MessageChannel();
      port1.on("message", onProgress);
      port1.unref();
      const result: Promise<SolveAnswer> = pool
        .run({ problem, options: { ...solveOptions, stopFlag }, port: port2 }, { transferList: [port2] })
        .finally(() => port1.close());
      return { result, stop: () => void Atomics.store(stopFlag, 0, 1) };
    },

    close: () => pool.close({ force: true }),
  };
}
