import { ROUTES_OF_SPECS } from "../../../tests/e2e/routes.mjs";

/** What every page loads, whichever route it is of. */
const EVERY_PAGE = ["server.ts", "app/root.tsx", "app/entry.client.tsx", "app/entry.server.tsx", "public"];

/** Routes that frame others, whose names begin with theirs. */
const FRAMES = ["_main", "_main.company", "driver"];

/** @param {readonly string[]} routes @returns {string[]} folders: theirs, and those of the frames around them */
const foldersOf = (routes) =>
  [...FRAMES.filter((frame) => routes.some((route) => route.startsWith(`${frame}.`))), ...routes].map(
    (route) => `app/routes/${route}`,
  );

/**
 * Which files a file uses without importing them: programs that it starts, and pages that it asks for. A folder stands
 * for every file in it.
 * @type {Record<string, string[]>}
 */
export const BEYOND_IMPORTS = {
  "app/services/solver/solver-pool.server.ts": [
    "app/services/solver/calculate.worker.ts",
    "app/services/solver/search.worker.ts",
  ],
  "app/services/routing/routing.server.ts": ["app/services/routing/valhalla/valhalla.worker.ts"],
  "app/services/container.server.ts": [
    "app/services/export/make-file.worker.ts",
    "app/services/images/make-miniature.worker.ts",
    "app/services/spreadsheet/spreadsheet.worker.ts",
  ],
  "app/db/checkpoints.server.ts": ["app/db/checkpoint.worker.ts"],
  "app/services/clients.server.ts": ["app/clients"],
  "tests/integration/roads/command.test.ts": ["app/boot/roads/roads.worker.ts"],
  // They open files, and those of the project are the solver's alone.
  "tests/solver/cli.test.ts": ["solver", "scripts/lib/bundles.mjs"],
  "tests/solver/instances.test.ts": ["solver"],
  "tests/solver/package/packed.test.ts": ["solver"],
  // What it posts to and reads, through no page.
  "tests/e2e/prepare.ts": [
    ...EVERY_PAGE,
    ...foldersOf(["_main.planning._index", "_main.planning.plan.$planId", "_main.import"]),
  ],
  ...Object.fromEntries(
    Object.entries(ROUTES_OF_SPECS).map(([spec, routes]) => [
      `tests/e2e/${spec}.spec.ts`,
      [...EVERY_PAGE, ...foldersOf(routes)],
    ]),
  ),
  "tests/e2e/solver-package.spec.ts": ["solver"],
};
