import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../../scripts/lib/project.mjs";
import { houseFaults } from "../../../scripts/house/check.mjs";

/** Files that are there to be imported. */
const THERE = [
  "app/paths.ts",
  "app/env.server.ts",
  "app/lib/columns.ts",
  "app/lib/secret.server.ts",
  "app/domain/plan/plan.ts",
  "app/domain/calculation/cost.ts",
  "app/db/client.server.ts",
  "app/db/rows/row.ts",
  "app/services/clock.ts",
  "app/services/solver/pool.server.ts",
  "app/planner/change.server.ts",
  "app/planner/state.ts",
  "app/realtime/use-live.ts",
  "app/auth/session.server.ts",
  "app/http/action.server.ts",
  "app/http/request/read-form.server.ts",
  "app/ui/button.tsx",
  "app/ui/map/map.tsx",
  "app/features/planning/moves.ts",
  "app/features/planning/commands/move.server.ts",
  "app/features/driver/view.ts",
  "app/features/finder/words.ts",
  "app/features/main-nav.ts",
  "app/routes/login/route.tsx",
  "app/boot/boot.server.ts",
  "solver/index.ts",
  "solver/contract/index.ts",
  "solver/contract/public.ts",
  "solver/formats/vroom/read.ts",
  "solver/search/plan.ts",
  "solver/model/instance.ts",
  "solver/check/times.ts",
  "migrations/index.ts",
  "scripts/build.mjs",
  "tests/helpers/db.ts",
  "public/sw.js",
];

/** [importing file, what it says] */
const FORBIDDEN: [string, string][] = [
  ["app/routes/a0/route.tsx", 'import { x } from "~/features/planning/commands/move.server"; export const y = x;'],
  // by alias
  ["app/domain/a1.ts", 'import { x } from "~/db/client.server"; export const y = x;'],
  ["app/domain/a2.ts", 'import { x } from "~/ui/button"; export const y = x;'],
  ["app/domain/a3.ts", 'import { x } from "~/planner/state"; export const y = x;'],
  ["app/domain/a4.ts", 'import { x } from "~/http/action.server"; export const y = x;'],
  ["app/ui/a5.ts", 'import { x } from "~/features/planning/moves"; export const y = x;'],
  ["app/ui/a6.ts", 'import { x } from "~/planner/state"; export const y = x;'],
  ["app/lib/a7.ts", 'import { x } from "~/domain/plan/plan"; export const y = x;'],
  ["app/db/a8.server.ts", 'import { x } from "~/planner/change.server"; export const y = x;'],
  ["app/services/a9.ts", 'import { x } from "~/db/client.server"; export const y = x;'],
  ["app/planner/a10.ts", 'import { x } from "~/features/planning/moves"; export const y = x;'],
  ["app/planner/a11.ts", 'import { x } from "~/http/action.server"; export const y = x;'],
  ["app/auth/a12.server.ts", 'import { x } from "~/http/action.server"; export const y = x;'],
  ["app/realtime/a13.server.ts", 'import { x } from "~/planner/change.server"; export const y = x;'],
  ["app/routes/login/a14.ts", 'import { x } from "~/db/client.server"; export const y = x;'],
  ["app/routes/login/a15.ts", 'import { x } from "~/planner/state"; export const y = x;'],
  ["app/http/a16.server.ts", 'import { x } from "~/features/planning/moves"; export const y = x;'],
  ["app/domain/a17.ts", 'import { x } from "solver/search/plan"; export const y = x;'],
  ["app/domain/plan/a18.ts", 'import { x } from "solver/contract/public"; export const y = x;'],
  ["app/features/driver/a19.ts", 'import { x } from "solver"; export const y = x;'],
  ["app/features/driver/a20.ts", 'import { x } from "migrations/index"; export const y = x;'],
  // the solver, around its public entry
  ["app/domain/calculation/s1.ts", 'import type { T } from "solver/contract"; export type U = T;'],
  ["app/domain/calculation/s2.ts", 'import type { T } from "solver"; export type U = T;'],
  ["app/services/solver/s3.ts", 'import { x } from "solver/formats/vroom/read"; export const y = x;'],
  ["app/services/solver/s4.ts", 'import { x } from "../../../solver/contract"; export const y = x;'],
  ["app/services/s5.ts", 'import { x } from "solver"; export const y = x;'],
  ["tests/unit/s6.ts", 'import { x } from "solver/search/plan"; export const y = x;'],
  ["tests/helpers/s7.ts", 'import type { T } from "solver/model/instance"; export type U = T;'],
  // one feature, another
  ["app/features/driver/b1.ts", 'import { x } from "~/features/planning/moves"; export const y = x;'],
  ["app/features/planning/b2.ts", 'import { x } from "~/features/finder/words"; export const y = x;'],
  ["app/features/brand-new/b3.ts", 'import { x } from "../planning/moves"; export const y = x;'],
  ["app/features/planning/b4.ts", 'import { x } from "~/features/main-nav"; export const y = x;'],
  // by relative path
  ["app/domain/c1.ts", 'import { x } from "../db/client.server"; export const y = x;'],
  ["solver/search/c2.ts", 'import { x } from "../../app/lib/columns"; export const y = x;'],
  ["migrations/c3.ts", 'import { x } from "../app/paths"; export const y = x;'],
  // types, dynamic imports, re-exports, comments
  ["app/domain/d1.ts", 'import type { T } from "~/db/client.server"; export type U = T;'],
  ["app/domain/d2.ts", 'export const load = () => import("~/services/clock");'],
  ["app/domain/d3.ts", 'export { x } from "~/realtime/use-live";'],
  ["app/domain/d4.ts", 'export type T = import("~/db/client.server").T;'],
  ["scripts/d5.mjs", '/** @type {import("../app/paths").T} */ export const y = 1;'],
  // packages
  ["app/domain/e1.ts", 'import { useState } from "react"; export const y = useState;'],
  ["app/domain/e2.ts", 'import knex from "knex"; export const y = knex;'],
  ["app/db/e3.server.ts", 'import { useState } from "react"; export const y = useState;'],
  ["app/ui/e4.tsx", 'import Map from "ol/Map"; export const y = Map;'],
  ["solver/search/e5.ts", 'import { z } from "zod"; export const y = z;'],
  ["migrations/e6.ts", 'import { z } from "zod"; export const y = z;'],
  ["app/features/driver/e7.ts", 'import express from "express"; export const y = express;'],
  // modules of Node
  ["app/domain/f1.ts", 'import { readFileSync } from "node:fs"; export const y = readFileSync;'],
  ["app/features/driver/f2.ts", 'import path from "path"; export const y = path;'],
  ["solver/model/f3.ts", 'import { Worker } from "node:worker_threads"; export const y = Worker;'],
  ["app/lib/f4.ts", 'import { randomBytes } from "node:crypto"; export const y = randomBytes;'],
  // browsers and the server
  ["app/ui/g1.ts", 'import { x } from "~/lib/secret.server"; export const y = x;'],
  ["app/features/planning/g2.tsx", 'import { x } from "~/planner/state"; export const y = x;'],
  ["app/features/planning/g3.ts", 'import { x } from "~/services/clock"; export const y = x;'],
  // the solver's own order
  ["solver/check/h1.ts", 'import { x } from "../search/plan"; export const y = x;'],
  ["solver/contract/h2.ts", 'import { x } from "../model/instance"; export const y = x;'],
  // nowhere
  ["app/domain/i1.ts", 'import { x } from "./not-there"; export const y = x;'],
  ["app/domain/i2.ts", 'import x from "not-a-package"; export const y = x;'],
];

/** What has to stay possible: a table that refuses everything would pass the list above. */
const ALLOWED: [string, string][] = [
  ["app/domain/plan/ok1.ts", 'import { z } from "zod"; import { x } from "~/lib/columns"; export const y = [x, z];'],
  ["app/domain/calculation/ok2.ts", 'import type { T } from "solver/contract/public"; export type U = T;'],
  [
    "app/features/planning/ok3.tsx",
    'import { x } from "~/ui/button"; import type { T } from "~/planner/state"; export const y: T = x;',
  ],
  [
    "app/features/driver/ok4.server.ts",
    'import path from "node:path"; import { x } from "~/planner/change.server"; export const y = [path, x];',
  ],
  [
    "app/routes/login/ok5.ts",
    'import { x } from "~/features/main-nav"; export { x as y } from "~/features/planning/moves"; export const z = x;',
  ],
  ["app/features/brand-new/ok6.ts", 'import { x } from "~/domain/plan/plan"; export const y = x;'],
  [
    "app/services/solver/ok7.server.ts",
    'import { x } from "solver"; import fs from "node:fs/promises"; export const y = [x, fs];',
  ],
  [
    "tests/unit/ok8.ts",
    'import { x } from "~/db/client.server"; import { test } from "vitest"; export const y = [x, test];',
  ],
  [
    "tests/unit/ok9.ts",
    'import { x } from "solver"; export { x as y } from "solver/contract/public"; export const z = x;',
  ],
  ["tests/solver/ok10.ts", 'import { x } from "solver/search/plan"; export const y = x;'],
];

/** Cycles: of values, and of types alone. */
const CYCLES: [string, string][] = [
  ["app/domain/ring/one.ts", 'import { b } from "./two"; export const a = () => b;'],
  ["app/domain/ring/two.ts", 'import { a } from "./one"; export const b = () => a;'],
  ["app/domain/ring/type-one.ts", 'import type { B } from "./type-two"; export interface A { b: B }'],
  ["app/domain/ring/type-two.ts", 'import type { A } from "./type-one"; export interface B { a: A }'],
];

let root = "";
let faults: string[] = [];

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "house-"));
  const write = (file: string, text: string) => {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const file of THERE)
    write(file, file.endsWith("js") ? "export const x = 1;" : "export const x = 1; export type T = number;");
  for (const [file, text] of [...FORBIDDEN, ...ALLOWED, ...CYCLES]) write(file, text);
  write("app/new-folder/one.ts", "export const x = 1;");
  write("notes/one.ts", "export const x = 1;");
  write("package.json", '{ "type": "module" }');
  const paths = {
    "~/*": ["./app/*"],
    "solver/*": ["./solver/*"],
    solver: ["./solver/index.ts"],
    "migrations/*": ["./migrations/*"],
  };
  write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { baseUrl: ".", paths, module: "ESNext", moduleResolution: "Bundler" } }),
  );
  symlinkSync(path.join(ROOT, "node_modules"), path.join(root, "node_modules"));
  faults = await houseFaults(root, ["app", "solver", "migrations", "scripts", "tests", "public", "notes"]);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const about = (file: string) => faults.filter((fault) => fault.startsWith(`${file} `) || fault.startsWith(`${file}:`));

describe("the house", () => {
  test.each(FORBIDDEN)("refuses in %s: %s", (file) => {
    expect(about(file)).toHaveLength(1);
  });

  test.each(ALLOWED)("allows in %s: %s", (file) => {
    expect(about(file)).toEqual([]);
  });

  test("refuses folders that are not in the table", () => {
    expect(about("app/new-folder/one.ts")).toEqual([
      "app/new-folder/one.ts: no row of scripts/house/table.mjs covers this file",
    ]);
    expect(about("notes/one.ts")).toHaveLength(1);
  });

  test("finds cycles, of types too, and each once", () => {
    expect(faults.filter((fault) => fault.startsWith("cycle"))).toEqual([
      "cycle: app/domain/ring/one.ts → app/domain/ring/two.ts → app/domain/ring/one.ts",
      "cycle: app/domain/ring/type-one.ts → app/domain/ring/type-two.ts → app/domain/ring/type-one.ts",
    ]);
  });

  test("says nothing else", () => {
    const expected = new Set([...FORBIDDEN.map(([file]) => file), "app/new-folder/one.ts", "notes/one.ts"]);
    const others = faults.filter((fault) => !fault.startsWith("cycle") && !expected.has(fault.split(/[ :]/)[0] ?? ""));
    expect(others).toEqual([]);
  });
});
