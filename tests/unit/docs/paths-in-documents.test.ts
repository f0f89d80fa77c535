import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const documentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(folder, file));
// The specification's document is written from the tests, and quotes addresses and calls.
const DOCUMENTS = [...documentsIn("."), ...documentsIn("docs"), ...documentsIn("docs/decisions")].filter(
  (file) => file !== "docs/specification.md",
);

/** What is made, as builds and data, is not there in a fresh clone. */
const MADE = /^(\..*|build|node_modules|test-results)$/;
const foldersOf = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !MADE.test(entry.name) ? entry.name : [],
  );
const [TOP, AREAS] = [[...foldersOf("."), ...foldersOf("app")], foldersOf("app/features")];
/** What documents leave out of a file's name. */
const ENDINGS = ["", ".ts", ".tsx", ".server.ts", ".client.ts", ".test.ts"];

/**
 * In backticks, from the root, from `app`, or with its ending from an area: `company/store` is a call of the API.
 * Placeholders (`<name>`, `*`) are no paths.
 */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.$@-]+(?:\/[\w.$@-]+)+\/?)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => {
      const [first = ""] = name.split("/");
      if (name.startsWith("public/build/")) return false;
      return TOP.includes(first) || (AREAS.includes(first) && /\.tsx?$/.test(name));
    });
const isThere = (name: string): boolean =>
  ["", "app", "app/features"].some((root) => ENDINGS.some((ending) => existsSync(path.join(root, name + ending))));

/** Of links to other files, from the folder of the document. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(((?!https?:|#|mailto:)[^)\s#]+)/g)].map(([, target = ""]) => target);

describe.each(DOCUMENTS)("%s", (file) => {
  const text = readFileSync(file, "utf8");

  it("names files and folders that are there", () => {
    expect(pathsIn(text).filter((name) => !isThere(name))).toEqual([]);
  });

  it("links to files that are there", () => {
    expect(linksIn(text).filter((target) => !existsSync(path.join(path.dirname(file), target)))).toEqual([]);
  });
});

it("README.md names every command of package.json", () => {
  const readme = readFileSync("README.md", "utf8");
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const isNamed = (name: string) => new RegExp(`(\\bnpm (run )?|\`)${name}(?![\\w:-])`).test(readme);
  expect(Object.keys(scripts).filter((name) => !isNamed(name))).toEqual([]);
});
