import type { Matrix } from "./problem";

/**
 * In place of a duration: no road leads from the one place to the other. Such a leg is forbidden like a broken hard
 * constraint, and what distances and costs say about it is ignored.
 */
export const NO_WAY = -1;

/** Seconds of a leg; one without a way counts as 0. */
export function legSec({ durations, size }: Matrix, from: number, to: number): number {
  const value = durations[from * size + to];
  return value === NO_WAY ? 0 : value;
}

/** Metres (or cost) of a leg; one without a way counts as 0. */
export function legValue(matrix: Matrix, values: Int32Array, from: number, to: number): number {
  const k = from * matrix.size + to;
  return matrix.durations[k] === NO_WAY ? 0 : values[k];
}

/** Whether a road leads from one place to another. A place is always reached from itself, whatever the matrix says. */
export function hasWay({ durations, size }: Matrix, from: number, to: number): boolean {
  return from === to || durations[from * size + to] !== NO_WAY;
}
