import { extent } from "./cut";
import type { LargeTasks } from "./tasks";

/** Tasks that the tree no longer divides. */
const LEAF = 8;

/**
 * For each task the `width` nearest other ones by the straight line, in [task * width] and on, nearest first and of
 * equal ones that with the lower number (of many at the same place, any); -1 where there are fewer tasks. Found in a
 * k-d tree (Bentley 1975): it takes as long with one task far away, or many at one place.
 * @param work counts how often a task was looked at
 */
export function nearTasks(
  tasks: LargeTasks,
  points: Float64Array,
  width: number,
  work: { looks: number } = { looks: 0 },
): Int32Array {
  const n = tasks.count;
  const x = Float64Array.from({ length: n }, (_, t) => points[2 * tasks.place[t]]);
  const y = Float64Array.from({ length: n }, (_, t) => points[2 * tasks.place[t] + 1]);
  // Tasks of a part of the tree lie side by side; its middle one divides it, across its longer side.
  const order = Int32Array.from({ length: n }, (_, t) => t);
  const isAlongX = new Uint8Array(n);
  const divide = (from: number, to: number): void => {
    if (to - from <= LEAF) return;
    const part = order.subarray(from, to);
    const middle = (from + to) >> 1;
    isAlongX[middle] = extent(x, part) >= extent(y, part) ? 1 : 0;
    const along = isAlongX[middle] === 1 ? x : y;
    part.sort((a, b) => along[a] - along[b] || a - b);
    divide(from, middle);
    divide(middle + 1, to);
  };
  divide(0, n);

  const result = new Int32Array(n * width).fill(-1);
  const far = new Float64Array(width);
  let found = 0;
  let first = 0;
  const see = (task: number, other: number): void => {
    work.looks++;
    if (other === task) return;
    const distance = (x[other] - x[task]) ** 2 + (y[other] - y[task]) ** 2;
    const isBefore = (at: number): boolean =>
      distance < far[at] || (distance === far[at] && other < result[first + at]);
    if (found === width && !isBefore(width - 1)) return;
    let at = found < width ? found++ : width - 1;
    for (; at > 0 && isBefore(at - 1); at--) {
      far[at] = far[at - 1];
      result[first + at] = result[first + at - 1];
    }
    far[at] = distance;
    result[first + at] = other;
  };
  const search = (task: number, from: number, to: number): void => {
    if (to - from <= LEAF) {
      for (let k = from; k < to; k++) see(task, order[k]);
      return;
    }
    const middle = (from + to) >> 1;
    const along = isAlongX[middle] === 1 ? x : y;
    const beyond = along[task] - along[order[middle]];
    const isLeft = beyond < 0 || (beyond === 0 && task <= order[middle]);
    search(task, isLeft ? from : middle + 1, isLeft ? middle : to);
    see(task, order[middle]);
    // of what lies at the same place any will do
    const farthest = found < width ? Infinity : far[width - 1];
    if (farthest === 0 || beyond * beyond > farthest) return;
    search(task, isLeft ? middle + 1 : from, isLeft ? to : middle);
  };
  for (let t = 0; t < n && width > 0; t++) {
    found = 0;
    first = t * width;
    search(t, 0, n);
  }
  return result;
}
