/** Milliseconds per task for exploration 0 .. 5 when no time limit is given. */
const MS_PER_TASK = [1, 5, 10, 20, 30, 50];
const LEAST_MS = [20, 100, 300, 500, 1000, 2000];
const MOST_MS = 100_000;

/** Solving time chosen by size and exploration. */
export function effortMs(tasks: number, exploration: number): number {
  const level = Math.max(0, Math.min(5, Math.round(exploration)));
  return Math.min(MOST_MS, Math.max(LEAST_MS[level], tasks * MS_PER_TASK[level]));
}
