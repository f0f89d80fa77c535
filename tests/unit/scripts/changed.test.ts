import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ImportGraph } from "../../../scripts/house/graph.mjs";
import { BEYOND_IMPORTS } from "../../../scripts/lib/changed/beyond-imports.mjs";
import { testsOf } from "../../../scripts/lib/changed/choose.mjs";
import { inRoot, ROOT } from "../../../scripts/lib/project.mjs";
import { listFiles } from "../../../scripts/lib/stamp.mjs";
import { ROUTES_OF_SPECS } from "../../e2e/routes.mjs";

const uses = (to: string) => ({ to, kind: "file" as const, typeOnly: false, cycle: null });

/** Two areas on one rule, a worker that is started and not imported, a page that a spec asks for. */
const GRAPH: ImportGraph = new Map([
  ["app/rule.ts", []],
  ["app/shape.ts", []],
  ["app/fleet.ts", [uses("app/rule.ts"), { ...uses("app/shape.ts"), typeOnly: true }]],
  ["app/trips.ts", [uses("app/rule.ts")]],
  ["app/pool.ts", []],
  ["app/count.worker.ts", [uses("app/sum.ts")]],
  ["app/sum.ts", []],
  ["app/routes/fleet/route.tsx", [uses("app/fleet.ts")]],
  ["app/routes/trips/route.tsx", [uses("app/trips.ts")]],
  ["tests/helper.ts", [uses("app/pool.ts")]],
  ["tests/fleet.test.ts", [uses("app/fleet.ts")]],
  ["tests/trips.test.ts", [uses("app/trips.ts")]],
  ["tests/pool.test.ts", [uses("tests/helper.ts")]],
  ["tests/command.test.ts", [{ to: "fs", kind: "node", typeOnly: false, cycle: null }]],
  ["tests/sources.test.ts", [{ to: "fs", kind: "node", typeOnly: false, cycle: null }]],
  ["tests/fleet.spec.ts", []],
  ["tests/trips.spec.ts", []],
]);

const TESTS = [...GRAPH.keys()].filter((file) => /\.(test|spec)\.ts$/.test(file));

const after = (...changed: string[]) =>
  testsOf({
    changed,
    graph: GRAPH,
    beyondImports: {
      "app/pool.ts": ["app/count.worker.ts"],
      "tests/command.test.ts": ["app/count.worker.ts"],
      "tests/fleet.spec.ts": ["app/routes/fleet"],
      "tests/trips.spec.ts": ["app/routes/trips"],
    },
    tests: TESTS,
  });
const names = (...changed: string[]) => after(...changed).tests.map((file) => file.replace(/^tests\/|\.ts$/g, ""));

describe("the tests that a change can reach", () => {
  it("import the file, directly or not, or ask for a page that does", () => {
    expect(names("app/fleet.ts")).toEqual(["fleet.test", "sources.test", "fleet.spec"]);
    expect(names("app/rule.ts")).toEqual(["fleet.test", "trips.test", "sources.test", "fleet.spec", "trips.spec"]);
    expect(names("app/routes/trips/route.tsx")).toEqual(["sources.test", "trips.spec"]);
  });

  it("start the program that has it", () => {
    expect(names("app/sum.ts")).toEqual(["pool.test", "command.test", "sources.test"]);
  });

  it("are not those that take a type from it", () => {
    expect(names("app/shape.ts")).toEqual(["sources.test"]);
  });

  it("are the test itself, and always those that open files, unless it is said which", () => {
    expect(names("tests/trips.test.ts")).toEqual(["trips.test", "sources.test"]);
    expect(names("docs/decisions/001.md")).toEqual(["sources.test"]);
  });

  it("are all when it configures them, or when nobody knows who reads it", () => {
    expect(after("app/fleet.ts", "package-lock.json")).toEqual({
      why: "package-lock.json configures them",
      tests: TESTS,
    });
    expect(after("public/templates/visits.xlsx")).toEqual({
      why: "nothing imports public/templates/visits.xlsx, so anything may read it",
      tests: TESTS,
    });
  });
});

describe("what is used without an import", () => {
  const missing = (files: string[]) => files.filter((file) => !existsSync(inRoot(file)));

  it("is there", () => {
    expect(missing(Object.entries(BEYOND_IMPORTS).flat(2))).toEqual([]);
  });

  it("has every program that is started", () => {
    const programs = listFiles(ROOT, ["app"]).filter((file) => /worker\.ts$/.test(file));
    const named = new Set(Object.values(BEYOND_IMPORTS).flat());
    expect(programs.filter((file) => !named.has(file))).toEqual([]);
  });

  it("has every spec", () => {
    const specs = listFiles(ROOT, ["tests/e2e"]).filter((file) => file.endsWith(".spec.ts"));
    expect(Object.keys(ROUTES_OF_SPECS).sort()).toEqual(
      specs.map((file) => file.replace(/^tests\/e2e\/|\.spec\.ts$/g, "")).sort(),
    );
  });
});
