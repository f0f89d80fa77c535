import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = "app/routes";
const source = (route: string): string | null => {
  const file = readdirSync(path.join(FOLDER, route)).find((name) => name === "route.tsx");
  return file === undefined ? null : readFileSync(path.join(FOLDER, route, file), "utf8");
};

/** Frames around pages, an address that leads elsewhere at once, and a page that has its frame's title. */
const WITHOUT = new Set([
  "_main",
  "_main.admin",
  "_main.admin._index",
  "_main.admin_.company",
  "_main.company",
  "_main.company._index",
  "driver._index",
]);
const pages = readdirSync(FOLDER).filter((route) => {
  const text = source(route);
  return text !== null && !WITHOUT.has(route) && /export default /.test(text);
});

describe("title and description per route", () => {
  it("there are pages to look at", () => expect(pages.length).toBeGreaterThan(15));
  // @spec PC-2.38
  it.each(pages)("%s", (route) => {
    const text = source(route)!;
    const meta = /export const meta\b[\s\S]*?(?=\n(?:\n|export ))/.exec(text)?.[0] ?? "";
    expect(meta, "names its title").toMatch(/\btitle: /);
    expect(meta, "and its description").toMatch(/name: "description",\s+content: /);
  });
  // @spec PC-2.39
  it("and defaults for everything else", () => {
    const root = readFileSync("app/root.tsx", "utf8");
    expect(root).toContain('{ title: "Route optimization and delivery planning" }');
    expect(root).toMatch(/name: "description", content: "/);
  });
});
