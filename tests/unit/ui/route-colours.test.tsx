import type Style from "ol/style/Style.js";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ColourDot, StopNumber } from "~/ui/feedback/dots";
import { MapStyles, type MapColours } from "~/ui/map/map-styles.client";

const NAVY = "#12305e";
const ON_DARK = "#89b1ef";

it("dots and numbers bring the colours of both schemes with them", () => {
  expect(renderToStaticMarkup(<ColourDot colour={NAVY} />)).toMatch(
    new RegExp(`--route-light-fill:${NAVY};.*--route-dark-fill:${ON_DARK}`),
  );
  expect(renderToStaticMarkup(<StopNumber label={3} colour={NAVY} textColour="#ffffff" />)).toMatch(
    /--route-light-text:#ffffff;.*--route-dark-text:#000000/,
  );
});

it.each([
  ["dark", true, ON_DARK],
  ["light", false, NAVY],
])("maps draw a route's line, way and trail in its colour of the %s scheme", (_scheme, isDark, colour) => {
  const styles = new MapStyles({ casing: "#56616c", isDark } as MapColours);
  const drawn = (all: Style[]) => String(all.at(-1)!.getStroke()!.getColor());
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  expect(drawn(styles.line(NAVY, "normal"))).toBe(colour);
  expect(drawn(styles.line(NAVY, "faded"))).toBe(`rgba(${r},${g},${b},0.22)`);
  expect(drawn(styles.ahead(NAVY, true))).toBe(`rgba(${r},${g},${b},0.9)`);
  expect(drawn(styles.ahead(NAVY, false))).toBe(`rgba(${r},${g},${b},${isDark ? 0.9 : 0.5})`);
  expect(drawn(styles.trail(NAVY, "normal"))).toBe(`rgba(${r},${g},${b},0.75)`);
});
