import { Worker, isMainThread, workerData } from "node:worker_threads";
import type { Matrix, Options, Problem } from "../contract";
import { searchProblem } from "../search-problem";
import type { Found } from "../search-problem";
import { SharedBest } from "./shared-best";
import type { SharedBestMemory } from "./shared-best";

interface ThreadData {
  readonly solverThread: number;
  readonly problem: Problem;
  readonly options: Options;
  readonly startedMs: number;
  readonly memory: SharedBestMemory;
}

/**
 * Searches with several threads: this one and workers that run this same file (or the bundle that it is part of).
 * Matrices lie in shared memory; the threads exchange their best plans through it and nothing else.
 */
export function searchWithThreads(problem: Problem, options: Options, startedMs: number, threads: number): Found {
  const shared = shareMatrices(problem);
  const memory = SharedBest.allocate(threads, problem.jobs.length + 2 * problem.shipments.length, problem.vehicles.length);
  const { onProgress: _progress, now: _now, ...plain } = options;
  const workers: Worker[] = [];
  for (let thread = 1; thread < threads; thread++) {
    const data: ThreadData = { solverThread: thread, problem: shared, options: plain, startedMs, memory };
    const worker = spawn(data);
    // a thread that can't start leaves the work to the others
    worker.on("error", () => undefined);
    worker.unref();
    workers.push(worker);
  }
  try {
    return searchProblem(shared, options, startedMs, { memory, thread: 0 });
  } finally {
    for (const worker of workers) void worker.terminate();
  }
}

function spawn(data: ThreadData): Worker {
  const url = new URL(import.meta.url);
  if (!url.pathname.endsWith(".ts")) return new Worker(url, { workerData: data });
  // from source (tests, development): the thread needs the TypeScript loader first
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); });`;
  return new Worker(code, { eval: true, workerData: data, execArgv: [] });
}

function shareMatrices(problem: Problem): Problem {
  const share = (values: Int32Array | undefined): Int32Array | undefined => {
    if (values === undefined || values.buffer instanceof SharedArrayBuffer) return values;
    const copy = new Int32Array(new SharedArrayBuffer(values.byteLength));
    copy.set(values);
    return copy;
  };
  const matrices = Object.entries(problem.matrices).map(([profile, matrix]): [string, Matrix] => {
    const distances = share(matrix.distances);
    const costs = share(matrix.costs);
    return [profile, { size: matrix.size, durations: share(matrix.durations)!, ...(distances && { distances }), ...(costs && { costs }) }];
  });
  return { ...problem, matrices: Object.fromEntries(matrices) };
}

const data = workerData as ThreadData | null;
if (!isMainThread && typeof data?.solverThread === "number") {
  searchProblem(data.problem, data.options, data.startedMs, { memory: data.memory, thread: data.solverThread });
}
