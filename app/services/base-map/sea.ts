import { doubleArea, nestRings, ringContains, type Polygon, type Ring } from "../osm/multipolygons";
import type { Box } from "./geometry";

type Point = [x: number, y: number];
type Line = Point[];

/** A coast within the box, from where it comes in to where it goes out. */
interface Piece {
  line: Line;
  /** places of its ends along the edge of the box */
  from: number;
  to: number;
}

/**
 * The sea of a box: OpenStreetMap holds coasts alone, as lines with land on their left. Where coasts leave the box the
 * sea follows its edge. Coasts that end within the box, as extracts cut them, are led to the nearest edge.
 * @param coasts nodes and their places; each is one way
 */
export function seaOf(
  coasts: readonly (readonly number[])[],
  placeOf: (node: number) => Point | null,
  box: Box,
): Polygon[] {
  const pieces: Piece[] = [];
  const islands: Ring[] = [];
  const lagoons: Ring[] = [];
  for (const nodes of joinCoasts(coasts)) {
    const line = nodes.flatMap((node): Line => {
      const place = placeOf(node);
      return place ? [place] : [];
    });
    const isClosed = nodes[0] === nodes[nodes.length - 1] && line.length >= 4;
    if (isClosed && line.every((point) => isInside(point, box))) {
      const ring = line.flat();
      (doubleArea(ring) > 0 ? islands : lagoons).push(ring);
    } else for (const part of clipLine(line, box)) pieces.push(piece(part, box));
  }
  const seas = pieces.length > 0 ? alongEdge(pieces, box) : islands.length > 0 ? [cornersOf(box).flat()] : [];
  // Where an extract has an island outside of its sea, the island is no sea itself.
  const isLand = new Set(islands);
  return nestRings([...seas.map(closed), ...islands, ...lagoons]).filter(({ outer }) => !isLand.has(outer));
}

/** True when so many of the points lie in the sea that its coasts must be broken. */
export function isDrowned(sea: readonly Polygon[], points: readonly Point[]): boolean {
  const inSea = ([x, y]: Point) =>
    sea.some(({ outer, holes }) => ringContains(outer, x, y) && !holes.some((hole) => ringContains(hole, x, y)));
  return points.filter(inSea).length > points.length / 4;
}

/** Ways end to start: a coast has a direction, and is never turned. */
function joinCoasts(coasts: readonly (readonly number[])[]): number[][] {
  const byStart = new Map<number, (readonly number[])[]>();
  for (const coast of coasts) {
    if (coast.length < 2) continue;
    const known = byStart.get(coast[0]!);
    if (known) known.push(coast);
    else byStart.set(coast[0]!, [coast]);
  }
  const ends = new Set(coasts.map((coast) => coast[coast.length - 1]));
  const joined: number[][] = [];
  const follow = (first: readonly number[]) => {
    const nodes = [...first];
    while (nodes[0] !== nodes[nodes.length - 1]) {
      const next = byStart.get(nodes[nodes.length - 1]!)?.pop();
      if (!next) break;
      for (let at = 1; at < next.length; at += 1) nodes.push(next[at]!);
    }
    joined.push(nodes);
  };
  // Open ones from their beginning; what is left after them is closed.
  for (const [start, ways] of byStart) if (!ends.has(start)) while (ways.length > 0) follow(ways.pop()!);
  for (const ways of byStart.values()) while (ways.length > 0) follow(ways.pop()!);
  return joined;
}

const isInside = ([x, y]: Point, { west, south, east, north }: Box): boolean =>
  x >= west && x <= east && y >= south && y <= north;

/** The part of a segment in the box (Liang and Barsky), or null. */
function clipSegment([x1, y1]: Point, [x2, y2]: Point, box: Box): [Point, Point] | null {
  const [dx, dy] = [x2 - x1, y2 - y1];
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, x1 - box.west],
    [dx, box.east - x1],
    [-dy, y1 - box.south],
    [dy, box.north - y1],
  ] as const) {
    if (step === 0) {
      if (room < 0) return null;
    } else if (step < 0) from = Math.max(from, room / step);
    else to = Math.min(to, room / step);
  }
  if (from > to) return null;
  const at = (share: number): Point => [x1 + dx * share, y1 + dy * share];
  return [from === 0 ? [x1, y1] : at(from), to === 1 ? [x2, y2] : at(to)];
}

function clipLine(line: Line, box: Box): Line[] {
  const parts: Line[] = [];
  let open: Line | null = null;
  for (let at = 0; at + 1 < line.length; at += 1) {
    const part = clipSegment(line[at]!, line[at + 1]!, box);
    if (!part) {
      open = null;
      continue;
    }
    const [from, to] = part;
    if (open) open.push(to);
    else parts.push((open = [from, to]));
    if (!isInside(line[at + 1]!, box)) open = null;
  }
  return parts;
}

/** How far along the edge of the box, clockwise from its north-west corner; 1 for each side. */
function alongFrom([x, y]: Point, { west, south, east, north }: Box): { place: Point; along: number } {
  const [right, down] = [(x - west) / (east - west), (north - y) / (north - south)];
  const sides: { gap: number; place: Point; along: number }[] = [
    { gap: north - y, place: [x, north], along: right },
    { gap: east - x, place: [east, y], along: 1 + down },
    { gap: y - south, place: [x, south], along: 3 - right },
    { gap: x - west, place: [west, y], along: 4 - down },
  ];
  return sides.reduce((nearest, side) => (side.gap < nearest.gap ? side : nearest));
}

function piece(line: Line, box: Box): Piece {
  const [start, end] = [alongFrom(line[0]!, box), alongFrom(line[line.length - 1]!, box)];
  return { line: [start.place, ...line, end.place], from: start.along, to: end.along };
}

const cornersOf = ({ west, south, east, north }: Box): Point[] => [
  [east, north],
  [east, south],
  [west, south],
  [west, north],
];

const closed = (ring: Ring): Ring => [...ring, ring[0]!, ring[1]!];

/** Rings of the sea: along a coast, then clockwise along the edge to where the next coast comes in, and so on. */
function alongEdge(pieces: readonly Piece[], box: Box): Ring[] {
  const corners = cornersOf(box);
  const waiting = new Set(pieces);
  const rings: Ring[] = [];
  for (const first of pieces) {
    if (!waiting.has(first)) continue;
    const ring: Ring = [];
    for (let current: Piece = first; waiting.has(current);) {
      waiting.delete(current);
      for (const [x, y] of current.line) ring.push(x, y);
      const { to } = current;
      const distance = (one: Piece) => (one.from - to + 4) % 4;
      const next = [first, ...waiting].reduce((best, one) => (distance(one) < distance(best) ? one : best));
      const steps = distance(next);
      for (let corner = Math.floor(to) + 1; corner <= to + steps; corner += 1) ring.push(...corners[(corner - 1) % 4]!);
      current = next;
    }
    rings.push(ring);
  }
  return rings;
}
