import { describe, expect, it } from "vitest";
import { doubleArea, joinRings, nestRings, type Ring } from "~/services/osm/multipolygons";
import { NodePlaces } from "~/services/osm/node-places";

describe("places of nodes", () => {
  const ids = Array.from({ length: 300_000 }, (_, index) => index * 3 + 5_000_000_000);
  it.each([
    ["in the order of ids", ids],
    ["in another order", ids.map((_, index) => ids[(index * 7) % ids.length]!)],
  ])("are found, %s", (_, order) => {
    const places = new NodePlaces();
    for (const id of order) places.add(id, (id % 90) + 0.1234567, -(id % 180));
    expect(places.size).toBe(ids.length);
    for (const id of [ids[0]!, ids[262_143]!, ids[262_144]!, ids.at(-1)!, ids[777]!, ids[778]!, ids[2]!]) {
      const index = places.indexOf(id);
      expect(places.lat(index)).toBeCloseTo((id % 90) + 0.1234567, 7);
      expect(places.lng(index)).toBe(-(id % 180));
    }
    for (const unknown of [1, ids[0]! + 1, ids.at(-1)! + 1]) expect(places.indexOf(unknown)).toBe(-1);
  });
});

describe("rings of ways", () => {
  it.each<[string, number[][], number[][]]>([
    ["one that is closed", [[1, 2, 3, 1]], [[1, 2, 3, 1]]],
    ["two, the second backwards", [[1, 2, 3], [1, 4, 3]], [[1, 2, 3, 4, 1]]], // prettier-ignore
    ["three in any order", [[5, 6, 1], [1, 2, 3], [5, 4, 3]], [[5, 6, 1, 2, 3, 4, 5]]], // prettier-ignore
    ["one that stays open is dropped, the other kept", [[1, 2, 3], [7, 8, 9, 7]], [[7, 8, 9, 7]]], // prettier-ignore
    ["too few points", [[1, 2, 1], [4], []], []], // prettier-ignore
  ])("%s", (_, ways, rings) => {
    expect(joinRings(ways)).toEqual(rings);
  });
});

const box = (x: number, y: number, size: number): Ring => [
  ...[x, y, x + size, y],
  ...[x + size, y + size, x, y + size, x, y],
];

describe("areas of rings", () => {
  const [lake, island, pond, other] = [box(0, 0, 100), box(10, 10, 50), box(20, 20, 5), box(200, 0, 10)];
  it("have their holes, islands in holes and neighbours, whatever the order", () => {
    const polygons = nestRings([pond, other, island, lake]);
    expect(polygons).toEqual([
      { outer: lake, holes: [island] },
      { outer: other, holes: [] },
      { outer: pond, holes: [] },
    ]);
  });

  it("have holes that touch them at a corner", () => {
    const touching = box(0, 0, 20);
    expect(nestRings([touching, lake])).toEqual([{ outer: lake, holes: [touching] }]);
  });

  it("need a size", () => {
    expect(nestRings([[0, 0, 1, 1, 2, 2, 0, 0]])).toEqual([]);
    expect(doubleArea(box(0, 0, 2))).toBe(8);
  });
});
