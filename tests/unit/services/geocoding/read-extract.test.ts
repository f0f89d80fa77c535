import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeEntries } from "~/services/geocoding/extract/make-entries";
import { readExtract } from "~/services/geocoding/extract/read-extract.server";
import { osmFile } from "../../../fixtures/roads/write-osm";
import type { OsmData } from "../../../fixtures/roads/write-osm";

const folder = mkdtempSync(path.join(tmpdir(), "extract-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(data: Partial<OsmData>) {
  const file = path.join(folder, "town.osm.pbf");
  writeFileSync(file, osmFile({ nodes: [], ways: [], relations: [], ...data }));
  return readExtract(file);
}

/** Corners of a square around a place, with ids from `id` on. */
const square = (id: number, lat: number, lng: number, half: number) =>
  [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
  ].map(([y = 0, x = 0], index) => ({ id: id + index, lat: lat + y * half, lng: lng + x * half }));
const ring = (id: number) => [id, id + 1, id + 2, id + 3, id];
const entriesOf = (extract: Awaited<ReturnType<typeof read>>) => [...makeEntries(extract, [])];

it("a building is at its middle, and its entrance takes the street from it", async () => {
  const [first, ...rest] = square(1, 47, 9, 0.0001);
  const { addresses } = await read({
    nodes: [
      { ...first!, tags: { entrance: "yes", "addr:housenumber": "12a" } },
      ...rest,
      ...square(11, 47.1, 9, 0.0001),
    ],
    ways: [
      { id: 1, refs: ring(1), tags: { building: "yes", "addr:street": "Lane", "addr:city": "Town" } },
      { id: 2, refs: ring(11), tags: { building: "yes", "addr:street": "Lane", "addr:housenumber": "14" } },
    ],
  });
  const found = addresses.map(({ number, street, city, lat, lng }) => [
    number,
    street,
    city,
    lat.toFixed(4),
    lng.toFixed(4),
  ]);
  expect(found).toEqual([
    ["12a", "Lane", "Town", "46.9999", "8.9999"],
    ["14", "Lane", "", "47.1000", "9.0000"],
  ]);
});

it("a relation is a house, or gives its houses the street", async () => {
  const { addresses } = await read({
    nodes: [...square(1, 47, 9, 0.0001), { id: 9, lat: 47.2, lng: 9, tags: { "addr:housenumber": "3" } }],
    ways: [{ id: 1, refs: ring(1) }],
    relations: [
      {
        id: 1,
        members: [{ type: "way", ref: 1, role: "outer" }],
        tags: { type: "multipolygon", building: "yes", "addr:street": "Lane", "addr:housenumber": "14" },
      },
      { id: 2, members: [{ type: "node", ref: 9, role: "house" }], tags: { type: "associatedStreet", name: "Way" } },
    ],
  });
  expect(addresses.map(({ street, number }) => `${street} ${number}`).sort()).toEqual(["Lane 14", "Way 3"]);
});

it("numbers between two are spread along the line", async () => {
  const house = (id: number, lng: number, number: string) => ({
    id,
    lat: 47,
    lng,
    tags: { "addr:housenumber": number, "addr:street": "Lane" },
  });
  const { addresses } = await read({
    nodes: [house(1, 9, "2"), house(2, 9.004, "10")],
    ways: [{ id: 1, refs: [2, 1], tags: { "addr:interpolation": "even" } }],
  });
  const found = addresses.map(({ number, lng, street }) => `${street} ${number} ${lng.toFixed(3)}`).sort();
  expect(found).toEqual(["Lane 10 9.004", "Lane 2 9.000", "Lane 4 9.001", "Lane 6 9.002", "Lane 8 9.003"]);
});

it("two numbers of a house stand together, also where each has its own tag", async () => {
  const { addresses } = await read({
    nodes: [
      {
        id: 1,
        lat: 49,
        lng: 15,
        tags: { "addr:conscriptionnumber": "120", "addr:streetnumber": "7", "addr:street": "Dlouhá" },
      },
      { id: 2, lat: 49, lng: 15, tags: { "addr:conscriptionnumber": "8", "addr:place": "Ves" } },
      { id: 3, lat: 49, lng: 15, tags: { "addr:housenumber": "none", "addr:street": "Dlouhá" } },
    ],
  });
  expect(addresses.map(({ street, hamlet, number }) => [street, hamlet, number])).toEqual([
    ["Dlouhá", "", "120/7"],
    ["", "Ves", "8"],
  ]);
});

it("town and postcode come from boundaries, neighbours and the nearest town, in this order", async () => {
  const house = (id: number, lat: number, number: string, more = {}) => ({
    id,
    lat,
    lng: 9,
    tags: { "addr:housenumber": number, "addr:street": "Lane", ...more },
  });
  const extract = await read({
    nodes: [
      ...square(1, 47, 9, 0.02),
      house(10, 47.001, "1"),
      house(11, 47.0015, "2", { "addr:postcode": "1001", "addr:city": "Inner" }),
      house(12, 48, "3"),
      house(13, 48.001, "4", { "addr:postcode": "2002", "addr:city": "Outer" }),
      house(14, 50, "5"),
      { id: 20, lat: 50.01, lng: 9, tags: { place: "village", name: "Far", postal_code: "3003" } },
    ],
    ways: [
      { id: 1, refs: [1, 2, 3] },
      { id: 2, refs: [3, 4, 1] },
    ],
    relations: [
      {
        id: 1,
        members: [1, 2].map((ref) => ({ type: "way" as const, ref, role: "outer" })),
        tags: { type: "boundary", boundary: "administrative", admin_level: "8", name: "Inner" },
      },
    ],
  });
  const streets = entriesOf(extract).filter(({ kind }) => kind === "street");
  const found = streets.map(({ names, city, addresses }) => [
    names[0],
    city,
    addresses.map((one) => `${one.number} ${one.postcode}`),
  ]);
  expect(found).toEqual([
    ["Lane", "Inner", ["1 1001", "2 1001"]],
    ["Lane", "Outer", ["3 2002", "4 2002"]],
    ["Lane", "Far", ["5 3003"]],
  ]);
});

it("streets of one name that lie apart are several, and pieces that touch are one", async () => {
  const nodes = [0, 1, 2, 300, 301].map((step, index) => ({ id: index + 1, lat: 47, lng: 9 + step * 0.001 }));
  const tags = { highway: "residential", name: "Lane" };
  const extract = await read({
    nodes: [...nodes, { id: 20, lat: 47, lng: 9, tags: { place: "village", name: "West" } }],
    ways: [
      { id: 1, refs: [1, 2], tags },
      { id: 2, refs: [2, 3], tags: { ...tags, alt_name: "Old Lane" } },
      { id: 3, refs: [4, 5], tags },
    ],
  });
  const streets = entriesOf(extract).filter(({ kind }) => kind === "street");
  expect(streets.map(({ names }) => names)).toEqual([["Lane", "Old Lane"], ["Lane"]]);
});
