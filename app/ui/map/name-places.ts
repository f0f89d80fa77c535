/**
 * Where the names of routes stand: on their own line, off the warehouse and off one another, covering as few stops as
 * can be.
 */

export type Xy = readonly [x: number, y: number];

/** px, around a middle */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface NameLabel {
  id: number;
  /** px */
  width: number;
  /** in map units, the best first */
  spots: readonly Xy[];
}

interface NameSurroundings {
  /** what no name may cover; middles in map units, sizes in px */
  kept: readonly { at: Xy; boxes: readonly Box[] }[];
  /** stops, in map units */
  stops: readonly Xy[];
  /** map units per px */
  resolution: number;
  /** more stops than this are never covered */
  mostCovered: number;
}

const NAME_HEIGHT_PX = 18;
/** half of a stop that shows its number: a name that only touches it covers it too */
const STOP_PX = 11;
/** the longest straight pieces of a line that are tried, and where on each */
const PIECES = 10;
const ALONG = [0.5, 0.3, 0.7];

/** Places on a line for its name: on its longest pieces, in their middles first. */
export function spotsOn(line: readonly (readonly number[])[]): Xy[] {
  const pieces = line.slice(1).map((to, index) => {
    const [fromX = 0, fromY = 0] = line[index]!;
    const [toX = 0, toY = 0] = to;
    return { fromX, fromY, acrossX: toX - fromX, acrossY: toY - fromY, length: Math.hypot(toX - fromX, toY - fromY) };
  });
  const longest = pieces.sort((a, b) => b.length - a.length).slice(0, PIECES);
  return ALONG.flatMap((part) =>
    longest.map(({ fromX, fromY, acrossX, acrossY }): Xy => [fromX + acrossX * part, fromY + acrossY * part]),
  );
}

const meet = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width && Math.abs(a.y - b.y) * 2 < a.height + b.height;

/** @returns the place of each name that has one, in map units; those that would cover too much have none */
export function placeNames(
  names: readonly NameLabel[],
  { kept, stops, resolution, mostCovered }: NameSurroundings,
): Map<number, Xy> {
  // The map's y grows to the north, the screen's to the south.
  const toPx = ([x, y]: Xy): Xy => [x / resolution, -y / resolution];
  const taken = kept.flatMap(({ at, boxes }) => {
    const [x, y] = toPx(at);
    return boxes.map((box) => ({ ...box, x: x + box.x, y: y + box.y }));
  });
  const dots = stops.map(toPx);
  const places = new Map<number, Xy>();
  for (const { id, width, spots } of names) {
    let best: { spot: Xy; box: Box; covered: number } | null = null;
    for (const spot of spots) {
      const [x, y] = toPx(spot);
      const box = { x, y, width, height: NAME_HEIGHT_PX };
      if (taken.some((other) => meet(box, other))) continue;
      const reachX = width / 2 + STOP_PX;
      const reachY = NAME_HEIGHT_PX / 2 + STOP_PX;
      const covered = dots.filter(([dotX, dotY]) => Math.abs(dotX - x) < reachX && Math.abs(dotY - y) < reachY).length;
      if (covered <= mostCovered && (best === null || covered < best.covered)) best = { spot, box, covered };
      if (best?.covered === 0) break;
    }
    if (best === null) continue;
    places.set(id, best.spot);
    taken.push(best.box);
  }
  return places;
}
