import { adminCompanyRoutes } from "./scripts/lib/admin-company-routes.mjs";

/** @type {import('@remix-run/dev').AppConfig} */
export default {
  appDirectory: "app",
  assetsBuildDirectory: "public/build",
  publicPath: "/platform/build/",
  // server.ts is part of the bundle, so that every *.server.ts module exists once in the process.
  server: "./server.ts",
  serverBuildPath: "build/index.js",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  serverMinify: false,
  ignoredRouteFiles: ["**/.*", "**/*.test.{ts,tsx}"],
  routes: () => adminCompanyRoutes(),
  watchPaths: ["./server.ts", "./solver/**/*.ts", "./migrations/**/*.ts"],
  postcss: true,
  tailwind: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
};
