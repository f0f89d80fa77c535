import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/setup/longest-first";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = [
  { find: /^~\//, replacement: folder("./app/") },
  { find: /^solver\//, replacement: folder("./solver/") },
  { find: /^migrations\//, replacement: folder("./migrations/") },
];

/** Only what hangs takes so long, also on a machine that has twenty times as much to do. */
const LONGEST_TEST_MS = 600_000;

const project = (name: string, include: string[], extra: object = {}) => ({
  resolve: { alias },
  test: {
    name,
    include,
    environment: "node",
    hookTimeout: LONGEST_TEST_MS,
    // tests/setup/fresh-modules.ts keeps files apart.
    isolate: false,
    setupFiles: [folder("./tests/setup/vitest-setup.ts")],
    ...extra,
  },
});

export default defineConfig({
  test: {
    projects: [
      project("unit", ["tests/unit/**/*.test.{ts,tsx}"], { testTimeout: LONGEST_TEST_MS }),
      project("integration", ["tests/integration/**/*.test.ts"], {
        testTimeout: LONGEST_TEST_MS,
        // Two cores have work for a third: while one waits for a database or a server, the others go on.
        maxWorkers: 3,
        globalSetup: [folder("./tests/setup/integration.ts")],
      }),
      project("solver", ["tests/solver/**/*.test.ts"], { testTimeout: LONGEST_TEST_MS }),
    ],
    reporters: ["default"],
    maxWorkers: 2,
    // The default of a second is less than a busy machine may stand still.
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
  },
});
