import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { OsmMember } from "~/services/osm/osm-types";
import { readOsm, type OsmHeader, type Tags } from "~/services/osm/read-osm.server";
import { makeExtract, TOWN, TOWN_DATE, townData } from "../../fixtures/roads/make-extract";
import { blob, headerBlob, osmFile, plainNodesBlock } from "../../fixtures/roads/write-osm";

const folder = mkdtempSync(path.join(tmpdir(), "osm-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: Uint8Array | string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const plain = (tags: Tags | null) => (tags ? { ...tags } : null);

interface Seen {
  header: OsmHeader;
  nodes: { id: number; lat: number; lng: number; tags: Tags | null }[];
  ways: { id: number; refs: readonly number[]; tags: Tags | null }[];
  relations: { id: number; members: readonly OsmMember[]; tags: Tags | null }[];
}
async function readAll(file: string): Promise<Seen> {
  const seen: Omit<Seen, "header"> = { nodes: [], ways: [], relations: [] };
  const header = await readOsm(file, {
    node: (id, lat, lng, tags) => seen.nodes.push({ id, lat, lng, tags: plain(tags) }),
    way: (id, refs, tags) => seen.ways.push({ id, refs, tags: plain(tags) }),
    relation: (id, members, tags) => seen.relations.push({ id, members, tags: plain(tags) }),
  });
  return { header, ...seen };
}

describe("an extract", () => {
  it.each(["zlib", "raw"] as const)("is read as it was written, packed: %s", async (packing) => {
    const data = townData();
    const seen = await readAll(write("town.osm.pbf", osmFile(data, packing)));
    expect(seen.header.timestamp).toBe(TOWN_DATE);
    expect(seen.header.bounds!.west).toBeCloseTo(data.bounds!.west, 8);
    expect(seen.header.bounds!.north).toBeCloseTo(data.bounds!.north, 8);
    expect(seen.nodes).toHaveLength(data.nodes.length);
    for (const [index, { id, lat, lng, tags }] of data.nodes.entries()) {
      const read = seen.nodes[index]!;
      expect([read.id, read.tags]).toEqual([id, tags ?? null]);
      expect(Math.abs(read.lat - lat) + Math.abs(read.lng - lng)).toBeLessThan(2e-7);
    }
    expect(seen.ways).toEqual(data.ways.map((way) => ({ tags: null, ...way })));
    expect(seen.relations).toEqual(data.relations);
  });

  it("may hold its nodes each for itself, and more nodes than a block has room for", async () => {
    const nodes = [
      {
        id: 5,
        lat: 47.5,
        lng: -9.5,
        tags: Object.fromEntries([
          ["__proto__", "a"],
          ["name", "Ö"],
        ]),
      },
      { id: 3, lat: -47, lng: 9 },
    ];
    const single = Buffer.concat([headerBlob({}), blob("OSMData", plainNodesBlock(nodes))]);
    const seen = await readAll(write("plain.osm.pbf", single));
    expect(seen.header).toEqual({ bounds: null, timestamp: null });
    expect(seen.nodes.map(({ id, lat, lng }) => [id, lat, lng])).toEqual([
      [5, 47.5, -9.5],
      [3, -47, 9],
    ]);
    expect(Object.entries(seen.nodes[0]!.tags!)).toEqual([["__proto__", "a"], ["name", "Ö"]]); // prettier-ignore

    const many = Array.from({ length: 20_001 }, (_, index) => ({ id: index + 1, lat: 1, lng: index / 1e5 }));
    const read = await readAll(write("many.osm.pbf", osmFile({ nodes: many, ways: [], relations: [] })));
    expect(read.nodes.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  });

  it("is read for the kinds alone that are asked for, with progress up to the end", async () => {
    const file = path.join(folder, "asked.osm.pbf");
    await makeExtract(file);
    const names: (string | undefined)[] = [];
    const shares: number[] = [];
    await readOsm(
      file,
      { node: (_id, _lat, _lng, tags) => tags?.["place"] && names.push(tags["name"]) },
      { onProgress: (share) => shares.push(share) },
    );
    expect(names).toEqual([TOWN.name, TOWN.village]);
    expect(shares.at(-1)).toBe(1);
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  });

  it("passes on what its visitor throws, and stops when asked to", async () => {
    const file = path.join(folder, "stopped.osm.pbf");
    await makeExtract(file);
    const own = new Error("own");
    const failing = { way: () => { throw own; } }; // prettier-ignore
    await expect(readOsm(file, failing)).rejects.toBe(own);
    await expect(readOsm(file, {}, { signal: AbortSignal.abort(own) })).rejects.toBe(own);
  });
});

describe("a file that can't be read says so by its name", () => {
  const town = osmFile(townData());
  const header = headerBlob({});
  const longField = Buffer.from([0x12, 0xff, 0xff, 0xff, 0x7f, 0x00]);
  // A group of packed nodes whose list of ids says to go on for 256 MB.
  const longList = Buffer.from([0x12, 0x08, 0x12, 0x06, 0x0a, 0xff, 0xff, 0xff, 0x7f, 0x02]);
  const tooLong = Buffer.from(header);
  tooLong.writeUInt32BE(70_000);
  const damaged = Buffer.from(town);
  damaged.fill(0x55, town.length >> 1, (town.length >> 1) + 40);
  it.each<[string, Uint8Array | string, string, string]>([
    ["a text", "name,lat,lng\nA,1,2\n", "osm.not_an_extract", 'The file "x.osm.pbf" is not an OpenStreetMap extract'],
    ["nothing", "", "osm.not_an_extract", "is not an OpenStreetMap extract"],
    ["a head that is too long", tooLong, "osm.not_an_extract", "is not an OpenStreetMap extract"],
    ["blocks without a header", blob("OSMData", Buffer.alloc(4)), "osm.not_an_extract", "is not an OpenStreetMap"],
    ["a file cut within a block", town.subarray(0, town.length - 10), "osm.truncated", "ends in the middle"],
    ["a file cut within a length", Buffer.concat([header, Buffer.alloc(2)]), "osm.truncated", "ends in the middle"],
    ["a block of other bytes", damaged, "osm.damaged", "is damaged: "],
    ["a field beyond its block", Buffer.concat([header, blob("OSMData", longField)]), "osm.damaged", "can’t be read"],
    ["a list beyond its block", Buffer.concat([header, blob("OSMData", longList)]), "osm.damaged", "can’t be read"],
    [
      "a block that unpacks to more than is allowed",
      Buffer.concat([header, blob("OSMData", Buffer.alloc(33 * 1024 * 1024))]),
      "osm.damaged",
      "larger than the format allows",
    ],
    ["another packing", osmFile(townData(), "zstd"), "osm.not_supported", "packed with Zstandard"],
    ["a history", headerBlob({ features: ["HistoricalInformation"] }), "osm.not_supported", "HistoricalInformation"],
  ])("%s", async (_, content, code, message) => {
    const failure = await readAll(write("x.osm.pbf", content)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) as string });
    expect((failure as Error).message).toContain('"x.osm.pbf"');
  });

  it("a file that isn't there", async () => {
    await expect(readOsm(path.join(folder, "none.osm.pbf"), {})).rejects.toMatchObject({ code: "osm.missing" });
  });
});

const REAL = path.resolve("../shared/roads/liechtenstein.osm.pbf");
it.skipIf(!existsSync(REAL))("the extract of Liechtenstein is read whole", async () => {
  const seen = await readAll(REAL);
  expect(seen.header.timestamp).toBe("2015-07-27T21:14:01.000Z");
  expect([seen.nodes.length, seen.ways.length, seen.relations.length]).toEqual([142_832, 15_247, 358]);
  expect(seen.nodes.some(({ tags }) => tags?.["place"] && tags["name"] === "Vaduz")).toBe(true);
});
