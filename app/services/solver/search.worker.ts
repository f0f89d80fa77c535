import type { MessagePort } from "node:worker_threads";
import { check, solve } from "solver/index";
import type { GivenRoute, Options, Problem, Progress, Solution, Violation } from "solver/index";

export interface WorkerTask {
  readonly problem: Problem;
  /** Without functions; progress goes to the port. */
  readonly options: Omit<Options, "onProgress" | "now">;
  /** Receives WorkerProgress messages, at most 5 per second. */
  readonly port?: MessagePort;
}

export interface WorkerResult {
  readonly solution: Solution;
  /** From the independent checker; empty when the plan may be applied. */
  readonly violations: Violation[];
}

/** What goes over the port: figures always, the best routes now and then. */
export interface WorkerProgress extends Omit<Progress, "bestRoutes"> {
  readonly routes?: readonly GivenRoute[];
}

/** The best routes are big; this is often enough to resume from after a crash. */
const ROUTES_EVERY_MS = 2000;

function reportTo(port: MessagePort): (progress: Progress) => void {
  let sentMs = -Infinity;
  return ({ bestRoutes, ...figures }) => {
    const due = performance.now() - sentMs >= ROUTES_EVERY_MS;
    if (due) sentMs = performance.now();
    const message: WorkerProgress = due ? { ...figures, routes: bestRoutes() } : figures;
    port.postMessage(message);
  };
}

/**
 * Piscina's entry: solves, checks, answers. Throws SolverError for a wrong problem: over the thread border its message
 * alone survives.
 */
export default function run({ problem, options, port }: WorkerTask): WorkerResult {
  const onProgress = port === undefined ? undefined : reportTo(port);
  const solution = solve(problem, onProgress === undefined ? options : { ...options, onProgress });
  port?.close();
  return { solution, violations: check(problem, solution) };
}
