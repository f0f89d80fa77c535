import { describe, expect, it } from "vitest";
import { darkFill, darkText, EMPTY_ROUTE_COLOR, ROUTE_PALETTE, routeColor } from "~/domain/route/route-palette";

describe("palette", () => {
  const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const linear = (hex: string) =>
    [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [number, number, number];
  const luminance = (hex: string) =>
    linear(hex).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i]!, 0);
  const contrast = (a: string, b: string) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
    return (high + 0.05) / (low + 0.05);
  };
  const lab = (hex: string): number[] => {
    const [r, g, b] = linear(hex);
    const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  // @spec PC-3.39
  it("has twenty colours, readable on a pale map and under their text", () => {
    expect(ROUTE_PALETTE).toHaveLength(20);
    for (const { fill, text } of [...ROUTE_PALETTE, EMPTY_ROUTE_COLOR]) {
      expect(contrast(fill, text), `${fill} under ${text}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(fill, "#f2efe9"), `${fill} on the map`).toBeGreaterThanOrEqual(3);
    }
  });
  it("is seen on a dark ground too, and readable under its text there", () => {
    for (const { fill, text } of [...ROUTE_PALETTE, EMPTY_ROUTE_COLOR]) {
      const [dark, ink] = [darkFill(fill), darkText(fill, text)];
      expect(contrast(dark, ink), `${dark} under ${ink}`).toBeGreaterThanOrEqual(4.5);
      // The lightest ground of all: a row of the timeline, with the hours of the shift on it.
      expect(contrast(dark, "#2a2e33"), `${dark} for ${fill}`).toBeGreaterThanOrEqual(3);
    }
    expect([darkFill("#ffd400"), darkText("#ffd400", "#1a1f24")]).toEqual(["#ffd400", "#1a1f24"]);
  });
  it.each([
    ["pale", (fill: string) => fill],
    ["dark", darkFill],
  ])("keeps every pair apart on a %s ground", (_ground, on) => {
    const colors = [...ROUTE_PALETTE, EMPTY_ROUTE_COLOR].map((color) => on(color.fill));
    colors.forEach((a, i) =>
      colors.slice(i + 1).forEach((b) => {
        expect(Math.hypot(...lab(a).map((value, k) => value - lab(b)[k]!)), `${a} and ${b}`).toBeGreaterThan(15);
      }),
    );
  });
  // @spec PC-3.39 PC-3.40
  it("goes by index, wraps, and is grey when empty", () => {
    expect(routeColor(0, false)).toBe(ROUTE_PALETTE[0]);
    expect(routeColor(21, false)).toEqual({ ...ROUTE_PALETTE[1], square: true });
    expect(routeColor(41, false)).toBe(ROUTE_PALETTE[1]);
    expect(routeColor(-1, false)).toEqual({ ...ROUTE_PALETTE[19], square: true });
    expect([routeColor(3, true), routeColor(23, true)]).toEqual([EMPTY_ROUTE_COLOR, EMPTY_ROUTE_COLOR]);
    const looks = Array.from({ length: 40 }, (_, index) => JSON.stringify(routeColor(index, false)));
    expect(new Set(looks).size, "40 routes that look different").toBe(40);
  });
});
