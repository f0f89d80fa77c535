import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const APP = path.resolve(import.meta.dirname, "../../../app");

/** The names of a sheet's classes. */
const classesOf = (sheet: string): Set<string> =>
  new Set(
    [
      ...readFileSync(sheet, "utf8")
        .replace(/\/\*.*?\*\//gs, "")
        .matchAll(/\.([A-Za-z_][\w-]*)/g),
    ].map(([, name]) => name!),
  );

/** Names that a component asks its sheets for and that none of them has. */
function missingIn(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([, name, from]) => {
    const sheet = from!.startsWith("~/") ? path.join(APP, from!.slice(2)) : path.resolve(path.dirname(file), from!);
    const classes = classesOf(sheet);
    return [...text.replace(/ from "[^"]+"/g, "").matchAll(new RegExp(`\\b${name}\\.([A-Za-z_]\\w*)`, "g"))]
      .filter(([, asked]) => !classes.has(asked!))
      .map(([asked]) => `${path.relative(APP, file)}: ${asked}`);
  });
}

it("every class that a component asks for is in its sheet", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((file) => missingIn(path.join(APP, file)))).toEqual([]);
});
