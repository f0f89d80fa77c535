/**
 * Who may import whom. What a row does not allow is refused, and so is a file that no row covers.
 *
 * @typedef {object} Rights
 * @property {string} path   a folder or file; `*` stands for one name; the longest row that fits counts
 * @property {string[]} may  folders and files of the project, beside its own folder
 * @property {string[]} [mayNot]   of these: refused all the same
 * @property {string[]} [npm]   packages
 * @property {"all" | "server" | string[]} [node]
 *   modules of Node: all, or these; "server": all, in files named *.server.ts alone, because the others run in browsers
 */

const PURE = ["app/lib", "app/domain", "app/paths.ts"];
const REMIX = ["@remix-run/node", "@remix-run/react"];
/** What the solver offers without anything that solves, for what runs in browsers too. */
const SOLVER_CONTRACT = "solver/contract/public.ts";
/** All that its package offers: whatever isn't its own sees nothing else of it. */
const SOLVER = ["solver/index.ts", SOLVER_CONTRACT];
const THREADS = ["worker_threads"];

/** What stands beside a feature; it sees the areas below, and never another feature. */
const BELOW_FEATURES = [
  ...PURE,
  "app/ui",
  "app/planner",
  "app/http",
  "app/realtime",
  "app/auth",
  "app/mail",
  "app/audit",
  "app/db",
  "app/services",
  "app/env.server.ts",
];

/** @type {Rights[]} */
export const HOUSE = [
  // The server, from the door inwards.
  {
    path: "server.ts",
    may: ["app/boot", "app/http", "app/paths.ts", "app/env.server.ts"],
    npm: ["@remix-run/dev", "@remix-run/node"],
    node: "all",
  },
  {
    path: "app/boot",
    may: [
      "app/features/*",
      "app/planner",
      "app/realtime",
      "app/mail",
      "app/services",
      "app/db",
      "app/domain",
      "app/env.server.ts",
      "app/lib",
      "migrations",
    ],
    node: "all",
  },
  { path: "app/root.tsx", may: ["app/lib", "app/paths.ts"], npm: ["react", ...REMIX] },
  { path: "app/entry.client.tsx", may: ["app/lib"], npm: ["react", "react-dom", "@remix-run/react"] },
  { path: "app/entry.server.tsx", may: ["app/http", "app/lib"], npm: ["react", "react-dom", "isbot", ...REMIX] },
  { path: "app/remix.env.d.ts", may: [], npm: ["@remix-run/dev", "@remix-run/node"] },
  {
    path: "app/routes",
    may: [
      ...PURE,
      "app/features/*",
      "app/features/*.ts",
      "app/http",
      "app/auth",
      "app/realtime",
      "app/ui",
      "app/styles",
    ],
    // What users do is an action of the registry: nothing goes around its permission and its schema.
    mayNot: ["app/features/*/commands"],
    npm: ["react", "zod", ...REMIX],
  },
  { path: "app/features/*.ts", may: [...BELOW_FEATURES, "app/features/*", "app/features/*.ts"] },
  { path: "app/features/*", may: BELOW_FEATURES, npm: ["react", "zod", "@mantine/core", ...REMIX], node: "server" },
  {
    path: "app/features/dashboard",
    may: BELOW_FEATURES,
    npm: ["react", "zod", "@mantine/core", "@mantine/charts", ...REMIX],
    node: "server",
  },
  {
    path: "app/features/profile/queries/device-name.server.ts",
    may: BELOW_FEATURES,
    npm: ["bowser"],
  },
  {
    path: "app/http",
    may: [
      ...PURE,
      "app/http/request",
      "app/auth",
      "app/audit",
      "app/realtime",
      "app/db",
      "app/services",
      "app/env.server.ts",
    ],
    npm: ["zod", "express", "compression", "@remix-run/node"],
    node: "all",
  },
  {
    path: "app/realtime",
    may: [...PURE, "app/auth", "app/http/request", "app/env.server.ts"],
    npm: ["react", "@remix-run/react", "socket.io", "socket.io-client"],
    node: "server",
  },
  { path: "app/planner", may: [...PURE, "app/auth", "app/realtime", "app/db", "app/services", "app/env.server.ts"] },
  {
    path: "app/auth",
    may: [...PURE, "app/http/request", "app/mail", "app/audit", "app/db", "app/services", "app/env.server.ts"],
    npm: ["remix-auth", "remix-auth-form", "@remix-run/node"],
    node: "server",
  },
  { path: "app/audit", may: [...PURE, "app/db", "app/services"] },
  { path: "app/mail", may: [...PURE, "app/db", "app/services"] },
  {
    path: "app/http/request",
    may: [...PURE, "app/env.server.ts"],
    npm: ["zod", "express", "@remix-run/node"],
    node: "all",
  },

  // The outside world, and what holds the data.
  {
    path: "app/db",
    may: ["app/domain", "app/lib", "app/env.server.ts", "migrations"],
    npm: ["knex", "better-sqlite3", "rate-limiter-flexible"],
    node: "server",
  },
  { path: "app/db/checkpoint.worker.ts", may: ["app/db"], npm: ["better-sqlite3"], node: "all" },
  {
    path: "app/services",
    may: [...PURE, "app/env.server.ts"],
    npm: ["zod", "@node-rs/argon2", "@photostructure/tz-lookup"],
    node: "all",
  },
  {
    path: "app/services/limits",
    may: ["app/services", "app/lib"],
    npm: ["rate-limiter-flexible", "ioredis"],
    node: "all",
  },
  {
    path: "app/services/export",
    may: ["app/services", "app/domain", "app/lib"],
    npm: ["pdfkit", "bidi-js", "xlsx", "piscina", "yazl"],
    node: "all",
  },
  { path: "app/services/payment", may: ["app/services", "app/domain", "app/lib"], npm: ["stripe"], node: "all" },
  { path: "app/services/images", may: ["app/services", "app/domain", "app/lib"], npm: ["sharp"], node: "all" },
  {
    path: "app/services/base-map",
    may: [...PURE, "app/services", "app/env.server.ts"],
    npm: ["better-sqlite3", "@maplibre/vt-pbf", "geojson", "geojson-vt", "pmtiles"],
    node: "all",
  },
  {
    path: "app/services/geocoding",
    may: ["app/services", "app/domain", "app/lib", "app/env.server.ts"],
    npm: ["zod"],
    node: "all",
  },
  {
    path: "app/services/mail",
    may: ["app/services", "app/lib", "app/env.server.ts"],
    npm: ["nodemailer"],
    node: "all",
  },
  {
    path: "app/services/social",
    may: ["app/services/http", "app/domain", "app/lib", "app/oidc-settings.server.ts"],
    npm: ["openid-client"],
    node: "all",
  },
  {
    path: "app/services/factors",
    may: ["app/services", "app/domain", "app/lib", "app/env.server.ts"],
    npm: ["zod", "otplib", "qrcode", "@simplewebauthn/server"],
    node: "all",
  },
  { path: "app/services/markdown", may: ["app/paths.ts"], npm: ["markdown-it"], node: "all" },
  { path: "app/services/osm", may: ["app/services", "app/lib"], npm: ["pbf"], node: "all" },
  {
    path: "app/services/spreadsheet",
    may: ["app/services", "app/domain", "app/lib"],
    npm: ["chardet", "papaparse", "xlsx"],
    node: "all",
  },
  {
    path: "app/services/solver",
    may: ["app/services", "app/domain", "app/lib", ...SOLVER],
    npm: ["piscina", "zod"],
    node: "all",
  },
  {
    path: "app/env.server.ts",
    may: ["app/env-values.server.ts", "app/oidc-settings.server.ts"],
    npm: ["zod"],
    node: "all",
  },
  { path: "app/env-values.server.ts", may: [], npm: ["zod"], node: "all" },
  { path: "app/oidc-settings.server.ts", may: [] },

  // What runs in browsers and on the server alike.
  {
    path: "app/ui",
    may: [...PURE, "app/styles"],
    npm: ["react", "react-dom", "@mantine/core", "@mantine/notifications", "@remix-run/css-bundle", ...REMIX],
  },
  { path: "app/ui/map", may: [...PURE, "app/ui"], npm: ["react", "react-dom", "ol", "@remix-run/react"] },
  { path: "app/clients/*", may: ["app/lib", "app/domain"] },
  // The base map is that of the planning pages; the rest of their maps is React.
  { path: "app/clients/map", may: ["app/lib", "app/domain", "app/ui/map"], npm: ["ol"] },
  { path: "app/clients/passkeys", may: [], npm: ["@simplewebauthn/browser"] },
  { path: "app/styles", may: [] },
  { path: "app/domain", may: ["app/lib"], npm: ["zod"] },
  { path: "app/domain/validation/browser-phone.ts", may: ["app/domain"], npm: ["libphonenumber-js"] },
  { path: "app/domain/validation/national-phone.ts", may: ["app/domain"], npm: ["libphonenumber-js"] },
  { path: "app/domain/calculation", may: ["app/domain", "app/lib", SOLVER_CONTRACT] },
  { path: "app/domain/routific", may: ["app/domain", "app/lib", SOLVER_CONTRACT], npm: ["zod"] },
  { path: "app/domain/route/break-rule.ts", may: ["app/domain", "app/lib", SOLVER_CONTRACT] },
  { path: "app/lib", may: ["app/paths.ts"], npm: ["react", "@remix-run/react"], node: "server" },
  { path: "app/paths.ts", may: [] },
  { path: "public", may: [] },

  // The solver is a package of its own. Its check shares no code with the search, or it would share its mistakes.
  { path: "solver", may: [] },
  { path: "solver/*", may: ["solver"] },
  { path: "solver/check", may: ["solver/contract"] },
  { path: "solver/contract", may: [] },
  { path: "solver/formats", may: ["solver/contract", "solver/validate"] },
  { path: "solver/validate", may: ["solver/contract"] },
  { path: "solver/explain", may: ["solver/contract", "solver/schedule"] },
  { path: "solver/schedule", may: ["solver/contract"] },
  { path: "solver/model", may: ["solver/contract", "solver/schedule"] },
  { path: "solver/parallel", may: ["solver"], npm: ["tsx"], node: [...THREADS, "fs", "os"] },
  { path: "solver/cli.ts", may: ["solver"], node: ["buffer", "fs", "zlib"] },
  { path: "solver/run.mjs", may: ["solver"], npm: ["esbuild"], node: "all" },
  { path: "solver/build.mjs", may: [], npm: ["esbuild", "typescript"], node: "all" },
  { path: "solver/bench", may: ["solver"], npm: ["esbuild"], node: "all" },

  { path: "migrations", may: [], npm: ["knex"] },
  {
    path: "scripts",
    may: ["tests/mutation", "tests/e2e/routes.mjs"],
    npm: ["esbuild", "rollup", "xlsx", "tsx", "dependency-cruiser", "sharp"],
    node: "all",
  },
  { path: "tests/solver", may: ["tests", "app", "solver"], npm: ["*"], node: "all" },
  {
    path: "tests/bench",
    may: [
      "tests",
      "app",
      ...SOLVER,
      "solver/bench",
      "solver/random.ts",
      "migrations",
      "scripts",
      "public",
      "server.ts",
    ],
    npm: ["*"],
    node: "all",
  },
  { path: "tests", may: ["app", ...SOLVER, "migrations", "scripts", "public", "server.ts"], npm: ["*"], node: "all" },
];
