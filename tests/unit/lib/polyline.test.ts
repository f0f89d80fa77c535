import fc from "fast-check";
import { expect, it } from "vitest";
import { decodePolyline, encodePolyline } from "~/lib/polyline";
import type { LngLat } from "~/lib/polyline";

it("encodes the example of the format's description", () => {
  expect(
    encodePolyline([
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ]),
  ).toBe("_p~iF~ps|U_ulLnnqC_mqNvxq`@");
});

it("gives every line back to five decimals", () => {
  const degrees = (limit: number) => fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((value) => value / 1e5);
  const point = fc.tuple(degrees(180), degrees(90));
  fc.assert(
    fc.property(fc.array(point, { maxLength: 40 }), (line) => {
      const back = decodePolyline(encodePolyline(line as LngLat[]));
      expect(back).toHaveLength(line.length);
      back.forEach(([lng, lat], index) => {
        expect(lng).toBeCloseTo(line[index]![0], 5);
        expect(lat).toBeCloseTo(line[index]![1], 5);
      });
    }),
  );
});
