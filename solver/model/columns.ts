import type { Instance } from "./instance";

/** Rows and columns are read in squares of this side, which stay in the processor's cache. */
const BLOCK = 32;

/**
 * The matrix by columns: value for [to * size + from], so that everything that leads to one place lies in one row.
 * A symmetric matrix is its own; results are remembered with the instance, and end with it.
 */
export function columnsOf(
  matrix: Int32Array,
  { size, columns: known }: Pick<Instance, "size" | "columns">,
  checkpoint: () => void,
): Int32Array {
  const found = known.get(matrix);
  if (found !== undefined) return found;
  let result = matrix;
  if (!isSymmetric(matrix, size, checkpoint)) {
    result = new Int32Array(size * size);
    for (let ib = 0; ib < size; ib += BLOCK) {
      checkpoint();
      for (let jb = 0; jb < size; jb += BLOCK) {
        const iEnd = Math.min(size, ib + BLOCK);
        const jEnd = Math.min(size, jb + BLOCK);
        for (let i = ib; i < iEnd; i++) for (let j = jb; j < jEnd; j++) result[j * size + i] = matrix[i * size + j];
      }
    }
  }
  known.set(matrix, result);
  return result;
}

function isSymmetric(matrix: Int32Array, size: number, checkpoint: () => void): boolean {
  for (let ib = 0; ib < size; ib += BLOCK) {
    checkpoint();
    for (let jb = ib; jb < size; jb += BLOCK) {
      const iEnd = Math.min(size, ib + BLOCK);
      const jEnd = Math.min(size, jb + BLOCK);
      for (let i = ib; i < iEnd; i++)
        for (let j = Math.max(jb, i + 1); j < jEnd; j++)
          if (matrix[i * size + j] !== matrix[j * size + i]) return false;
    }
  }
  return true;
}
