import type { ServerBuild } from "@remix-run/node";

/** A build without pages, for tests of what lies before Remix. @param page what answers all of them */
export const pagesWhere = (page: () => Response, routes: ServerBuild["routes"] = {}): ServerBuild => ({
  mode: "test",
  routes: { root: { id: "root", path: "", module: { default: () => null } }, ...routes },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  entry: { module: { default: page, handleError: () => undefined } },
  future: {
    v3_fetcherPersist: false,
    v3_relativeSplatPath: false,
    v3_throwAbortReason: false,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
  basename: "/platform",
  publicPath: "/platform/build/",
  assetsBuildDirectory: "public/build",
  isSpaMode: false,
});
