/**
 * The matrix by columns: value for [to * size + from], so that everything that leads to one place lies in one row.
 * A symmetric matrix is its own; results are remembered per matrix.
 */
export function columnsOf(matrix: Int32Array, size: number, known: Map<Int32Array, Int32Array>, checkpoint: () => void): Int32Array {
  const found = known.get(matrix);
  if (found !== undefined) return found;
  let result = matrix;
  if (!isSymmetric(matrix, size)) {
    result = new Int32Array(size * size);
    const block = 32;
    for (let ib = 0; ib < size; ib += block) {
      checkpoint();
      for (let jb = 0; jb < size; jb += block) {
        const iEnd = Math.min(size, ib + block);
        const jEnd = Math.min(size, jb + block);
        for (let i = ib; i < iEnd; i++) for (let j = jb; j < jEnd; j++) result[j * size + i] = matrix[i * size + j];
      }
    }
  }
  known.set(matrix, result);
  return result;
}

function isSymmetric(matrix: Int32Array, size: number): boolean {
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) if (matrix[i * size + j] !== matrix[j * size + i]) return false;
  return true;
}
