import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dataForThisBuild, hearAction, hearBuild, isOtherBuild, takeCarried } from "~/lib/other-build";
import type { ShownPage } from "~/lib/other-build";

const HERE = "/platform/planning/plan/1";
const asked = (path: string, route = "routes/plan") =>
  `http://localhost${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(route)}`;
const of = (build: string | null, data: unknown = { new: true }, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(data), { headers: { ...(build === null ? {} : { "X-Site-Build": build }), ...headers } });
const page =
  (shown: Partial<ShownPage> = {}) =>
  () => ({
    address: HERE,
    next: null,
    dataOf: (routeId: string) => (routeId === "routes/plan" ? { shown: 1 } : undefined),
    ...shown,
  });

beforeEach(() => {
  vi.stubGlobal("window", { __remixManifest: { version: "own" } });
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => {
  hearBuild("own");
  vi.unstubAllGlobals();
});

it("data of the page's own build, and of who doesn't name one, are given to it", async () => {
  for (const build of ["own", null])
    expect(await (await dataForThisBuild(asked(HERE), of(build), page())).json()).toEqual({ new: true });
  expect(isOtherBuild()).toBe(false);
});

it("a reload of another build brings what the page has, whatever it was answered", async () => {
  const failed = () => of("newer", { message: "gone" }, { "X-Remix-Error": "yes" });
  for (const answer of [of("newer"), failed()]) {
    const given = await dataForThisBuild(asked(HERE), answer, page());
    expect([await given.json(), given.headers.get("X-Remix-Error")]).toEqual([{ shown: 1 }, null]);
  }
  // A form's address names the route of an index; its reload does, too.
  const index = await dataForThisBuild(asked(`${HERE}?index`), of("newer"), page());
  expect(await index.json()).toEqual({ shown: 1 });
  expect(isOtherBuild()).toBe(true);
});

it("a link, and a page that has nothing to keep, load the document; a redirect is followed first", async () => {
  const leadsTo = async (path: string, shown: Partial<ShownPage>, answer = of("newer")) => {
    const { headers } = await dataForThisBuild(asked(path), answer, page(shown));
    return [headers.get("X-Remix-Redirect"), headers.get("X-Remix-Reload-Document")];
  };
  const next = "/platform/company/general?tab=2";
  expect(await leadsTo(next, { next })).toEqual(["/company/general?tab=2", "true"]);
  expect(await leadsTo(HERE, { dataOf: () => undefined })).toEqual(["/planning/plan/1", "true"]);
  const further = of("newer", null, { "X-Remix-Redirect": "/planning/main" });
  expect(await leadsTo(next, { next }, further)).toEqual(["/planning/main", null]);
});

it("a panel keeps what its address was answered before", async () => {
  const panel = asked("/platform/planning/visit/7", "routes/visit");
  await dataForThisBuild(panel, of("own", { visit: 7 }), page());
  expect(await (await dataForThisBuild(panel, of("newer"), page())).json()).toEqual({ visit: 7 });
});

it("once something was stored from the page, its reload and its panels bring what has come", async () => {
  const panel = asked("/platform/planning/visit/8", "routes/visit");
  await dataForThisBuild(panel, of("own", { visit: 8 }), page());
  const reload = async (path: string) => (await dataForThisBuild(asked(path), of("newer"), page())).json();
  hearAction(new Response(null, { status: 422, headers: { "X-Site-Build": "newer" } }), null);
  expect(await reload(HERE)).toEqual({ shown: 1 });
  hearAction(of("newer"), null);
  expect(await reload(HERE)).toEqual({ new: true });
  expect(await (await dataForThisBuild(panel, of("newer"), page())).json()).toEqual({ new: true });
  const next = "/platform/company/general";
  const link = await dataForThisBuild(asked(next), of("newer"), page({ next }));
  expect(link.headers.get("X-Remix-Reload-Document")).toBe("true");
});

it("what an action's redirect says is told by the document that is loaded, once", async () => {
  const flash = { id: "1", tone: "success", message: "Stored" } as const;
  const next = "/platform/company/general";
  const answer = (build: string) => of(build, null, { "X-Remix-Redirect": "/company/general" });
  hearAction(answer("own"), flash);
  await dataForThisBuild(asked(next), of("newer"), page({ next }));
  expect(takeCarried()).toBeNull();
  hearAction(answer("newer"), flash);
  await dataForThisBuild(asked(next), of("newer"), page({ next }));
  expect([takeCarried(), takeCarried()]).toEqual([flash, null]);
});
