/**
 * One test thread for all mutants. Vitest starts a thread for each test file and ends it afterwards; with hundreds of
 * mutants that is most of the time. This one stays, with the packages that it has loaded. The project's own modules
 * are evaluated anew for each test file (`isolate`), so that nothing that a mutant computed is there in the next run.
 */
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Plugin } from "vitest/config";
import type { PoolOptions, PoolWorker, WorkerRequest } from "vitest/node";

const NAME = "kept-thread";

type Listener = Parameters<PoolWorker["on"]>[1];

interface Kept {
  readonly thread: Worker;
  started: boolean;
  running: boolean;
}

let kept: Kept | null = null;

function keptThreadOf({ distPath, env, execArgv, project }: PoolOptions): Kept {
  if (kept !== null) return kept;
  const thread = new Worker(path.join(distPath, "workers/threads.js"), { env, execArgv });
  thread.setMaxListeners(0);
  const made: Kept = { thread, started: false, running: false };
  thread.on("message", (message: { type?: string }) => {
    if (message.type === "testfileFinished") made.running = false;
  });
  thread.once("exit", () => {
    if (kept === made) kept = null;
  });
  project.vitest.onClose(async () => {
    await thread.terminate();
  });
  kept = made;
  return made;
}

class KeptThread implements PoolWorker {
  readonly name = NAME;
  private readonly kept: Kept;
  private readonly names: RegExp;
  private listeners: { event: string; callback: Listener }[] = [];

  constructor(options: PoolOptions) {
    this.kept = keptThreadOf(options);
    this.names = options.project.config.testNamePattern ?? /(?:)/;
  }

  on(event: string, callback: Listener): void {
    this.listeners.push({ event, callback });
    this.kept.thread.on(event, callback);
  }

  off(event: string, callback: Listener): void {
    this.kept.thread.off(event, callback);
  }

  send(message: WorkerRequest): void {
    if (message.type === "start" && this.kept.started) return this.answer("started");
    if (message.type === "stop") return this.answer("stopped");
    if (message.type === "start") this.kept.started = true;
    if (message.type !== "run") return this.kept.thread.postMessage(message);
    this.kept.running = true;
    // The thread knows the settings that it was started with; which tests to run is another choice for each mutant.
    const files = message.context.files.map((file) => ({ ...file, testNamePattern: this.names }));
    this.kept.thread.postMessage({ ...message, context: { ...message.context, files } });
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  async start(): Promise<void> {
    // The constructor has started it.
  }

  async stop(): Promise<void> {
    for (const { event, callback } of this.listeners) this.kept.thread.off(event, callback);
    this.listeners = [];
    if (this.kept.running) await this.kept.thread.terminate();
  }

  /** In the thread's place, which starts once and stays. */
  private answer(type: "started" | "stopped"): void {
    const callbacks = this.listeners.filter(({ event }) => event === "message").map(({ callback }) => callback);
    queueMicrotask(() => callbacks.forEach((callback) => callback({ type, __vitest_worker_response__: true })));
  }
}

export function keptThread(): Plugin {
  return {
    name: NAME,
    configureVitest({ project }) {
      project.config.pool = NAME;
      project.config.poolRunner = { name: NAME, createPoolWorker: (options) => new KeptThread(options) };
    },
  };
}
