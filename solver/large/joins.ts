/** Pairs of near tasks that may follow each other, listed once; [pair] is its number. */
export class Joins {
  readonly count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Cost of the leg between them, in seconds; Infinity where there is no way. */
  readonly leg: Float64Array;

  /**
   * @param near tasks near each of n, -1 where there are fewer
   * @param bothWays whether a pair is listed from either end
   */
  constructor(n: number, near: Int32Array, bothWays: boolean, leg: (from: number, to: number) => number) {
    const width = near.length / n;
    this.from = new Int32Array(near.length * (bothWays ? 2 : 1));
    this.to = new Int32Array(this.from.length);
    const isNear = (i: number, j: number): boolean => near.subarray(i * width, (i + 1) * width).includes(j);
    let count = 0;
    const add = (i: number, j: number): void => {
      this.from[count] = i;
      this.to[count++] = j;
    };
    for (let i = 0; i < n; i++)
      for (let k = i * width; k < (i + 1) * width && near[k] >= 0; k++) {
        const j = near[k];
        // a pair that is near from both ends is seen once
        if (j < i && isNear(j, i)) continue;
        add(i, j);
        if (bothWays) add(j, i);
      }
    this.count = count;
    this.leg = Float64Array.from({ length: count }, (_, pair) => leg(this.from[pair], this.to[pair]));
  }

  /** Pairs with a saving above 0, the greatest first, compared in eighths of a second. */
  inOrder(saving: (pair: number) => number): Int32Array {
    const { count } = this;
    // saving and number in one value, which is sorted many times faster than numbers by their saving
    const largest = Math.floor(Number.MAX_SAFE_INTEGER / Math.max(1, count)) - 1;
    const keys = new Float64Array(count);
    let kept = 0;
    for (let pair = 0; pair < count; pair++) {
      const value = saving(pair);
      if (value > 0) keys[kept++] = (largest - Math.min(largest, Math.round(8 * value))) * count + pair;
    }
    return Int32Array.from(keys.subarray(0, kept).sort(), (key) => key % count);
  }
}
