import { expect, it } from "vitest";
import { sameEnds } from "~/domain/place";
import { belongsTo } from "~/domain/warehouse/warehouse";
import { makeRoute } from "../make";

it("what has no warehouse belongs to the plans of all, what has one to its own", () => {
  const own = (warehouseId: number | null) => [1, 2, null].map((id) => belongsTo(warehouseId, { warehouseId: id }));
  expect([own(1), own(2), own(null)]).toEqual([
    [true, false, true],
    [false, true, true],
    [false, false, true],
  ]);
});

it("two ends are the same where every part is", () => {
  const { startLocationType, ...rest } = makeRoute();
  const ends = { ...rest, startLocationType, endLocationLat: null };
  expect(sameEnds(ends, { ...ends })).toBe(true);
  expect(sameEnds(ends, { ...ends, endLocationLat: 47.1 })).toBe(false);
  expect(sameEnds(ends, { ...ends, startLocationType: "P" })).toBe(false);
});
