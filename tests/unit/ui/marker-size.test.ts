import { expect, it } from "vitest";
import { markerRadius } from "~/ui/map/marker-size";

it("makes room for every number of a stop, and keeps the mark small where two figures fit", () => {
  const texts = ["", "7", "24", "24+", "124", "124+", "1004+"];
  const radii = texts.map((text) => markerRadius(text));
  expect(radii.slice(0, 3)).toEqual([10, 10, 10]);
  // A bold figure of 11 px is some 7 px wide.
  for (const [at, text] of texts.entries()) expect(2 * radii[at]!, text).toBeGreaterThanOrEqual(text.length * 6.8);
  expect(radii).toEqual([...radii].sort((a, b) => a - b));
});
