import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = path.resolve(import.meta.dirname, "../../../app/routes");

/**
 * The compiler takes a route's server exports out of what browsers load, but leaves the calls of a module's own level
 * in: such a page would throw in the browser.
 */
const callsOf = (source: string): string[] =>
  [...source.matchAll(/^export const (?:action|loader|headers) = \w[\w.]*(?:<[^>]*>)?\(/gm)].map(([call]) => call);

describe("the modules of routes", () => {
  it.each(readdirSync(FOLDER))("%s makes no loader or action by a call", (route) => {
    const files = readdirSync(path.join(FOLDER, route)).filter((name) => /^route\.tsx?$/.test(name));
    expect(files).toHaveLength(1);
    expect(callsOf(readFileSync(path.join(FOLDER, route, files[0]!), "utf8"))).toEqual([]);
  });

  it.each(readdirSync(FOLDER))("%s answers somebody who opens its address", (route) => {
    const [file] = readdirSync(path.join(FOLDER, route)).filter((name) => /^route\.tsx?$/.test(name));
    const source = readFileSync(path.join(FOLDER, route, file!), "utf8");
    // Without either, Remix takes the request for a fault of the program.
    expect(source).toMatch(/^export (?:default|const loader|(?:async )?function loader|\{[^}]*\bloader)\b/m);
  });

  it("would be found at it", () => {
    expect(callsOf("export const action = pageAction<{ done: number }>(REGISTRY);")).toHaveLength(1);
    expect(callsOf("export const action = ({ request }: Args) => pageAction(request);")).toEqual([]);
  });
});
