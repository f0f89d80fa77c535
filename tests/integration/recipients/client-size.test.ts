import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { builtSheet } from "../../helpers/built-sheet";

const MOST_SCRIPT_BYTES = 12_000;
const MOST_CSS_BYTES = 6_500;

it("the script of a recipient's page stays within 12 kB, and holds no map", () => {
  const { tracking } = JSON.parse(readFileSync("build/clients.json", "utf8")) as { tracking: string };
  const script = readFileSync(`public/build/clients/${tracking}`);
  expect(script.toString()).toContain("EventSource");
  expect(script.toString()).not.toContain("ol-layer");
  expect(gzipSync(script).length).toBeLessThan(MOST_SCRIPT_BYTES);
});

it("so do its style sheets together", () => {
  const sheets = ["plain", "recipient"].map(builtSheet);
  expect(sheets.join("")).toContain(".recipient");
  expect(gzipSync(Buffer.concat(sheets)).length).toBeLessThan(MOST_CSS_BYTES);
});
