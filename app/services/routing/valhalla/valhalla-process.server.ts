import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { watchMemory } from "../../child/resident-memory.server";
import { routingFailed, routingUnreachable } from "../ask-json.server";
import type { TableAlgorithm } from "./valhalla-config";
import type { ValhallaAnswer } from "./valhalla-engine";
import type { FromValhalla, ToValhalla, ValhallaService } from "./valhalla-messages";

interface ValhallaProcessOptions {
  /** the bundle valhalla.worker.js */
  workerFile: string;
  packageFolder: string;
  tileDir: string;
  actors: number;
  memoryMb?: number;
}

interface Waiting {
  child: ChildProcess;
  resolve: (answer: ValhallaAnswer) => void;
  reject: (error: Error) => void;
  clock: NodeJS.Timeout;
}

/** A table of 250 × 4,000 pairs takes seconds on the largest extracts. */
const TIMEOUT_MS = 60_000;
const IDLE_MS = 60_000;
const LOOK_MS = 500;
const MEMORY_MB = 3000;

/** The embedded Valhalla of one region. Its process starts with the first question and ends when none comes. */
export class ValhallaProcess {
  /** takes questions; one that is being ended does not */
  private child: ChildProcess | null = null;
  /** those that are being ended, too */
  private readonly alive = new Set<ChildProcess>();
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private idle: NodeJS.Timeout | null = null;
  private isRetired = false;

  constructor(private readonly options: ValhallaProcessOptions) {}

  get actors(): number {
    return this.options.actors;
  }

  /** @throws AppError `routing.unreachable`, `routing.failed` when the process dies or takes too long */
  ask(
    service: ValhallaService,
    question: object,
    { algorithm, signal }: { algorithm: TableAlgorithm; signal?: AbortSignal | undefined },
  ): Promise<ValhallaAnswer> {
    signal?.throwIfAborted();
    const child = (this.child ??= this.start());
    if (this.idle !== null) clearTimeout(this.idle);
    const id = ++this.lastId;
    return new Promise<ValhallaAnswer>((resolve, reject) => {
      const clock = setTimeout(() => this.end(child), TIMEOUT_MS);
      const give = (how: () => void) => {
        signal?.removeEventListener("abort", abort);
        how();
      };
      // Nobody waits any more; what runs in the thread cannot be stopped and ends by itself.
      const abort = () => this.settle(id, ({ reject: give }) => give(signal!.reason as Error));
      signal?.addEventListener("abort", abort);
      this.waiting.set(id, {
        child,
        resolve: (answer) => give(() => resolve(answer)),
        reject: (error) => give(() => reject(error)),
        clock,
      });
      const message: ToValhalla = { type: "ask", id, service, algorithm, question: JSON.stringify(question) };
      child.send(message, () => undefined);
    });
  }

  /** Ends it as soon as nobody waits for an answer. */
  retire(): void {
    this.isRetired = true;
    if (this.waiting.size === 0) this.end();
  }

  async close(): Promise<void> {
    const ended = [...this.alive].map((child) => new Promise((resolve) => child.once("exit", resolve)));
    for (const child of this.alive) this.end(child);
    await Promise.all(ended);
  }

  /** The exit comes later: what is asked until then goes to a new process. */
  private end(child: ChildProcess | null = this.child): void {
    if (child === this.child) this.child = null;
    child?.kill("SIGKILL");
  }

  private start(): ChildProcess {
    const { workerFile, packageFolder, tileDir, actors, memoryMb = MEMORY_MB } = this.options;
    const child = fork(workerFile, {
      serialization: "advanced",
      execArgv: ["--enable-source-maps"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // Nothing of the server's environment, which names its database and its secret.
      env: { NODE_ENV: "production", UV_THREADPOOL_SIZE: String(actors + 2) },
    });
    this.alive.add(child);
    child.on("message", (message: FromValhalla) => this.hear(message));
    const stopWatching = watchMemory(child, { mb: memoryMb, everyMs: LOOK_MS }, () => this.end(child));
    const onEnd = () => {
      stopWatching();
      this.alive.delete(child);
      if (this.child === child) this.child = null;
      for (const [id] of [...this.waiting].filter(([, one]) => one.child === child))
        this.settle(id, ({ reject }) =>
          reject(routingUnreachable("Valhalla (embedded) ended in the middle of its work.")),
        );
    };
    child.once("error", onEnd);
    child.once("exit", onEnd);
    // The server may end while this process waits for questions.
    child.unref();
    child.channel?.unref();
    const setup: ToValhalla = { type: "setup", packageFolder, tileDir, actors };
    child.send(setup, () => undefined);
    return child;
  }

  private hear(message: FromValhalla): void {
    this.settle(message.id, ({ resolve, reject }) => {
      if ("failed" in message) reject(routingFailed(`Valhalla (embedded) cannot work: ${message.failed}`));
      else resolve("text" in message ? { answer: JSON.parse(message.text) as unknown } : { refused: message.refused });
    });
  }

  private settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    this.waiting.delete(id);
    clearTimeout(waiting.clock);
    how(waiting);
    if (this.waiting.size === 0) this.restLater();
  }

  private restLater(): void {
    if (this.isRetired) return this.retire();
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      if (this.waiting.size === 0) this.end();
    }, IDLE_MS);
    this.idle.unref();
  }
}
