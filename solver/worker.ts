import type { MessagePort } from "node:worker_threads";
import { check } from "./check";
import type { Options, Problem, Progress, Solution, Violation } from "./contract";
import { solve } from "./solve";

export interface WorkerTask {
  readonly problem: Problem;
  /** Without functions; progress goes to the port. */
  readonly options: Omit<Options, "onProgress" | "now">;
  /** Receives Progress messages, at most 5 per second. */
  readonly port?: MessagePort;
}

export interface WorkerResult {
  readonly solution: Solution;
  /** From the independent checker; empty when the plan may be applied. */
  readonly violations: Violation[];
}

/** Piscina's entry: solves, checks, answers. Throws SolverError for a wrong problem: over the thread border its message alone survives. */
export default function run({ problem, options, port }: WorkerTask): WorkerResult {
  const onProgress = port === undefined ? undefined : (progress: Progress): void => port.postMessage(progress);
  const solution = solve(problem, onProgress === undefined ? options : { ...options, onProgress });
  port?.close();
  return { solution, violations: check(problem, solution) };
}
