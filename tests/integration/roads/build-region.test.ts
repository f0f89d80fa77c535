import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeAddresses } from "~/boot/roads/addresses.server";
import { buildRegion } from "~/boot/roads/build-region.server";
import { RegionFolder } from "~/boot/roads/region-folder.server";
import { readRegions, roadsFolder } from "~/services/roads/regions.server";
import { makeExtract, TOWN_DATE } from "../../fixtures/roads/make-extract";
import { databases, emptyDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { testServer } from "../../helpers/http-server";
import { KEPT_ENGINE, testEngine } from "../../helpers/roads";
import { migrateLatest, seedReference } from "~/db/migrate.server";
import { pause } from "~/lib/pause";

const engine = await testEngine();
const quiet = { share: () => undefined, say: () => undefined };

describe.skipIf(engine === null).each(databases())("a region is built on %s", (kind) => {
  let database: TestDatabase;
  let dataDir = "";
  let source = "";
  beforeEach(async () => {
    database = await emptyDatabase(kind);
    await migrateLatest(database.db);
    await seedReference(database.db);
    dataDir = mkdtempSync(path.join(tmpdir(), "route-platform-build-"));
    mkdirSync(roadsFolder(dataDir));
    symlinkSync(KEPT_ENGINE, path.join(roadsFolder(dataDir), ".engine"));
    source = path.join(dataDir, "town.osm.pbf");
    await makeExtract(source);
  });
  afterEach(async () => {
    await database.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const build = (name: string, { signal = new AbortController().signal, steps = [] as string[], from = source } = {}) =>
    buildRegion(
      { dataDir, db: database.db, source: from, name, signal },
      { ...quiet, step: (step) => void steps.push(step) },
    );
  const loaded = () => database.db("geo_regions").where({ state: "current" }).orderBy("name");
  const names = () => readRegions(roadsFolder(dataDir)).map((region) => region.name);

  it("with roads, map and addresses, beside other regions, and goes again without a trace", async () => {
    const built = await build("auental");
    expect(built).toMatchObject({ source: "town.osm.pbf", dataTimestamp: TOWN_DATE });
    expect(built.roads!.tiles).toBeGreaterThan(0);
    expect(built.map!.tiles).toBeGreaterThan(0);
    expect(built.addresses!.addresses).toBeGreaterThan(100);
    await build("other");
    expect(names()).toEqual(["auental", "other"]);
    expect((await loaded()).map(({ name }) => name)).toEqual(["auental", "other"]);

    expect(new RegionFolder(roadsFolder(dataDir), "auental").remove()).toBe(true);
    await removeAddresses(database.db, "auental");
    expect(names()).toEqual(["other"]);
    expect((await loaded()).map(({ name }) => name)).toEqual(["other"]);
    expect(existsSync(path.join(roadsFolder(dataDir), "auental"))).toBe(false);
    expect(new RegionFolder(roadsFolder(dataDir), "auental").remove()).toBe(false);
  });

  // Nothing of the rest depends on the database.
  const once = it.runIf(kind === "sqlite");

  once("asks an address again that sent something else the first time", async () => {
    let content = Buffer.from("<html>We are back soon</html>");
    const server = await testServer((_, response) => void response.end(content));
    try {
      const from = `${server.url}/town.osm.pbf`;
      await expect(build("auental", { from })).rejects.toThrow(`The file "${from}" is not an OpenStreetMap extract`);
      content = readFileSync(source);
      await build("auental", { from });
      expect(names()).toEqual(["auental"]);
    } finally {
      await server.close();
    }
  });

  once("goes on where it was broken off, as long as the extract is the same", async () => {
    const stop = new AbortController();
    const first: string[] = [];
    const watched = { ...quiet, step: (step: string) => (first.push(step), step === "Map" ? stop.abort() : undefined) };
    const request = { dataDir, db: database.db, source, name: "auental", signal: stop.signal };
    await expect(buildRegion(request, watched)).rejects.toThrow();
    expect(first).toEqual(["Extract", "Roads", "Map"]);
    expect(names()).toEqual([]);

    const second: string[] = [];
    await build("auental", { steps: second });
    expect(second).toEqual(["Extract", "Map", "Addresses"]);
    expect(names()).toEqual(["auental"]);
    expect(existsSync(path.join(roadsFolder(dataDir), ".work", "auental"))).toBe(false);
  });

  once("takes the place of the version before, which stays until the next one", async () => {
    await build("auental");
    const before = readRegions(roadsFolder(dataDir))[0]!;
    await untilTheNextSecond();
    await build("auental");
    const after = readRegions(roadsFolder(dataDir))[0]!;
    expect(after.version).not.toBe(before.version);
    expect(existsSync(path.join(before.folder, "valhalla"))).toBe(true);
    expect(await loaded()).toMatchObject([{ name: "auental", version: after.version }]);
    await untilTheNextSecond();
    await build("auental");
    expect(readdirSync(path.join(roadsFolder(dataDir), "auental"))).toHaveLength(3);
    expect(existsSync(before.folder)).toBe(false);
  });

  once("is refused in a sentence for what is no extract, and the region as it was stays", async () => {
    await build("auental");
    const version = readRegions(roadsFolder(dataDir))[0]!.version;
    const wrong = path.join(dataDir, "wrong.osm.pbf");
    writeFileSync(wrong, "<html>not found</html>");
    await expect(build("auental", { from: wrong })).rejects.toMatchObject({ code: "osm.not_an_extract" });
    await expect(build("auental", { from: `${wrong}.not` })).rejects.toMatchObject({ code: "roads.no_file" });
    expect(readRegions(roadsFolder(dataDir))[0]!.version).toBe(version);
    expect(existsSync(path.join(roadsFolder(dataDir), ".work", "auental"))).toBe(false);
  });
});

/** Versions are named after the second in which their build began. */
async function untilTheNextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  while (Math.floor(Date.now() / 1000) === second) await pause(20);
}
