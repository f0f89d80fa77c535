import { describe, expect, it } from "vitest";
import type { RouteEffect } from "~/domain/visit/move-effect";
import { firstFew, targetFirst } from "~/features/planning/plan-page/moving/shown-effects";

const effect = (routeId: number): RouteEffect => {
  const amounts = { workSec: 0, distanceM: 0, stops: 0, finish: null };
  return { routeId, before: amounts, after: amounts, timed: true, about: false, newlyBroken: [], healed: [] };
};

describe("what the effect of a large move shows first", () => {
  it("is the route that receives the visits; the others keep their order", () => {
    const effects = [1, 2, 3].map(effect);
    expect(targetFirst(effects, 3).map(({ routeId }) => routeId)).toEqual([3, 1, 2]);
    expect(targetFirst(effects, null).map(({ routeId }) => routeId)).toEqual([1, 2, 3]);
  });

  it("is three sentences, and how many more there are, unless that would be one", () => {
    expect(firstFew(["a", "b", "c", "d", "e"])).toEqual({ shown: ["a", "b", "c"], more: 2 });
    expect(firstFew(["a", "b", "c", "d"])).toEqual({ shown: ["a", "b", "c", "d"], more: 0 });
    expect(firstFew([])).toEqual({ shown: [], more: 0 });
  });
});
