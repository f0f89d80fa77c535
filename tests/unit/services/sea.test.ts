import { describe, expect, it } from "vitest";
import { ringContains, type Polygon } from "~/services/osm/multipolygons";
import { isDrowned, seaOf } from "~/services/base-map/sea";

const BOX = { west: 0, south: 0, east: 10, north: 10 };
type Point = [number, number];

/** Coasts by their points; equal points are one node. */
function sea(...coasts: Point[][]): Polygon[] {
  const ids = new Map<string, number>();
  const places: Point[] = [];
  const idOf = (point: Point) => {
    const key = point.join();
    if (!ids.has(key)) {
      ids.set(key, places.length);
      places.push(point);
    }
    return ids.get(key)!;
  };
  const ways = coasts.map((coast) => coast.map(idOf));
  return seaOf(ways, (node) => places[node] ?? null, BOX);
}
const isWet = (polygons: readonly Polygon[], [x, y]: Point): boolean =>
  polygons.some(({ outer, holes }) => ringContains(outer, x, y) && !holes.some((hole) => ringContains(hole, x, y)));

// Against the clock: land within.
const ISLAND: Point[] = [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]]; // prettier-ignore
const FARTHER = ISLAND.map(([x, y]): Point => [x + 5, y]);

describe("the sea", () => {
  // prettier-ignore
  it.each<[string, Point[][], Point[], Point[]]>([
    ["is nowhere without a coast", [], [], [[5, 5]]],
    ["is right of a coast from west to east", [[[-1, 6], [11, 6]]], [[5, 1], [1, 5], [9, 5]], [[5, 9], [1, 7]]],
    ["is right of a coast from east to west", [[[11, 6], [-1, 6]]], [[5, 9], [1, 7]], [[5, 1], [9, 5]]],
    ["is right of a coast from north to south", [[[6, 11], [6, -1]]], [[1, 5], [5, 9]], [[9, 5], [7, 1]]],
    ["follows a coast of two ways", [[[5, 5], [11, 5]], [[-1, 3], [5, 5]]], [[5, 1]], [[5, 9]]],
    ["lies between two coasts", [[[11, 3], [-1, 3]], [[-1, 7], [11, 7]]], [[5, 5]], [[5, 1], [5, 9]]],
    ["lies on both sides of a land", [[[-1, 3], [11, 3]], [[11, 7], [-1, 7]]], [[5, 1], [5, 9]], [[5, 5]]],
    ["is in a bay alone", [[[3, -1], [3, 5], [7, 5], [7, -1]]], [[5, 2]], [[1, 1], [9, 9]]],
    ["is around a spit of land", [[[7, -1], [7, 5], [3, 5], [3, -1]]], [[1, 1], [9, 9]], [[5, 2]]],
    ["is around an island", [ISLAND], [[1, 1], [9, 9], [5, 3]], [[3, 3]]],
    ["is around an island before a coast", [ISLAND, [[-1, 6], [11, 6]]], [[1, 1], [5, 3]], [[3, 3], [5, 9]]],
    ["is not on an island within the land", [[[6, 11], [6, -1]], FARTHER], [[5, 3]], [[8, 3]]],
    ["is a lagoon in the land", [[...ISLAND].reverse()], [[3, 3]], [[1, 1], [9, 9]]],
    ["is led to the edge where a coast is cut", [[[1, 6], [9, 6]]], [[5, 1]], [[5, 9]]],
    [
      "is on both sides of a cape that leaves the box",
      [[[2, 11], [2, 5], [-3, 5], [-3, 3], [2, 3], [2, -1]]],
      [[1, 9], [1, 1]],
      [[5, 5], [9, 4], [1, 4]],
    ],
    ["is not beyond what a coast outside of the box says", [[[20, 20], [30, 20]]], [], [[5, 5]]],
  ])("%s", (_, coasts, wet, dry) => {
    const polygons = sea(...coasts);
    expect(wet.filter((point) => !isWet(polygons, point))).toEqual([]);
    expect(dry.filter((point) => isWet(polygons, point))).toEqual([]);
  });

  it("is not believed where it would drown the towns", () => {
    const polygons = sea([[-1, 6], [11, 6]]); // prettier-ignore
    expect(isDrowned(polygons, [[5, 9], [6, 9], [7, 9], [5, 1]])).toBe(false); // prettier-ignore
    expect(isDrowned(polygons, [[5, 9], [6, 9], [7, 1], [5, 1]])).toBe(true); // prettier-ignore
  });
});
