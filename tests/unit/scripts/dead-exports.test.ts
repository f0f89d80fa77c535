import { expect, it } from "vitest";
import { deadExports, projectSources } from "../../helpers/dead-exports";

const PARTS = "Tests put something of their own in its place.";
const REGISTRY = "Tests compare it with what the server answers.";
const EVERY = "Tests go through all of them.";
const BOTH_WAYS = "Tests take the migrations back, and know their number.";
const FOR_TESTS: Readonly<Record<string, string>> = {
  "app/db/database.server.ts useDatabase": PARTS,
  "app/services/container.server.ts setServices": PARTS,
  "app/db/migrate.server.ts migrateDown": BOTH_WAYS,
  "app/db/migrate.server.ts migrationNames": BOTH_WAYS,
  "app/db/rights/table-uses.ts FOREIGN_TABLES": "Tests leave out the tables that aren't ours.",
  "app/domain/access/doors.ts ADDRESSES": REGISTRY,
  "app/domain/access/doors.ts SOCKET_EVENTS": REGISTRY,
  "app/domain/access/doors.ts SOCKET_ROOMS": REGISTRY,
  "app/http/api/refused-calls.ts REFUSED_CALLS": REGISTRY,
  "app/features/actions.server.ts ActionName": EVERY,
  "app/domain/access/permissions.ts ACTIONS": EVERY,
  "app/domain/plan/plan-status.ts PLAN_STATUSES": EVERY,
  "app/domain/route/route-status.ts ROUTE_STATUSES": EVERY,
  "app/domain/validation/files.ts videoError": "The specification names the message; no upload takes videos alone.",
  "app/domain/validation/files.ts documentError":
    "The specification names the message; no upload takes documents alone.",
  "solver/shared-memory.ts SharedArrayBuffer": "The package's build puts it in the place of the global one.",
};

/** What starts by itself, or is taken by a name that its user builds. */
const ENTRIES: Readonly<Record<string, string>> = {
  "app/clients/map/main.ts openMap": "The light pages' map script is imported by its address.",
  "solver/browser.ts solve": "What the package gives to browsers.",
  "solver/cli.ts main": "The package's command line.",
};

it("what a module exports is used by another one of the program", () => {
  const { unused, ofTests, inFile } = deadExports(projectSources());
  expect([...unused, ...ofTests].sort()).toEqual(Object.keys(FOR_TESTS).sort());
  expect([...inFile].sort()).toEqual(Object.keys(ENTRIES).sort());
});

it("tells what nothing uses, what tests or its own file use, and what is used", () => {
  const sources = new Map([
    [
      "app/domain/a.ts",
      [
        "/** Unlike `alone`. */",
        "export const alone = 1;",
        "export function tested(): void {}",
        "export interface Own {}",
        "export const used = (own: Own) => [...spread, own.alone];",
        "export const spread = [1];",
        'export type { Taken, Left } from "./b";',
      ].join("\n"),
    ],
    ["app/domain/b.ts", "export type Taken = 1;\nexport type Left = 2;\nexport const whole = 3;"],
    ["app/domain/c.ts", 'import { used, type Taken as Other } from "./a";\nconst all = import("~/domain/b");'],
    ["tests/unit/a.test.ts", 'import {\n  tested,\n} from "~/domain/a";'],
  ]);
  expect(deadExports(sources)).toEqual({
    unused: ["app/domain/a.ts alone", "app/domain/a.ts Left"],
    ofTests: ["app/domain/a.ts tested"],
    inFile: ["app/domain/a.ts Own", "app/domain/a.ts spread"],
  });
});
