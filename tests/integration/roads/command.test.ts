import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { roadsFolder } from "~/services/roads/regions.server";
import { makeExtract } from "../../fixtures/roads/make-extract";
import { KEPT_ENGINE, testEngine } from "../../helpers/roads";

type News = { step: string } | { share: number } | { line: string };

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "route-platform-command-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The program as `npm run roads` starts it. */
function roads(...words: string[]): Promise<{ code: number | null; lines: string[]; steps: string[] }> {
  return new Promise((resolve, reject) => {
    const child = fork("build/roads.worker.js", words, { env: { ...process.env, DATA_DIR: dataDir }, stdio: "pipe" });
    const news: News[] = [];
    child.on("message", (message: News) => void news.push(message));
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({
        code,
        lines: news.flatMap((one) => ("line" in one ? [one.line] : [])),
        steps: news.flatMap((one) => ("step" in one ? [one.step] : [])),
      }),
    );
  });
}

const engine = await testEngine();

describe("npm run roads", () => {
  it("says what it can do, and what was wrong with the words", async () => {
    const helped = await roads("--help");
    expect([helped.code, helped.lines[0]]).toEqual([0, expect.stringMatching(/^npm run roads -- region\.osm\.pbf/)]);
    const wrong = await roads("--all");
    expect([wrong.code, wrong.lines[0]]).toEqual([1, expect.stringMatching(/^There is no option --all\./)]);
  });

  it("says that nothing is built, and that a file is not there", async () => {
    expect((await roads("--status")).lines).toEqual([
      "No region is built. npm run roads -- region.osm.pbf builds one.",
    ]);
    const missing = path.join(dataDir, "gone.osm.pbf");
    expect(await roads(missing)).toMatchObject({ code: 1, lines: [`There is no file "${missing}". Check the path.`] });
  });

  it.skipIf(engine === null)("builds a region, lists it, and takes it away", async () => {
    mkdirSync(roadsFolder(dataDir));
    symlinkSync(KEPT_ENGINE, path.join(roadsFolder(dataDir), ".engine"));
    const extract = path.join(dataDir, "town.osm.pbf");
    await makeExtract(extract);
    const built = await roads("--name", "auental", extract);
    expect(built).toMatchObject({ code: 0, steps: ["Extract", "Roads", "Map", "Addresses"] });
    expect(built.lines[0]).toMatch(/^Built auental: roads [1-9]\d* kB; .* addresses, .* streets; map of \d+ tiles/);
    expect((await roads("--status")).lines).toEqual([expect.stringMatching(/^auental: roads /)]);
    expect((await roads("--remove", "auental")).lines).toEqual(["auental is removed."]);
    expect((await roads("--remove", "auental")).lines).toEqual(["There is no region auental."]);
  });
});
