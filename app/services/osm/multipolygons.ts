/** x and y of each point, one after the other; the first point comes again at the end. */
export type Ring = number[];

export interface Polygon {
  outer: Ring;
  holes: Ring[];
}

/**
 * Joins ways end to end to closed rings of node ids. What doesn't close is dropped: extracts cut relations at their
 * edge. Direction and order of the ways don't matter.
 */
export function joinRings(ways: readonly (readonly number[])[]): number[][] {
  const rings: number[][] = [];
  const open: (readonly number[] | null)[] = [];
  const byEnd = new Map<number, number[]>();
  for (const way of ways) {
    const [first, last] = [way[0], way[way.length - 1]];
    if (first === undefined || last === undefined || way.length < 2) continue;
    if (first === last) {
      if (way.length >= 4) rings.push([...way]);
      continue;
    }
    for (const end of [first, last]) {
      const known = byEnd.get(end);
      if (known) known.push(open.length);
      else byEnd.set(end, [open.length]);
    }
    open.push(way);
  }
  const takeAt = (node: number): readonly number[] | null => {
    for (const index of byEnd.get(node) ?? []) {
      const way = open[index];
      if (!way) continue;
      open[index] = null;
      return way;
    }
    return null;
  };
  for (let index = 0; index < open.length; index += 1) {
    const start = open[index];
    if (!start) continue;
    open[index] = null;
    const ring = [...start];
    while (ring[0] !== ring[ring.length - 1]) {
      const at = ring[ring.length - 1]!;
      const next = takeAt(at);
      if (!next) break;
      const onward = next[0] === at ? next : [...next].reverse();
      for (let step = 1; step < onward.length; step += 1) ring.push(onward[step]!);
    }
    if (ring[0] === ring[ring.length - 1] && ring.length >= 4) rings.push(ring);
  }
  return rings;
}

/** Twice the area, positive when it runs against the clock with y upwards. */
export function doubleArea(ring: Ring): number {
  let sum = 0;
  for (let at = 0; at + 3 < ring.length; at += 2) sum += ring[at]! * ring[at + 3]! - ring[at + 2]! * ring[at + 1]!;
  return sum;
}

export function ringContains(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[at + 2]!, ring[at + 3]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/**
 * Sorts rings into areas and their holes by what lies in what, and not by the roles of a relation, which are often
 * missing or wrong: within nothing or within a hole is an area, within an area a hole.
 */
export function nestRings(rings: readonly Ring[]): Polygon[] {
  const sized = rings
    .map((ring) => ({
      ring,
      extent: extentOf(ring),
      size: Math.abs(doubleArea(ring)),
      depth: 0,
      polygon: null as Polygon | null,
    }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size);
  const polygons: Polygon[] = [];
  for (const [index, one] of sized.entries()) {
    // The smallest of the larger rings around it.
    let parent: (typeof sized)[number] | null = null;
    for (let at = index - 1; at >= 0 && !parent; at -= 1) {
      const larger = sized[at]!;
      if (covers(larger.extent, one.extent) && liesIn(one.ring, larger.ring)) parent = larger;
    }
    one.depth = parent ? parent.depth + 1 : 0;
    if (parent?.polygon && one.depth % 2 === 1) parent.polygon.holes.push(one.ring);
    else polygons.push((one.polygon = { outer: one.ring, holes: [] }));
  }
  return polygons;
}

type Extent = readonly [left: number, bottom: number, right: number, top: number];

function extentOf(ring: Ring): Extent {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    left = Math.min(left, ring[at]!);
    right = Math.max(right, ring[at]!);
    bottom = Math.min(bottom, ring[at + 1]!);
    top = Math.max(top, ring[at + 1]!);
  }
  return [left, bottom, right, top];
}

const covers = (larger: Extent, one: Extent): boolean =>
  larger[0] <= one[0] && larger[1] <= one[1] && larger[2] >= one[2] && larger[3] >= one[3];

/** By the first of its points that is no corner of the other: rings may touch at corners. */
function liesIn(ring: Ring, larger: Ring): boolean {
  const corners = new Set<string>();
  for (let at = 0; at < larger.length; at += 2) corners.add(`${larger[at]} ${larger[at + 1]}`);
  for (let at = 0; at < ring.length; at += 2)
    if (!corners.has(`${ring[at]} ${ring[at + 1]}`)) return ringContains(larger, ring[at]!, ring[at + 1]!);
  return false;
}
