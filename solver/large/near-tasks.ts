import type { LargeTasks } from "./tasks";

/** Mean number of tasks in a cell of the grid. */
const IN_CELL = 3;

/**
 * For each task the `width` nearest other ones by the straight line, in [task * width] and on, nearest first; -1 where
 * there are fewer tasks. A grid of cells is searched ring by ring around the task's own.
 */
export function nearTasks(tasks: LargeTasks, points: Float64Array, width: number): Int32Array {
  const n = tasks.count;
  const x = Float64Array.from({ length: n }, (_, t) => points[2 * tasks.place[t]]);
  const y = Float64Array.from({ length: n }, (_, t) => points[2 * tasks.place[t] + 1]);
  const [left, bottom] = [x, y].map((values) => values.reduce((least, value) => Math.min(least, value), Infinity));
  const [right, top] = [x, y].map((values) => values.reduce((most, value) => Math.max(most, value), -Infinity));
  const side = Math.max(
    1e-9,
    Math.sqrt(((right - left + 1e-9) * (top - bottom + 1e-9) * IN_CELL) / n),
    (right - left) / n,
    (top - bottom) / n,
  );
  const columns = Math.floor((right - left) / side) + 1;
  const rows = Math.floor((top - bottom) / side) + 1;
  const column = (t: number): number => Math.floor((x[t] - left) / side);
  const row = (t: number): number => Math.floor((y[t] - bottom) / side);
  // tasks by cell, one after the other
  const from = new Int32Array(columns * rows + 1);
  for (let t = 0; t < n; t++) from[row(t) * columns + column(t) + 1]++;
  for (let c = 0; c < columns * rows; c++) from[c + 1] += from[c];
  const at = from.slice();
  const inCell = new Int32Array(n);
  for (let t = 0; t < n; t++) inCell[at[row(t) * columns + column(t)]++] = t;

  const result = new Int32Array(n * width).fill(-1);
  const far = new Float64Array(n);
  const found: number[] = [];
  for (let t = 0; t < n; t++) {
    found.length = 0;
    const [c, r] = [column(t), row(t)];
    const look = (cc: number, rr: number): void => {
      if (cc < 0 || rr < 0 || cc >= columns || rr >= rows) return;
      for (let k = from[rr * columns + cc]; k < from[rr * columns + cc + 1]; k++) {
        const other = inCell[k];
        if (other === t) continue;
        far[other] = (x[other] - x[t]) ** 2 + (y[other] - y[t]) ** 2;
        found.push(other);
      }
    };
    // everything within `ring` cells is nearer than what is beyond the next one
    for (let ring = 0, more = 1; ring < Math.max(columns, rows) && more >= 0; ring++) {
      for (let d = -ring; d <= ring; d++) {
        look(c + d, r - ring);
        if (ring > 0) look(c + d, r + ring);
        if (Math.abs(d) < ring) {
          look(c - ring, r + d);
          look(c + ring, r + d);
        }
      }
      if (found.length >= width) more--;
    }
    found.sort((a, b) => far[a] - far[b] || a - b);
    for (let k = 0; k < Math.min(width, found.length); k++) result[t * width + k] = found[k];
  }
  return result;
}
