import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseAddressIndex, databaseGeocodeCache } from "~/boot/address-index.server";
import { loadAddresses, removeAddresses, storeAddresses } from "~/boot/roads/addresses.server";
import { keepAnswerOf, keptAnswer, removeOldAnswers } from "~/db/repositories/geocode-cache.server";
import { isSqlite } from "~/db/dialect.server";
import type { Db } from "~/db/client.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { askAll, ownAddresses, WAYS_TO_ASK } from "../../bench/own-addresses";
import { makeExtract } from "../../fixtures/roads/make-extract";
import { databases, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { madeUpExtract, TOWNS } from "../../helpers/made-up-towns";

const TABLES = ["geo_regions", "geo_entries", "geo_addresses", "geo_spots", "geo_words", "geo_word_keys"] as const;
const [GERMAN, VILLAGE, FRENCH] = TOWNS;

async function rowCounts(db: Db): Promise<number[]> {
  const counts: number[] = [];
  for (const table of TABLES) counts.push(((await db(table).pluck("id")) as number[]).length);
  if (isSqlite(db)) counts.push(((await db("geo_entries_words").pluck("rowid")) as number[]).length);
  return counts;
}

describe.each(databases())("loading addresses on %s", (kind) => {
  let database: TestDatabase;
  const db = () => database.db;
  const geocoder = embeddedGeocoder(() => databaseAddressIndex(db()));
  const first = async (text: string) => (await geocoder.geocode(text)).candidates[0]?.displayName;
  beforeAll(async () => {
    database = await migratedDatabase(kind);
  });
  afterAll(() => database.remove());

  it("finds nothing before a region is there", async () => {
    expect(await geocoder.isReady()).toBe(false);
    expect(await geocoder.geocode("Bahnhofstraße 12, Übelstetten")).toEqual({ verdict: "unknown", candidates: [] });
    expect(await geocoder.search("Bahn")).toEqual([]);
    expect(await geocoder.reverse(48.1, 11)).toBeNull();
  });

  it("holds regions side by side, and takes one out without the other", async () => {
    const empty = await rowCounts(db());
    await storeAddresses(db(), { region: "north", version: "1" }, madeUpExtract([GERMAN!, VILLAGE!]));
    const north = await rowCounts(db());
    await storeAddresses(db(), { region: "west", version: "1" }, madeUpExtract([FRENCH!]));
    expect(await geocoder.isReady()).toBe(true);
    expect(await first("Bahnhofstr. 12, Übelstetten")).toBe("Bahnhofstraße 12, 86990 Übelstetten");
    expect(await first("5 rue de la Gare, St Evroult")).toBe("5 Rue de la Gare, 18990 Saint-Évroult");
    expect(await db()("geo_regions").where({ state: "current" }).orderBy("name")).toMatchObject([
      { name: "north", version: "1", addresses: 266, streets: 9, places: 3 },
      { name: "west", version: "1", addresses: 155, streets: 5, places: 1 },
    ]);
    await removeAddresses(db(), "west");
    expect(await rowCounts(db())).toEqual(north);
    expect(await first("5 rue de la Gare, St Evroult")).toBeUndefined();
    await removeAddresses(db(), "north");
    expect(await rowCounts(db())).toEqual(empty);
  });

  it("finds the old version of a region until the new one is whole, also after a load that was cut off", async () => {
    const renamed = { ...GERMAN!, streets: ["Lindenallee"] };
    await storeAddresses(db(), { region: "north", version: "1" }, madeUpExtract([GERMAN!]));
    const before = await rowCounts(db());
    const cut = new AbortController();
    const seen: (string | undefined)[] = [];
    const loading = storeAddresses(db(), { region: "north", version: "2" }, madeUpExtract([renamed]), {
      signal: cut.signal,
      onProgress: () => cut.abort(new Error("cut off")),
    });
    await expect(loading).rejects.toThrow("cut off");
    expect(await rowCounts(db())).not.toEqual(before);
    seen.push(await first("Bahnhofstraße 12, Übelstetten"), await first("Lindenallee 12, Übelstetten"));
    expect(seen).toEqual(["Bahnhofstraße 12, 86990 Übelstetten", "Übelstetten"]);
    expect(await geocoder.reverse(GERMAN!.lat, GERMAN!.lng)).toMatchObject({
      displayName: expect.stringMatching(/^Bahnhof/) as string,
    });

    await storeAddresses(db(), { region: "north", version: "2" }, madeUpExtract([renamed]));
    expect(await first("Lindenallee 12, Übelstetten")).toBe("Lindenallee 12, 86990 Übelstetten");
    expect(await first("Bahnhofstraße 12, Übelstetten")).toBe("86990 Übelstetten");
    expect(await db()("geo_regions").select("state", "version")).toEqual([{ state: "current", version: "2" }]);
    await removeAddresses(db(), "north");
    expect(await rowCounts(db())).toEqual(TABLES.map(() => 0).concat(isSqlite(db()) ? [0] : []));
  });

  it("reads an extract, and says how far it is", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "addresses-"));
    try {
      const source = path.join(folder, "town.osm.pbf");
      await makeExtract(source);
      const shares: number[] = [];
      const onProgress = (share: number) => shares.push(share);
      const counts = await loadAddresses(db(), { region: "town", version: "1", source }, { onProgress });
      expect(counts.addresses).toBeGreaterThan(50);
      expect(shares).toEqual([...shares].sort((a, b) => a - b));
      expect(shares.at(-1)).toBe(1);
      // Each is asked for in eight ways, with a dozen queries: a hundred show a fault of the search as well as all do.
      const addresses = await ownAddresses(source, kind === "sqlite" ? 100 : 60);
      for (const way of WAYS_TO_ASK) {
        const { asked, missed } = await askAll(geocoder, addresses, way);
        expect(asked, way.name).toBeGreaterThan(50);
        expect(missed.length / asked, `${way.name}: ${JSON.stringify(missed.slice(0, 3))}`).toBeLessThanOrEqual(0.05);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await removeAddresses(db(), "town");
    }
  });

  it("keeps answers of services for a month, and the newest when there are too many", async () => {
    const cache = databaseGeocodeCache(db());
    expect(await cache.get("a")).toBeNull();
    await cache.set("a", "1");
    await cache.set("a", "2");
    expect(await cache.get("a")).toBe("2");
    await keepAnswerOf(db(), "old", "x", "2026-01-01 00:00:00");
    expect(await keptAnswer(db(), "old", "2026-01-30 00:00:00")).toBe("x");
    expect(await keptAnswer(db(), "old", "2026-02-01 00:00:00")).toBeNull();
    await removeOldAnswers(db(), 1);
    expect(await keptAnswer(db(), "old", "2026-01-02 00:00:00")).toBeNull();
    expect(await cache.get("a")).toBe("2");
  });
});
