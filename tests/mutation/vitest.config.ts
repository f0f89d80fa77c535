import path from "node:path";
import { defineConfig } from "vitest/config";
import { keptThread } from "./kept-thread";
import { SECTIONS } from "./sections.mjs";

const section = SECTIONS[process.env.MUTATION_SECTION ?? ""];
if (section === undefined) throw new Error(`MUTATION_SECTION must be one of ${Object.keys(SECTIONS).join(", ")}.`);

// Stryker runs this in a copy of the project: everything is named from there.
const root = process.cwd();

export default defineConfig({
  root,
  plugins: [keptThread()],
  resolve: {
    alias: [
      { find: /^~\//, replacement: `${path.join(root, "app")}/` },
      { find: /^solver\//, replacement: `${path.join(root, "solver")}/` },
      { find: /^migrations\//, replacement: `${path.join(root, "migrations")}/` },
    ],
  },
  test: {
    include: section.tests,
    environment: "node",
    // Stryker's own limit ends a loop without an end.
    setupFiles: [path.join(root, "tests/mutation/setup.ts")],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
