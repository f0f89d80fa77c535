/** The messages between the web process and a process that calculates. Long values are JSON text in small pieces. */
import type { Violation } from "solver/index";
import type { JobFormat } from "~/domain/calculation/job-format";
import type { CalculationOutput } from "~/domain/calculation/output";
import type { RoutingOptions } from "../routing/routing.server";
import type { CachedRow } from "../routing/travel-cache.server";

/** An input and how to calculate it. */
export interface CalculationTask {
  /** JSON of a CalculationInput */
  input: string;
  /**
   * where an interrupted calculation goes on: its best routes, JSON of GivenRoute[], and the share of its time that is
   * used, 0..1
   */
  resume: { routes: string; used: number } | null;
  /** was stopped before it began: as a message of its own this could come after the search has changed the plan */
  isStopped: boolean;
}

/** A problem in another product's format, and in which. */
export interface FormatTask {
  format: JobFormat;
  /** JSON of a JobInput */
  input: string;
}

/** Where travel times come from. */
export type RoadSettings = Omit<RoutingOptions, "regions" | "cache">;

/** The settings of a process; the first message. */
export interface ProcessSetup {
  /** the solver's bundle, for the thread that searches */
  workerFile: string;
  roads: RoadSettings;
  /** for the whole process, its tables included */
  memoryMb: number;
  /** from so many places on only near pairs are asked for; left out: NEAR_FROM_PLACES */
  nearFrom?: number | undefined;
}

export type ToProcess =
  | { type: "setup"; setup: ProcessSetup }
  /** with so many threads at most, as far as the memory has room for them */
  | { type: "calculate"; task: CalculationTask; threads: number }
  | { type: "solve-format"; task: FormatTask; threads: number }
  /** the best plan so far, soon */
  | { type: "stop" }
  /** only the routes to go on from later, soon */
  | { type: "release" }
  /** the answer to "cache-read" */
  | { type: "cache-rows"; id: number; rows: Int32Array[] };

export interface SolveProgress {
  /** of the best plan so far */
  cost: number;
  /** visits that it leaves out */
  unassigned: number;
  /** share of the whole time, that before an interruption included, 0..1 */
  share: number;
  /** now and then: JSON of the best routes, to go on from */
  checkpoint?: string | undefined;
}

export type FromProcess =
  | ({ type: "progress" } & SolveProgress)
  /** after "release"; null: nothing was found yet */
  | { type: "released"; checkpoint: string | null }
  | { type: "answer"; violations: Violation[]; summary: string }
  /** a route without its steps, which follow */
  | { type: "route"; text: string }
  /** JSON of a list of steps of the route before */
  | { type: "steps"; text: string }
  /** JSON of a list */
  | { type: "unassigned"; text: string }
  | { type: "lines"; lines: [key: number, line: string | null][] }
  /** a piece of the answer in the format of the problem */
  | { type: "text"; text: string }
  | { type: "done" }
  /** travel times that are known already; the database belongs to the other process */
  | { type: "cache-read"; id: number; context: string; origins: readonly string[] }
  | { type: "cache-write"; context: string; rows: readonly CachedRow[] }
  | { type: "failed"; code: string; message: string; status: number }
  /** before the search began: there is no answer */
  | { type: "stopped" }
  /** more memory than allowed; the process ends */
  | { type: "memory"; megabytes: number };

/** What the pieces of an answer make, put together. */
export interface SolveAnswer {
  output: CalculationOutput;
  /** the same as JSON */
  outputText: string;
  /** encoded legs on the map, keyed as those that are applied; null: a straight line */
  lines: Map<number, string | null>;
  /** What the independent checker found; a clean solution has none. */
  violations: readonly Violation[];
}

export interface RunningSolve<Answer = SolveAnswer> {
  /**
   * Null after `release`.
   * @throws CalculationProcessEnded when its process ended; StoppedUnsearched; AppError `routing.*`,
   * `calculation.too_large`, `calculation.out_of_memory`
   */
  result: Promise<Answer | null>;
  /** The search returns its best plan so far within some tens of milliseconds. */
  stop(): void;
  /** Ends it; the routes to go on from come as a last progress. */
  release(): void;
}
