import path from "node:path";
import { CalculationProcess } from "./calculation-process.server";
import type { TravelCache } from "../routing/travel-cache.server";
import type {
  CalculationTask,
  FormatTask,
  RoadSettings,
  RunningSolve,
  SolveAnswer,
  SolveProgress,
} from "./calculation-messages";

export type { CalculationTask, RunningSolve, SolveAnswer, SolveProgress };
export { CalculationProcessEnded, StoppedUnsearched } from "./calculation-process.server";

export interface SolverPool {
  solve(task: CalculationTask, onProgress: (progress: SolveProgress) => void): RunningSolve;
  /** A problem in another product's format; the answer is in the same. */
  solveFormat(task: FormatTask): RunningSolve<string>;
  /** Calculations that may run at the same time. */
  readonly size: number;
  /** For one calculation. */
  readonly memoryMb: number;
  close(): Promise<void>;
}

export interface SolverPoolOptions {
  /** folder of the bundles */
  workerDir: string;
  size: number;
  /** that search: those that run share them, one alone has them all */
  threads: number;
  memoryMb: number;
  roads: RoadSettings;
  /** see `ProcessSetup` */
  nearFrom?: number;
  /** of the process that the pool belongs to: calculations ask it for travel times that are known */
  cache: () => TravelCache;
}

/** A process that has nothing to do is kept so long: the next calculation begins at once. */
const IDLE_MS = 30_000;

/** More threads than these have not been measured; each costs memory. */
const MOST_THREADS = 8;

/**
 * Processes that calculate, each with threads that search. A thread alone would not do: its limit covers the heap of
 * JavaScript, while travel tables lie outside of it, so that a large problem would end the web process with it.
 */
export function createSolverPool({ workerDir, size, threads, cache, ...settings }: SolverPoolOptions): SolverPool {
  const setup = { workerFile: path.resolve(workerDir, "search.worker.js"), ...settings };
  const all = new Set<CalculationProcess>();
  const idle: { process: CalculationProcess; timer: NodeJS.Timeout }[] = [];
  let running = 0;

  function start(): CalculationProcess {
    const started = new CalculationProcess(path.resolve(workerDir, "calculate.worker.js"), setup, cache);
    all.add(started);
    void started.ended.then(() => all.delete(started));
    return started;
  }

  function rest(process: CalculationProcess): void {
    if (!process.isAlive) return;
    const timer = setTimeout(() => void process.end(), IDLE_MS);
    timer.unref();
    idle.push({ process, timer });
  }

  function take(): CalculationProcess {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      clearTimeout(next.timer);
      if (next.process.isAlive) return next.process;
    }
    return start();
  }

  function run<Answer>(
    start: (process: CalculationProcess, threads: number) => RunningSolve<Answer>,
  ): RunningSolve<Answer> {
    const process = take();
    running++;
    // An equal share. Those that run already keep theirs: for a while there can be more threads than processors.
    const started = start(process, Math.max(1, Math.min(MOST_THREADS, Math.floor(threads / running))));
    const result = started.result.finally(() => {
      running--;
      rest(process);
    });
    return { ...started, result };
  }

  return {
    size,
    memoryMb: settings.memoryMb,
    solve: (task, onProgress) => run((process, threads) => process.calculate(task, threads, onProgress)),
    solveFormat: (task) => run((process, threads) => process.solveFormat(task, threads)),
    close: async () => {
      await Promise.all([...all].map((process) => process.end()));
    },
  };
}
