import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CHANGES } from "solver/explain/change-list";

const readme = readFileSync("solver/INTERNALS.md", "utf8");

/** A path that the text gives, from solver/ or from the root; null where there is no such file or folder. */
const locate = (path: string): string | null => [`solver/${path}`, path].find((known) => existsSync(known)) ?? null;
const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);

describe("solver/INTERNALS.md", () => {
  const paths = [...new Set(quoted(readme))].filter((text) => /^[\w./-]+\/$|^[\w./-]+\.(ts|mjs|md|svg)$/.test(text));

  it("names files and folders that exist", () => {
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => locate(path) === null && !path.startsWith("build/"))).toEqual([]);
  });

  const recipe = readme.slice(readme.indexOf("## Adding to it"), readme.indexOf("## Command line"));
  const rows = recipe
    .split("\n")
    .map((line) => line.split("|").slice(1, -1))
    .filter((cells) => cells.length === 2 && quoted(cells[0]!).length > 0)
    .map((cells) => ({ file: quoted(cells[0]!)[0]!, names: quoted(cells[1]!) }));

  it("has a recipe for a constraint, a move and an operator", () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows)("what the recipe names in $file stands there", ({ file, names }) => {
    const source = readFileSync(locate(file)!, "utf8");
    const words = names.filter((name) => /^\w+$/.test(name));
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(source))).toEqual([]);
  });

  it("gives the prices that changes have", () => {
    const prices = [...readme.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|[^|]*\| ([\d.,]+) +\|$/gm)].flatMap(
      ([, names, price]) => quoted(names!).map((name) => [name, Number(price!.replace(",", ""))] as const),
    );
    expect(prices.length).toBe(Object.keys(CHANGES).length);
    expect(Object.fromEntries(prices)).toEqual(
      Object.fromEntries(Object.entries(CHANGES).map(([name, { price }]) => [name, price])),
    );
  });
});
