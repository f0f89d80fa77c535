import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ErrorCode, SolverError } from "../contract";
import type { Options, Problem } from "../contract";
import { searchProblem, teamMemory } from "../search-problem";
import type { Found, TeamMemory } from "../search-problem";
import type { Crew } from "../solve";

/** What a thread receives once the problem is read. */
export interface Work {
  /** Its number, from 1: the caller's own is 0. */
  readonly thread: number;
  /** Per thread from number 1 on: 0 once its work is over. */
  readonly busy: Int32Array;
  readonly problem: Problem;
  readonly options: Options;
  readonly startedMs: number;
  readonly memory: TeamMemory;
  readonly threads: number;
}

/**
 * In a short run of a new process Node's compiler needs as much of the processors as the search: with a thread for
 * every core both wait for each other, and two threads make fewer rounds than one alone (`bench/measured.md`).
 */
const SHORT_MS = 2500;

/** Threads that a new process with this time limit (0: chosen by size) should search with at most. */
export function mostThreads(timeLimitMs: number): number {
  return timeLimitMs > 0 && timeLimitMs < SHORT_MS ? Math.max(1, Math.floor(availableParallelism() / 2)) : Infinity;
}

/** The threads beside the caller's own that a search with these options has, `most` of all; null for none. */
export function crewOf(options: Options, most = 64): Crew | null {
  const alone = options.iterationLimit !== undefined || options.changeBudget !== undefined;
  const threads = alone ? 1 : Math.min(options.threads ?? 1, 64, most);
  return threads > 1 ? new Threads(threads - 1) : null;
}

/**
 * Threads that search beside this one: workers that run `thread.ts`. They take some 50 ms to start, so they are called
 * before the problem is read. Matrices lie in shared memory; the threads exchange their best plans through it and
 * nothing else.
 */
class Threads implements Crew {
  private readonly workers: readonly Worker[];
  private readonly busy: Int32Array;
  private bytes = 0;
  private isFailed = false;

  constructor(size: number) {
    this.workers = asManyAs(size);
    this.busy = new Int32Array(new SharedArrayBuffer(4 * size));
  }

  /** Searches with all of them and this thread. */
  search(problem: Problem, options: Options, startedMs: number): Found {
    const shared = shareMatrices(problem);
    const threads = this.workers.length + 1;
    const memory = teamMemory(problem, threads);
    const { onProgress: _progress, now: _now, ...forThreads } = options;
    this.bytes = bytesOf(shared);
    const work = {
      busy: this.busy,
      ...plainCopy({ problem: shared, options: forThreads }),
      startedMs,
      memory,
      threads,
    };
    try {
      this.workers.forEach((worker, k) => {
        this.busy[k] = 1;
        worker.postMessage({ thread: k + 1, ...work } satisfies Work);
      });
      return searchProblem(shared, options, startedMs, { memory, thread: 0, threads });
    } catch (error) {
      this.isFailed = true;
      throw error;
    }
  }

  /** To be called always, also when there was nothing to search. */
  dismiss(): void {
    this.workers.forEach((worker, k) => {
      // where nobody waits for an answer, as when `onProgress` throws, they would search on to the end of the time
      if (!this.isFailed && this.bytes <= MOST_RESTING_BYTES) rest(worker, () => Atomics.load(this.busy, k) === 0);
      else void worker.terminate();
    });
  }
}

/**
 * Threads that have searched wait for the next search, because a new one compiles all code again: in a second that is
 * most of its work. Not for long, and not after matrices that are large, because a thread that does nothing keeps
 * their memory.
 */
const RESTING_MS = 30_000;
const MOST_RESTING_BYTES = 64 * 2 ** 20;

interface Resting {
  /** False while it is late: all threads have the same time, but one that compiles can miss its end. */
  readonly isFree: () => boolean;
  readonly end: NodeJS.Timeout;
}
const resting = new Map<Worker, Resting>();

function rest(worker: Worker, isFree: () => boolean): void {
  const end = setTimeout(() => {
    resting.delete(worker);
    void worker.terminate();
  }, RESTING_MS);
  end.unref();
  resting.set(worker, { isFree, end });
}

/** Null when none is free. */
function wake(): Worker | null {
  for (const [worker, { isFree, end }] of resting)
    if (isFree()) {
      resting.delete(worker);
      clearTimeout(end);
      return worker;
    }
  return null;
}

/**
 * The file of the threads stands beside this one, or beside the bundle that this one is part of. It is a file of its
 * own: a thread that ran the bundle would run the program that called `solve`. The first URL is written in the way that
 * bundlers know; in a CommonJS bundle it has no base, and the bundle's own file is `__filename`.
 */
function threadFile(): URL | string {
  const own: unknown = import.meta.url;
  if (own === undefined && typeof __filename !== "string")
    throw new SolverError(
      ErrorCode.Usage,
      "options.threads",
      "This program doesn't know where its own file is, beside which solver-thread.js would be.",
      "Leave the solver out of your bundle, make an ES module of it, or use 1 thread.",
    );
  const file =
    own === undefined
      ? __filename.replace(/[^/\\]*$/, "solver-thread.js")
      : new URL("./solver-thread.js", import.meta.url);
  if (!existsSync(file))
    throw new SolverError(
      ErrorCode.Usage,
      "options.threads",
      "The file of the threads, solver-thread.js, isn't beside this program.",
      "Leave the solver out of your bundle, copy its dist/solver-thread.js there, or use 1 thread.",
    );
  return file;
}

/** Null where there are as many threads as the system allows. One that fails later leaves the work to the others. */
function spawn(file: URL | string): Worker | null {
  let worker: Worker;
  try {
    worker = new Worker(file);
  } catch {
    return null;
  }
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    clearTimeout(resting.get(worker)?.end);
    resting.delete(worker);
  });
  worker.unref();
  return worker;
}

/** Threads that wait, and new ones as far as the system lets a process have them. */
function asManyAs(size: number): Worker[] {
  const file = threadFile();
  const workers: Worker[] = [];
  while (workers.length < size) {
    const worker = wake() ?? spawn(file);
    if (worker === null) break;
    workers.push(worker);
  }
  return workers;
}

/** The problem with its matrices in shared memory, so that threads read the same ones. */
function shareMatrices(problem: Problem): Problem {
  const matrices = Object.entries(problem.matrices).map(([profile, model]) => [
    profile,
    Object.fromEntries(Object.entries(model).map(([key, value]: [string, unknown]) => [key, shared(value)])),
  ]);
  return { ...problem, matrices: Object.fromEntries(matrices) as Problem["matrices"] };
}

/** Objects and lists anew: those of reactive frameworks are proxies, which can't be sent. Typed arrays stay. */
function plainCopy<T>(value: T): T {
  const copyOf = (one: unknown): unknown => {
    if (typeof one !== "object" || one === null || ArrayBuffer.isView(one)) return one;
    if (Array.isArray(one)) return one.map(copyOf);
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, copyOf(inner)]));
  };
  return copyOf(value) as T;
}

function bytesOf({ matrices }: Problem): number {
  const sizes = Object.values(matrices).flatMap((model) =>
    Object.values(model).map((value: unknown) => (ArrayBuffer.isView(value) ? value.byteLength : 0)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function shared(values: unknown): unknown {
  if (!(values instanceof Int32Array || values instanceof Float64Array)) return values;
  if (values.buffer instanceof SharedArrayBuffer) return values;
  const memory = new SharedArrayBuffer(values.byteLength);
  const copy = values instanceof Int32Array ? new Int32Array(memory) : new Float64Array(memory);
  copy.set(values);
  return copy;
}
