import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const RECORD = "docs/decisions/051-state-of-one-process.md";

/** What a module keeps between two calls. Workers are processes and threads of one piece of work. */
const STATE = /^(export )?(let |const \w+(: [^=]+)? = new (Map|Set|WeakMap|AsyncLocalStorage)\b.*\(\);$)/m;

const serverFiles = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".server.ts") || /^(domain|planner|services|db)\/.*\.ts$/.test(file))
  .filter((file) => !file.endsWith(".worker.ts"))
  .map((file) => path.join("app", file));

it("what a module of the server keeps in memory has a verdict in the decisions", () => {
  const record = readFileSync(RECORD, "utf8");
  const keeping = serverFiles.filter((file) => STATE.test(readFileSync(file, "utf8")));
  expect(keeping).toContain("app/realtime/recent-changes.server.ts");
  expect(keeping.filter((file) => !record.includes(path.basename(file)))).toEqual([]);
});
