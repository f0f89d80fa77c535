import { readFile } from "node:fs/promises";
import { Refusal } from "./log.mjs";

/** What the router does for each request: it ranks all routes, and makes a regular expression of each path. */
const EACH_TIME = [
  [
    "  let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);\n",
    "  let branches = rankedOnce(routes);\n",
  ],
  [
    " = compilePath(pattern.path, pattern.caseSensitive, pattern.end);",
    " = compiledOnce(pattern.path, pattern.caseSensitive, pattern.end);",
  ],
];

const ONCE = `
const ranked = new WeakMap();
function rankedOnce(routes) {
  let branches = ranked.get(routes);
  if (branches === undefined) {
    branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    ranked.set(routes, branches);
  }
  return branches;
}
const compiled = new Map();
function compiledOnce(path, caseSensitive = false, end = true) {
  const key = (end ? "1" : "0") + (caseSensitive ? "1" : "0") + path;
  let known = compiled.get(key);
  if (known === undefined) {
    // Paths come from the site's routes: more than these would be somebody's.
    if (compiled.size >= 5000) compiled.clear();
    known = compilePath(path, caseSensitive, end);
    compiled.set(key, known);
  }
  return known;
}
`;

/**
 * Remix's router with routes that are ranked and compiled once: on a server they never change.
 * @param {string} router the text of the package's file
 * @returns {string}
 * @throws Refusal when the package has become another
 */
export function withRoutesRankedOnce(router) {
  let text = router;
  for (const [was = "", becomes = ""] of EACH_TIME) {
    const parts = text.split(was);
    if (parts.length !== 2)
      throw new Refusal(
        `@remix-run/router has ${parts.length - 1} times: ${was.trim()}. See scripts/lib/quick-routes.`,
      );
    text = parts.join(becomes);
  }
  return text + ONCE;
}

/** @type {import("esbuild").Plugin} */
export const quickRoutes = {
  name: "quick-routes",
  setup: (build) =>
    build.onLoad({ filter: /@remix-run[\\/]router[\\/]dist[\\/]router(?:\.cjs)?\.js$/ }, async ({ path }) => ({
      contents: withRoutesRankedOnce(await readFile(path, "utf8")),
    })),
};
