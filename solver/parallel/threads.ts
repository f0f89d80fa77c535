import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import type { Options, Problem } from "../contract";
import { searchProblem } from "../search-problem";
import type { Found } from "../search-problem";
import { SharedBest } from "./shared-best";
import type { SharedBestMemory } from "./shared-best";

/** What a thread receives once the problem is read. */
interface Work {
  readonly problem: Problem;
  readonly options: Options;
  readonly startedMs: number;
  readonly memory: SharedBestMemory;
}

/**
 * Threads that search beside this one: workers that run this same file (or the bundle that it is part of). They take
 * some 50 ms to start, so they are called before the problem is read. Matrices lie in shared memory; the threads
 * exchange their best plans through it and nothing else.
 */
export class Crew {
  private readonly workers: readonly Worker[];

  constructor(size: number) {
    this.workers = Array.from({ length: size }, (_, k) => spawn(k + 1));
  }

  /** Searches with all of them and this thread. */
  search(problem: Problem, options: Options, startedMs: number): Found {
    const shared = shareMatrices(problem);
    const memory = SharedBest.allocate(
      this.workers.length + 1,
      problem.jobs.length + 2 * problem.shipments.length,
      problem.vehicles.length,
    );
    const { onProgress: _progress, now: _now, ...plain } = options;
    const work: Work = { problem: shared, options: plain, startedMs, memory };
    for (const worker of this.workers) worker.postMessage(work);
    return searchProblem(shared, options, startedMs, { memory, thread: 0 });
  }

  /** To be called always, also when there was nothing to search. */
  dismiss(): void {
    for (const worker of this.workers) void worker.terminate();
  }
}

function spawn(solverThread: number): Worker {
  const url = new URL(import.meta.url);
  // from source (tests, development) the thread needs the TypeScript loader first
  const thread = JSON.stringify(url.href);
  const loader = `import("tsx/esm/api").then(({ register }) => { register(); return import(${thread}); });`;
  const workerData = { solverThread };
  const worker = url.pathname.endsWith(".ts")
    ? new Worker(loader, { eval: true, workerData, execArgv: [] })
    : new Worker(url, { workerData });
  // a thread that can't start leaves the work to the others
  worker.on("error", () => undefined);
  worker.unref();
  return worker;
}

/** The problem with its matrices in shared memory, so that threads read the same ones. */
function shareMatrices(problem: Problem): Problem {
  const matrices = Object.entries(problem.matrices).map(([profile, model]) => [
    profile,
    Object.fromEntries(Object.entries(model).map(([key, value]: [string, unknown]) => [key, shared(value)])),
  ]);
  return { ...problem, matrices: Object.fromEntries(matrices) as Problem["matrices"] };
}

function shared(values: unknown): unknown {
  if (!(values instanceof Int32Array || values instanceof Float64Array)) return values;
  if (values.buffer instanceof SharedArrayBuffer) return values;
  const memory = new SharedArrayBuffer(values.byteLength);
  const copy = values instanceof Int32Array ? new Int32Array(memory) : new Float64Array(memory);
  copy.set(values);
  return copy;
}

const thread = (workerData as { readonly solverThread?: unknown } | null)?.solverThread;
if (!isMainThread && typeof thread === "number") {
  parentPort?.once(
    "message",
    ({ problem, options, startedMs, memory }: Work) =>
      void searchProblem(problem, options, startedMs, { memory, thread }),
  );
}
