import { number } from "../validate/values";

/** Milliseconds per task for exploration 0 .. 5 when no time limit is given. */
const MS_PER_TASK = [1, 5, 10, 20, 30, 50];
const LEAST_MS = [20, 100, 300, 500, 1000, 2000];
const MOST_MS = 100_000;

/**
 * Milliseconds that `solve` takes without a time limit, by the number of stops (a shipment has two) and by exploration,
 * 0 to 5. Throws SolverError on anything else.
 */
export function effortMs(tasks: number, exploration: number): number {
  number(tasks, "tasks", 0, Number.MAX_SAFE_INTEGER);
  number(exploration, "exploration", 0, 5);
  return Math.min(MOST_MS, Math.max(LEAST_MS[exploration], tasks * MS_PER_TASK[exploration]));
}
