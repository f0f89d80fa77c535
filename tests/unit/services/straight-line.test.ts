import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyMatrix } from "~/services/routing/engine";
import { fillWithStraightLines, haversineM, straightLine, travelSeconds } from "~/services/routing/straight-line";

const vaduz = { lng: 9.5209, lat: 47.141 };
const schaan = { lng: 9.5096, lat: 47.165 };
const line = straightLine(1.3);

describe("straight lines", () => {
  it("measures great circles: one degree of latitude is 111.2 km", () => {
    expect(haversineM({ lng: 9, lat: 47 }, { lng: 9, lat: 48 })).toBeCloseTo(111_195, -1);
  });

  it("fills a square table with whole seconds and metres, zero on the diagonal", async () => {
    const matrix = emptyMatrix(2);
    await fillWithStraightLines(matrix, [vaduz, schaan], line, "car", {});
    const distanceM = Math.round(haversineM(vaduz, schaan) * 1.3);
    expect([...matrix.distancesM]).toEqual([0, distanceM, distanceM, 0]);
    expect(matrix.durationsSec[0]).toBe(0);
    expect(matrix.durationsSec[1]).toBe(Math.round(travelSeconds(haversineM(vaduz, schaan) * 1.3, "car")));
  });

  it("fills only the pairs that nobody has measured", async () => {
    const matrix = emptyMatrix(3);
    matrix.durationsSec.fill(7);
    const isWanted = (from: number, to: number) => from === 2 || to === 2;
    await fillWithStraightLines(matrix, [vaduz, schaan, vaduz], line, "car", { isWanted });
    const { durationSec } = line.leg(schaan, vaduz, "car");
    expect([...matrix.durationsSec]).toEqual([7, 7, 0, 7, 7, durationSec, 0, durationSec, 7]);
  });

  it("is slower for trucks", () => {
    expect(travelSeconds(10_000, "truck")).toBeGreaterThan(travelSeconds(10_000, "car"));
  });

  it("never makes a detour quicker than the direct way", () => {
    const length = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(length, length, (a, b) => {
        expect(travelSeconds(a + b, "car")).toBeLessThanOrEqual(
          travelSeconds(a, "car") + travelSeconds(b, "car") + 1e-6,
        );
      }),
    );
  });

  it("stops when the calculation was given up", async () => {
    const places = Array.from({ length: 2000 }, (_, index) => ({ lng: 9 + index / 1000, lat: 47 }));
    const filling = fillWithStraightLines(emptyMatrix(2000), places, line, "car", { signal: AbortSignal.abort() });
    await expect(filling).rejects.toThrow();
  });
});
