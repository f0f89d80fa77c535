import { expect, it } from "vitest";
import { bestInsertions } from "~/domain/visit/insertion-places";
import type { TakingRoute } from "~/domain/visit/insertion-places";

const at = (lng: number, lat = 47) => ({ lat, lng });
const route = (id: number, stops: TakingRoute["stops"], more: Partial<TakingRoute> = {}): TakingRoute => ({
  id,
  stops,
  fixed: 0,
  start: at(9),
  end: at(9),
  ...more,
});

it("each route is asked for its best place, and the nearest come first", () => {
  const near = route(1, [at(9.1), at(9.2), at(9.3)]);
  const far = route(2, [at(9.1, 48), at(9.2, 48)]);
  expect(bestInsertions(at(9.15), [far, near], 5)).toEqual([
    { routeId: 1, position: 2, detourM: expect.closeTo(0, 0) },
    { routeId: 2, position: expect.any(Number), detourM: expect.any(Number) },
  ]);
  expect(bestInsertions(at(9.15), [far, near], 1).map(({ routeId }) => routeId)).toEqual([1]);
});

it("nothing is put ahead of where the vehicle is heading", () => {
  const [best] = bestInsertions(at(9.15), [route(1, [at(9.1), at(9.2), at(9.3)], { fixed: 2, end: null })], 1);
  expect(best?.position).toBe(3);
});

it("a route without stops takes it between its ends, and an open end behind its last stop", () => {
  expect(bestInsertions(at(9.1), [route(1, [])], 1)).toEqual([
    { routeId: 1, position: 1, detourM: expect.closeTo(2 * 7583, -2) },
  ]);
  expect(bestInsertions(at(9.4), [route(1, [at(9.1), at(9.3)], { end: null })], 1)[0]?.position).toBe(3);
});

it("a route of which no place is known is left out", () => {
  expect(bestInsertions(at(9.1), [route(1, [null], { start: null, end: null })], 1)).toEqual([]);
});
