import type { GeneticProblem, KindRoute } from "./genetic-problem";

/**
 * Where tasks lie as seen from the depot, guessed from costs alone: in a plane with the depot in its origin and the
 * farthest task on an axis, as scalar products by the law of cosines say. Enough to put routes in an order in which
 * neighbours follow each other.
 */
export class Directions {
  private readonly x: Float64Array;
  private readonly y: Float64Array;

  constructor({ taskCount: n, cost }: GeneticProblem) {
    const width = n + 1;
    const back = Float64Array.from({ length: width }, (_, i) => (i === 0 ? 0 : cost[i * width]));
    // routes that end anywhere have no way back
    const away = back.some((way) => way > 0) ? back : Float64Array.from(cost.subarray(0, width));
    const product = (i: number, j: number): number => {
      const between = i === j ? 0 : (cost[i * width + j] + cost[j * width + i]) / 2;
      return (away[i] ** 2 + away[j] ** 2 - between ** 2) / 2;
    };
    const a = indexOfLargest(away);
    this.x = Float64Array.from({ length: width }, (_, i) => (i === 0 || away[a] === 0 ? 0 : product(i, a) / away[a]));
    const { x } = this;
    const aside = away.map((value, i) => Math.max(0, value ** 2 - x[i] ** 2));
    const b = indexOfLargest(aside);
    const yOfB = Math.sqrt(aside[b]);
    this.y = Float64Array.from({ length: width }, (_, i) =>
      i === 0 || yOfB === 0 ? 0 : (product(i, b) - x[i] * x[b]) / yOfB,
    );
  }

  /** The same routes one after the other around the depot. */
  sorted(routes: readonly KindRoute[]): KindRoute[] {
    const angle = ({ tasks }: KindRoute): number => {
      let [x, y] = [0, 0];
      for (const task of tasks) {
        x += this.x[task];
        y += this.y[task];
      }
      return Math.atan2(y, x);
    };
    return routes
      .map((route) => ({ route, angle: angle(route) }))
      .sort((a, b) => a.angle - b.angle)
      .map(({ route }) => route);
  }
}

function indexOfLargest(values: Float64Array): number {
  let largest = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[largest]) largest = i;
  return largest;
}
