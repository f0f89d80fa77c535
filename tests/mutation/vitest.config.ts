import path from "node:path";
import { defineConfig } from "vitest/config";
import { SECTIONS } from "./sections.mjs";

const section = SECTIONS[process.env.MUTATION_SECTION ?? ""];
if (section === undefined) throw new Error(`MUTATION_SECTION must be one of ${Object.keys(SECTIONS).join(", ")}.`);

// Stryker runs this in a copy of the project: everything is named from there.
const root = process.cwd();

export default defineConfig({
  root,
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
    setupFiles: [path.join(root, "tests/setup/vitest-setup.ts")],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
