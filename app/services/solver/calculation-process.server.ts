import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { NEEDS_LESS_MEMORY, gigabytes } from "~/domain/calculation/memory";
import type { CalculationOutput, OutputRoute } from "~/domain/calculation/output";
import { AppError } from "~/lib/errors";
import { lowerPriority } from "../child/low-priority.server";
import type { TravelCache } from "../routing/travel-cache.server";
import type {
  CalculationTask,
  FormatTask,
  FromProcess,
  ProcessSetup,
  RunningSolve,
  SolveAnswer,
  SolveProgress,
  ToProcess,
} from "./calculation-messages";

/** The process ended in the middle of a calculation: killed, crashed, or out of memory. */
export class CalculationProcessEnded extends Error {}

/** Somebody pressed Stop before the search had begun: the plan stays as it is. */
export class StoppedUnsearched extends Error {}

/** A process that is to give its calculation back and doesn't is ended after this time. */
const RELEASE_MS = 4000;

interface Running {
  onProgress: (progress: SolveProgress) => void;
  done: () => void;
  released: () => void;
  reject: (error: Error) => void;
  latest: SolveProgress | null;
  collector: Collector<unknown>;
}

/** One process that calculates, seen from the web process. */
export class CalculationProcess {
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private running: Running | null = null;
  private memoryMb: number | null = null;
  private over = false;
  private written = Promise.resolve();

  constructor(
    file: string,
    private readonly setup: ProcessSetup,
    private readonly cache: () => TravelCache,
  ) {
    this.child = fork(file, {
      serialization: "advanced",
      execArgv: ["--enable-source-maps", `--max-old-space-size=${Math.max(256, setup.memoryMb)}`],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    lowerPriority(this.child);
    this.child.on("message", (message: FromProcess) => this.hear(message));
    this.ended = new Promise((resolve) => {
      const onEnd = (how: string): void => {
        this.over = true;
        this.running?.reject(
          this.memoryMb === null
            ? new CalculationProcessEnded(`The process of the calculation ended (${how}).`)
            : this.outOfMemory(),
        );
        this.running = null;
        resolve();
      };
      this.child.once("error", (error) => onEnd(error.message));
      this.child.once("exit", (code, signal) => {
        const end = () => onEnd(signal ?? `code ${code}`);
        // Its last message may still be in transit.
        if (this.child.connected) this.child.once("disconnect", end);
        else end();
      });
    });
    // The web process may end while this one waits for work.
    this.child.unref();
    this.child.channel?.unref();
    this.tell({ type: "setup", setup });
  }

  /** One that has said that it ends for want of memory gets no further calculation. */
  get isAlive(): boolean {
    return !this.over && this.memoryMb === null && this.child.connected;
  }

  /** One at a time. What is said to a calculation that is over does not reach the next one. */
  calculate(task: CalculationTask, threads: number, onProgress: (progress: SolveProgress) => void): RunningSolve {
    return this.begin({ type: "calculate", task, threads }, new Collected(), onProgress);
  }

  /** The answer is text in the problem's format. */
  solveFormat(task: FormatTask, threads: number): RunningSolve<string> {
    return this.begin({ type: "solve-format", task, threads }, new CollectedText(), () => undefined);
  }

  private begin<Answer>(
    message: ToProcess,
    collector: Collector<Answer>,
    onProgress: (progress: SolveProgress) => void,
  ): RunningSolve<Answer> {
    let mine: Running | null = null;
    const result = new Promise<Answer | null>((resolve, reject) => {
      if (!this.isAlive) return reject(new CalculationProcessEnded("The process of the calculation did not start."));
      mine = this.running = {
        onProgress,
        done: () => resolve(collector.answer()),
        released: () => resolve(null),
        reject,
        latest: null,
        collector,
      };
      this.tell(message);
    });
    const toMine = (say: (running: Running) => void) => () => {
      if (mine !== null && this.running === mine) say(mine);
    };
    return {
      result,
      stop: toMine(() => this.tell({ type: "stop" })),
      release: toMine((running) => this.release(running)),
    };
  }

  private tell(message: ToProcess): void {
    // One that is gone is heard of by its end.
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  private release(running: Running): void {
    this.tell({ type: "release" });
    setTimeout(() => {
      if (this.running === running) void this.end();
    }, RELEASE_MS).unref();
  }

  async end(): Promise<void> {
    if (!this.over) this.child.kill("SIGKILL");
    await this.ended;
  }

  private hear(message: FromProcess): void {
    if (message.type === "cache-read") return void this.readCache(message);
    if (message.type === "cache-write") return this.writeCache(message);
    const { running } = this;
    if (running === null) return;
    switch (message.type) {
      case "progress":
        running.latest = message;
        return running.onProgress(message);
      case "released":
        if (message.checkpoint !== null && running.latest !== null)
          running.onProgress({ ...running.latest, checkpoint: message.checkpoint });
        return this.finish(() => running.released());
      case "done":
        return this.finish(() => running.done());
      case "failed":
        return this.finish(() =>
          running.reject(
            message.message === ""
              ? new Error("The calculation failed in its process; the log has the reason.")
              : new AppError(message.code, message.message, { status: message.status }),
          ),
        );
      case "stopped":
        return this.finish(() => running.reject(new StoppedUnsearched("Stopped before the search began.")));
      case "memory":
        this.memoryMb = message.megabytes;
        return this.finish(() => running.reject(this.outOfMemory()));
      default:
        running.collector.add(message);
    }
  }

  private async readCache({ id, context, origins }: Extract<FromProcess, { type: "cache-read" }>): Promise<void> {
    this.tell({ type: "cache-rows", id, rows: await this.cache().read(context, origins) });
  }

  /** One after the other: two at once would both add the row of a place that has none. */
  private writeCache({ context, rows }: Extract<FromProcess, { type: "cache-write" }>): void {
    this.written = this.written.then(() => this.cache().write(context, rows));
  }

  private finish(settle: () => void): void {
    this.running = null;
    settle();
  }

  private outOfMemory(): AppError {
    const used = gigabytes((this.memoryMb ?? 0) * 1e6);
    return new AppError(
      "calculation.out_of_memory",
      `The calculation took ${used} of memory, ${gigabytes(this.setup.memoryMb * 1e6)} are allowed, and was ended. ` +
        NEEDS_LESS_MEMORY,
      { status: 422 },
    );
  }
}

/** Puts the pieces of an answer together. */
interface Collector<Answer> {
  add(message: FromProcess): void;
  answer(): Answer;
}

class CollectedText implements Collector<string> {
  private readonly pieces: string[] = [];

  add(message: FromProcess): void {
    if (message.type === "text") this.pieces.push(message.text);
  }

  answer(): string {
    return this.pieces.join("");
  }
}

/** As text for the database, and as what is applied. */
class Collected implements Collector<SolveAnswer> {
  private first: Extract<FromProcess, { type: "answer" }> = { type: "answer", violations: [], summary: "{}" };
  private readonly routes: OutputRoute[] = [];
  private readonly unassigned: CalculationOutput["unassigned"] = [];
  private readonly routeTexts: { head: string; steps: string[] }[] = [];
  private readonly unassignedTexts: string[] = [];
  private readonly lines = new Map<number, string | null>();

  add(message: FromProcess): void {
    if (message.type === "answer") this.first = message;
    else if (message.type === "route") {
      this.routes.push({ ...(JSON.parse(message.text) as OutputRoute), steps: [] });
      this.routeTexts.push({ head: message.text.slice(0, -1), steps: [] });
    } else if (message.type === "steps") {
      this.routes.at(-1)?.steps.push(...(JSON.parse(message.text) as OutputRoute["steps"]));
      this.routeTexts.at(-1)?.steps.push(message.text.slice(1, -1));
    } else if (message.type === "unassigned") {
      this.unassigned.push(...(JSON.parse(message.text) as CalculationOutput["unassigned"]));
      this.unassignedTexts.push(message.text.slice(1, -1));
    } else if (message.type === "lines") {
      for (const [key, line] of message.lines) this.lines.set(key, line);
    }
  }

  answer(): SolveAnswer {
    const routes = this.routeTexts.map(({ head, steps }) => `${head},"steps":[${steps.join(",")}]}`);
    const unassigned = this.unassignedTexts.join(",");
    return {
      output: {
        summary: JSON.parse(this.first.summary) as CalculationOutput["summary"],
        routes: this.routes,
        unassigned: this.unassigned,
      },
      outputText: `{"summary":${this.first.summary},"routes":[${routes.join(",")}],"unassigned":[${unassigned}]}`,
      lines: this.lines,
      violations: this.first.violations,
    };
  }
}
