import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as RemixRouter from "@remix-run/router";
import { expect, it } from "vitest";
import { withRoutesRankedOnce } from "../../../scripts/lib/quick-routes.mjs";

type Router = typeof RemixRouter;

const load = createRequire(import.meta.url);
const FILE = load.resolve("@remix-run/router");
const text = readFileSync(FILE, "utf8");

function loaded(source: string): Router {
  const module = { exports: {} };
  new Function("module", "exports", "require", source)(module, module.exports, load);
  return module.exports as Router;
}

const usual = loaded(text);
const quick = loaded(withRoutesRankedOnce(text));

/** The site's addresses, as the names of their folders say them. */
const site = readdirSync(new URL("../../../app/routes/", import.meta.url)).map((id) => ({
  id,
  path: id
    .split(".")
    .filter((part) => !part.startsWith("_"))
    .join("/"),
}));

/** The site's routes, under parents as Remix gives them, and paths that only their order or their kind tells apart. */
const routes = [
  {
    path: "platform",
    children: [
      ...site.map(({ id, path }) => ({ id, path: path.replaceAll("$", ":") || undefined, index: path === "" })),
      { id: "one or none", path: "maybe/:id?/end" },
      { id: "a word", path: "company/:other" },
      { id: "all", path: "*" },
    ],
  },
] as Parameters<Router["matchRoutes"]>[0];

const found = ({ matchRoutes }: Router, address: string): string =>
  JSON.stringify(matchRoutes(routes, address)?.map(({ route, ...match }) => [route.id, route.path, match]) ?? null);

it("finds the same route for every address, asked for the first time or again", () => {
  const ids = ["1", "abc", "%00", "a%2fb", "\u00e4"];
  const addresses = site.map(({ path }, nth) => `/platform/${path.replace(/\$\w*/g, ids[nth % ids.length]!)}`);
  const more = ["/", "/platform", "/Platform/LOGIN/", "/platform/maybe/end", "/platform/no/page"];
  for (const address of [...addresses, ...more]) {
    const expected = found(usual, address);
    for (const _ of [1, 2]) expect(found(quick, address)).toBe(expected);
  }
});

it("tells paths apart that differ in their end or in how capital letters count", () => {
  for (const end of [true, false])
    for (const caseSensitive of [true, false])
      for (const address of ["/a/1", "/A/1", "/a/1/more"]) {
        const pattern = { path: "/a/:id", end, caseSensitive };
        expect(quick.matchPath(pattern, address)).toEqual(usual.matchPath(pattern, address));
      }
});

it("ranks routes that it has not seen, and those that it has seen once", () => {
  let read = 0;
  const some = [{ id: "a", path: "a" }].map((route) => ({
    ...route,
    get children() {
      return void (read += 1);
    },
  }));
  for (const _ of [1, 2, 3]) expect(quick.matchRoutes(some, "/a")).toHaveLength(1);
  const once = read;
  expect(usual.matchRoutes(some, "/a")).toHaveLength(1);
  expect(read - once).toBe(once);
  expect(quick.matchRoutes([{ id: "b", path: "b" }], "/a")).toBeNull();
});

it("refuses a router that has become another", () => {
  expect(() => withRoutesRankedOnce(text.replace("rankRouteBranches(branches);", "rank(branches);"))).toThrow(
    "@remix-run/router has 0 times",
  );
});
