import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/setup/longest-first";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = [
  { find: /^~\//, replacement: folder("./app/") },
  { find: /^solver\//, replacement: folder("./solver/") },
  { find: /^migrations\//, replacement: folder("./migrations/") },
];

const project = (name: string, include: string[], extra: object = {}) => ({
  resolve: { alias },
  test: {
    name,
    include,
    environment: "node",
    // tests/setup/fresh-modules.ts keeps files apart.
    isolate: false,
    setupFiles: [folder("./tests/setup/vitest-setup.ts")],
    ...extra,
  },
});

export default defineConfig({
  test: {
    projects: [
      project("unit", ["tests/unit/**/*.test.{ts,tsx}"], { testTimeout: 30_000 }),
      project("integration", ["tests/integration/**/*.test.ts"], {
        testTimeout: 30_000,
        hookTimeout: 60_000,
        // Two cores have work for a third: while one waits for a database or a server, the others go on.
        maxWorkers: 3,
        globalSetup: [folder("./tests/setup/integration.ts")],
      }),
      project("solver", ["tests/solver/**/*.test.ts"], { testTimeout: 120_000 }),
    ],
    reporters: ["default"],
    maxWorkers: 2,
    // The default of a second is less than a busy machine may stand still.
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: LongestFirst },
  },
});
