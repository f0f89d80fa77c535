import fc from "fast-check";
import { expect, it } from "vitest";
import { roomOfPoints } from "~/ui/map/point-room";

it("finds the nearest neighbour of every point", () => {
  const place = fc.integer({ min: -500, max: 500 });
  fc.assert(
    fc.property(fc.array(fc.tuple(place, place), { maxLength: 60 }), (places) => {
      const points = places.map(([x, y], id) => [id, x, y] as const);
      const room = roomOfPoints(points);
      for (const [id, x, y] of points) {
        const gaps = points.map(([, otherX, otherY]) => Math.hypot(otherX - x, otherY - y)).filter((gap) => gap > 1);
        expect(room.get(id)).toBe(Math.min(Number.POSITIVE_INFINITY, ...gaps));
      }
    }),
  );
});

it("takes points of one place for one", () => {
  const room = roomOfPoints([
    [1, 0, 0],
    [2, 0, 0.5],
    [3, 10, 0],
  ]);
  expect([room.get(1), room.get(2), room.get(3)]).toEqual([10, Math.hypot(10, 0.5), 10]);
});
