import { Random } from "../../random";

/** A made-up town: crossings in the plane and streets between them. */
interface Roads {
  readonly x: Float64Array; // metres, per crossing
  readonly y: Float64Array;
  readonly first: Int32Array; // number of the first street that leaves a crossing, one entry more at the end
  readonly to: Int32Array; // per street: the crossing it leads to
  readonly sec: Int32Array; // per street
  readonly metres: Int32Array;
  readonly crossings: readonly number[]; // those that every other one can be reached from, and that reach it
}

/** Travel between places, as `[from * size + to]`. */
export interface Tables {
  readonly size: number;
  readonly durations: Int32Array; // seconds
  readonly distances: Int32Array; // metres
}

const SPACING_M = 260;
/** Seconds lost at a crossing. */
const CROSSING_SEC = 4;
const STREET = { kmh: 28, oneWay: 0.3, missing: 0.22 };
const MAIN = { kmh: 50, oneWay: 0.05, missing: 0.03 };
const FAST = { kmh: 85, oneWay: 0, missing: 0 };

/**
 * A jittered grid with missing and one-way streets, faster main streets every few rows, one fast road through it, and a
 * river with few bridges: travel times are asymmetric and far from straight lines.
 */
export function makeRoads(seed: number, side: number): Roads {
  const random = new Random(seed);
  const count = side * side;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    x[k] = SPACING_M * ((k % side) + 0.7 * (random.real() - 0.5));
    y[k] = SPACING_M * (Math.floor(k / side) + 0.7 * (random.real() - 0.5));
  }
  const mainEvery = 4 + random.below(4);
  const fastRow = 2 + random.below(side - 4);
  const river = Math.floor(side * (0.3 + 0.4 * random.real()));
  const bridges = new Set(Array.from({ length: 3 + random.below(3) }, () => random.below(side)));
  const streets: [from: number, to: number, sec: number, metres: number][] = [];
  const connect = (a: number, b: number, line: number, isRow: boolean): void => {
    const kind = isRow && line === fastRow ? FAST : line % mainEvery === 0 ? MAIN : STREET;
    if (random.real() < kind.missing) return;
    const metres = Math.round(Math.hypot(x[a] - x[b], y[a] - y[b]) * (1 + 0.3 * random.real()));
    const sec = CROSSING_SEC + Math.round((metres / kind.kmh) * 3.6 * (0.85 + 0.3 * random.real()));
    const way = random.real();
    if (way >= kind.oneWay / 2) streets.push([a, b, sec, metres]);
    if (way < kind.oneWay / 2 || way >= kind.oneWay) streets.push([b, a, sec + random.below(5), metres]);
  };
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const here = row * side + column;
      const crossesRiver = column === river;
      if (column + 1 < side && (!crossesRiver || bridges.has(row) || row === fastRow))
        connect(here, here + 1, row, true);
      if (row + 1 < side) connect(here, here + side, column, false);
    }
  streets.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const first = new Int32Array(count + 1);
  for (const [from] of streets) first[from + 1]++;
  for (let k = 0; k < count; k++) first[k + 1] += first[k];
  const roads = {
    x,
    y,
    first,
    to: Int32Array.from(streets, ([, to]) => to),
    sec: Int32Array.from(streets, ([, , sec]) => sec),
    metres: Int32Array.from(streets, ([, , , metres]) => metres),
  };
  return { ...roads, crossings: joined(roads) };
}

type Graph = Pick<Roads, "first" | "to" | "sec" | "metres">;

/** Crossings that the middle one reaches and is reached from. */
function joined(graph: Graph): number[] {
  const count = graph.first.length - 1;
  const middle = Math.floor(count / 2 + Math.sqrt(count) / 2);
  const there = quickest(graph, middle).sec;
  const back = quickest(reversed(graph), middle).sec;
  return Array.from({ length: count }, (_, k) => k).filter((k) => there[k] < Infinity && back[k] < Infinity);
}

function reversed(graph: Graph): Graph {
  const count = graph.first.length - 1;
  const streets: [number, number, number][] = [];
  for (let from = 0; from < count; from++)
    for (let k = graph.first[from]; k < graph.first[from + 1]; k++) streets.push([graph.to[k], from, k]);
  streets.sort((a, b) => a[0] - b[0]);
  const first = new Int32Array(count + 1);
  for (const [from] of streets) first[from + 1]++;
  for (let k = 0; k < count; k++) first[k + 1] += first[k];
  return {
    first,
    to: Int32Array.from(streets, ([, to]) => to),
    sec: Int32Array.from(streets, ([, , k]) => graph.sec[k]),
    metres: Int32Array.from(streets, ([, , k]) => graph.metres[k]),
  };
}

/** Least seconds from one crossing to all, with the metres of those ways (Dijkstra with a binary heap). */
function quickest(graph: Graph, from: number): { sec: Float64Array; metres: Float64Array } {
  const count = graph.first.length - 1;
  const sec = new Float64Array(count).fill(Infinity);
  const metres = new Float64Array(count).fill(Infinity);
  sec[from] = metres[from] = 0;
  const heap: [sec: number, crossing: number][] = [[0, from]];
  for (let entry = pop(heap); entry !== undefined; entry = pop(heap)) {
    const [atSec, here] = entry;
    if (atSec > sec[here]) continue;
    for (let k = graph.first[here]; k < graph.first[here + 1]; k++) {
      const there = graph.to[k];
      if (atSec + graph.sec[k] >= sec[there]) continue;
      sec[there] = atSec + graph.sec[k];
      metres[there] = metres[here] + graph.metres[k];
      push(heap, [sec[there], there]);
    }
  }
  return { sec, metres };
}

type Heap = [number, number][];

function push(heap: Heap, entry: [number, number]): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent][0] <= entry[0]) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = entry;
}

function pop(heap: Heap): [number, number] | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1][0] < heap[child][0]) child++;
    if (heap[child][0] >= last[0]) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}

/** Travel between some crossings. */
export function tablesOf(roads: Roads, places: readonly number[]): Tables {
  const size = places.length;
  const durations = new Int32Array(size * size);
  const distances = new Int32Array(size * size);
  places.forEach((from, i) => {
    const { sec, metres } = quickest(roads, from);
    places.forEach((to, j) => {
      durations[i * size + j] = sec[to];
      distances[i * size + j] = metres[to];
    });
  });
  return { size, durations, distances };
}

/** Crossings to deliver to: half of them in a few quarters, the others anywhere; the depot is the first. */
export function placesOf(roads: Roads, count: number, random: Random): number[] {
  const { crossings, x, y } = roads;
  const any = (): number => crossings[random.below(crossings.length)];
  const quarters = Array.from({ length: 3 + random.below(3) }, any);
  const near = (centre: number): number => {
    let best = any();
    for (let k = 0; k < 6; k++) {
      const other = any();
      if (Math.hypot(x[other] - x[centre], y[other] - y[centre]) < Math.hypot(x[best] - x[centre], y[best] - y[centre]))
        best = other;
    }
    return best;
  };
  return Array.from({ length: count + 1 }, (_, k) =>
    k > 0 && random.real() < 0.5 ? near(quarters[random.below(quarters.length)]) : any(),
  );
}
