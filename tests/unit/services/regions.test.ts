import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isInside, regionsIn } from "~/services/roads/regions.server";

let dataDir = "";
let now = 0;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "regions-"));
  now = 1_000_000;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const manifest = {
  source: "town.osm.pbf",
  sourceBytes: 10,
  dataTimestamp: null,
  builtAt: "2026-11-22 10:00:00",
  bounds: { west: 9, south: 47, east: 10, north: 48 },
  roads: { tiles: 1, bytes: 10 },
  addresses: null,
  map: null,
};

function build(name: string, version: string, content: unknown = manifest): void {
  const region = path.join(dataDir, "roads", name);
  mkdirSync(path.join(region, version), { recursive: true });
  writeFileSync(path.join(region, version, "region.json"), JSON.stringify(content));
  writeFileSync(path.join(region, "next"), `${version}\n`);
  renameSync(path.join(region, "next"), path.join(region, "current"));
}

describe("the regions of the data folder", () => {
  it("are none without a folder", () => {
    expect(regionsIn(dataDir).list()).toEqual([]);
  });

  it("come by name, each in the version in use", () => {
    build("vaduz", "v1");
    build("vaduz", "v2");
    build("graz", "v1");
    const found = regionsIn(dataDir).list();
    expect(found.map(({ name, version }) => [name, version])).toEqual([
      ["graz", "v1"],
      ["vaduz", "v2"],
    ]);
    expect(found[1]).toMatchObject({ folder: path.join(dataDir, "roads", "vaduz", "v2"), roads: { bytes: 10 } });
  });

  it("are looked up again after two seconds, and stay the same objects where nothing changed", () => {
    build("graz", "v1");
    const regions = regionsIn(dataDir, () => now);
    const before = regions.list();
    build("graz", "v2");
    expect(regions.list()).toBe(before);
    now += 2000;
    const after = regions.list();
    expect(after[0]!.version).toBe("v2");
    now += 2000;
    expect(regions.list()).toBe(after);
  });

  it("leave out a build under way, a broken manifest and a version that would lead out of the folder", () => {
    build("graz", "v1");
    build("broken", "v1", { source: 1 });
    mkdirSync(path.join(dataDir, "roads", ".work", "v1"), { recursive: true });
    build("escaping", "v1");
    writeFileSync(path.join(dataDir, "roads", "escaping", "current"), "../graz/v1");
    mkdirSync(path.join(dataDir, "roads", "unfinished"));
    expect(
      regionsIn(dataDir)
        .list()
        .map(({ name }) => name),
    ).toEqual(["graz"]);
  });
});

it("a place on the border of a region is inside", () => {
  expect(isInside(manifest, { lat: 48, lng: 9 })).toBe(true);
  expect(isInside(manifest, { lat: 48.001, lng: 9 })).toBe(false);
  expect(isInside(manifest, { lat: 47.5, lng: 10.001 })).toBe(false);
});
