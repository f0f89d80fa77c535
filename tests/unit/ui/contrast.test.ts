import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const APP = path.resolve(import.meta.dirname, "../../../app");
const css = readFileSync(path.join(APP, "styles/app.css"), "utf8");

function tokens(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const light = tokens(":root");
const dark = { ...light, ...tokens(':root[data-mantine-color-scheme="dark"]') };
const tones = ["grey", "blue", "amber", "green", "red"];

const TEXT: [string, string][] = [
  ...["app-bg", "app-surface", "app-surface-2", "app-hover", "app-accent-soft", "app-highlight"].flatMap(
    (ground): [string, string][] => [
      ["app-text", ground],
      ["app-text-dim", ground],
    ],
  ),
  ["app-accent-text", "app-surface"],
  ["app-accent-text", "app-bg"],
  ["app-accent-text", "app-accent-soft"],
  ["app-on-accent", "app-accent"],
  ["map-grid-text", "map-land"],
  ...tones.flatMap((tone): [string, string][] => [
    [`status-${tone}-fg`, `status-${tone}-bg`],
    [`status-${tone}-fg`, "app-surface"],
    [`status-${tone}-fg`, "app-hover"],
  ]),
];
const SHAPES: [string, string][] = [
  ["app-border-strong", "app-surface"],
  ["app-accent", "app-surface"],
  ...tones.filter((tone) => tone !== "amber").map((tone): [string, string] => [`status-${tone}-dot`, "app-surface"]),
];

describe.each([
  ["light", light],
  ["dark", dark],
])("colours in %s", (_name, scheme) => {
  it.each(TEXT)("%s on %s can be read (4.5:1)", (ink, ground) => {
    expect(contrast(scheme[ink] ?? "", scheme[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
  });
  it.each(SHAPES)("%s on %s can be seen (3:1)", (ink, ground) => {
    expect(contrast(scheme[ink] ?? "", scheme[ground] ?? "")).toBeGreaterThanOrEqual(3);
  });
});

const ON_SCREENS = /^@media screen[^{]*\{\n(?: .*\n|\n)*\}/gm;
const DARK_SCHEME = /\[data-mantine-color-scheme="?dark"?\]|prefers-color-scheme: dark/;

it("what is for the dark scheme is for screens alone: paper is white", () => {
  const sheets = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  const texts = sheets.map((file) => ({ file, text: readFileSync(path.join(APP, file), "utf8") }));
  expect(texts.filter(({ text }) => DARK_SCHEME.test(text)).length).toBeGreaterThan(4);
  const onPaper = texts.filter(({ text }) => DARK_SCHEME.test(text.replace(ON_SCREENS, "")));
  expect(onPaper.map(({ file }) => file)).toEqual([]);
});
