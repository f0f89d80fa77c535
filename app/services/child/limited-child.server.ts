import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import type { ChildMessage } from "./child-task";
import { askerGone, FairQueue } from "./fair-queue";
import type { QueueLimits } from "./fair-queue";
import { lowerPriority } from "./low-priority.server";
import { watchMemory } from "./resident-memory.server";

/**
 * A program in a process of its own, for files that come from outside: what it does to its memory or the processor ends
 * with it. Its whole memory is limited, not the heap alone, in three ways: the heap by a flag, everything it allocates
 * by the kernel (`ulimit -d`, where a shell and Linux are there), and what is resident by a look every 100 ms
 * everywhere.
 */
export interface ChildLimits {
  /** resident at most */
  memoryMb: number;
  timeoutMs: number;
}

type ChildLimit = "memory" | "time";

/** The process was ended because it reached a limit. */
export class ChildLimitError extends Error {
  constructor(readonly limit: ChildLimit) {
    super(`A child process reached its ${limit} limit`);
  }
}

/** The program itself says that it can't do its task; it would say so again. */
export class ChildTaskError extends Error {}

/** Who asks for a task. */
export interface Asker {
  /** whose tasks take turns with those of others: a company */
  owner: string;
  /** aborted when nobody waits for the answer any more */
  signal?: AbortSignal | undefined;
}

export interface LimitedChild<Task, Part> {
  /**
   * Runs the program once; one task at a time, the others wait, and their owners take turns. When the asker goes, the
   * program is ended, and what waits is dropped.
   * @throws ChildLimitError, AppError 429 when too many of the owner wait, 503 when too many of all do, 408 when the
   * asker has gone, ChildTaskError with the program's own words
   */
  run(task: Task, asker: Asker, onPart: (part: Part) => void): Promise<void>;
  /** Ends what runs; what waits is refused. */
  close(): void;
}

const LOOK_EVERY_MS = 100;
const SHELL = "/bin/sh";
/** Beside what is resident: stacks of threads, what the runtime allocates and never touches. */
const UNTOUCHED_MB = 200;
const KEPT_ERROR_CHARS = 2_000;

/** Where this system's shell has no such limit, the check of the resident memory takes its place. */
const WITH_LIMITS = 'ulimit -d "$0" 2>/dev/null; ulimit -t "$1" 2>/dev/null; shift; exec "$@"';

export function limitedChild<Task, Part>(
  programFile: string,
  limits: ChildLimits,
  queueLimits: QueueLimits,
): LimitedChild<Task, Part> {
  const queue = new FairQueue(queueLimits);
  let running: ChildProcess | undefined;
  let closed = false;

  return {
    run: (task, { owner, signal }, onPart) =>
      queue.run(owner, signal, async () => {
        if (closed) throw new Error("The server is stopping.");
        const isGone = (): boolean => signal?.aborted === true;
        if (isGone()) throw askerGone();
        const child = (running = start(programFile, limits));
        const end = (): void => void child.kill("SIGKILL");
        signal?.addEventListener("abort", end, { once: true });
        try {
          await supervise(child, limits, task, onPart);
        } catch (error) {
          throw isGone() ? askerGone() : error;
        } finally {
          signal?.removeEventListener("abort", end);
          running = undefined;
        }
      }),
    close() {
      closed = true;
      running?.kill("SIGKILL");
    },
  };
}

function start(programFile: string, { memoryMb, timeoutMs }: ChildLimits): ChildProcess {
  const command = [process.execPath, `--max-old-space-size=${Math.floor(memoryMb * 0.85)}`, path.resolve(programFile)];
  // Twice the time: threads of one process share its processor time, and the clock below ends it first.
  const limited = [
    SHELL,
    "-c",
    WITH_LIMITS,
    String((memoryMb + UNTOUCHED_MB) * 1024),
    String(Math.ceil((timeoutMs / 1000) * 2)),
    ...command,
  ];
  const [file = process.execPath, ...args] = existsSync(SHELL) ? limited : command;
  // Nothing of the server's environment, which names its database and its secret, and none of its flags.
  const child = spawn(file, args, {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
    env: { NODE_ENV: "production" },
  });
  lowerPriority(child);
  return child;
}

function supervise<Task, Part>(
  child: ChildProcess,
  limits: ChildLimits,
  task: Task,
  onPart: (part: Part) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let reached: ChildLimit | null = null;
    let outcome: ChildMessage<Part> | null = null;
    let words = "";
    const end = (limit: ChildLimit): void => {
      reached ??= limit;
      child.kill("SIGKILL");
    };
    const clock = setTimeout(() => end("time"), limits.timeoutMs);
    const watched = { mb: limits.memoryMb, everyMs: LOOK_EVERY_MS };
    const stopWatching = watchMemory(child, watched, () => end("memory"));

    child.stderr?.setEncoding("utf8").on("data", (text: string) => (words = (words + text).slice(-KEPT_ERROR_CHARS)));
    child.on("message", (message: ChildMessage<Part>) => {
      if (message.kind !== "part") outcome = message;
      else if (reached === null) onPart(message.part);
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(clock);
      stopWatching();
      if (reached !== null) return reject(new ChildLimitError(reached));
      if (outcome?.kind === "done") return resolve();
      if (outcome?.kind === "failed")
        return reject(outcome.outOfMemory ? new ChildLimitError("memory") : new ChildTaskError(outcome.message));
      if (signal === "SIGXCPU") return reject(new ChildLimitError("time"));
      // The runtime ends itself by a signal when the heap or the kernel refuses memory; the kernel's own choice is
      // SIGKILL.
      if (ranOutOfMemory(code, signal, words)) return reject(new ChildLimitError("memory"));
      reject(new Error(`The program ended with ${signal ?? `code ${code}`} before its answer. ${words}`.trim()));
    });
    child.send(task as object, (error) => (error === null ? undefined : child.kill("SIGKILL")));
  });
}

const OUT_OF_MEMORY_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set([
  "SIGABRT",
  "SIGTRAP",
  "SIGSEGV",
  "SIGILL",
  "SIGBUS",
  "SIGKILL",
]);

const ranOutOfMemory = (code: number | null, signal: NodeJS.Signals | null, words: string): boolean =>
  (signal !== null && OUT_OF_MEMORY_SIGNALS.has(signal)) ||
  (code ?? 0) > 128 ||
  /out of memory|allocation failed|bad_alloc/i.test(words);
