/**
 * Indices of a longest rising run of numbers, not necessarily side by side: what can stay where it is when as few as
 * possible move. Patience sorting (C. Schensted, 1961), O(n log n).
 */
export function longestRising(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous: number[] = [];
  numbers.forEach((value, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  });
  const staying = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) staying.add(index);
  return staying;
}
