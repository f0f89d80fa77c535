import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseAddressIndex } from "~/boot/address-index.server";
import { loadAddresses } from "~/boot/roads/addresses.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { askAll, ownAddresses, WAYS_TO_ASK } from "../../bench/own-addresses";
import type { OwnAddress } from "../../bench/own-addresses";
import { databases, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";

const SOURCE = "../shared/roads/liechtenstein.osm.pbf";
/** Percent of an extract's own addresses that are found first. */
const LEAST: Readonly<Record<string, number>> = { "one slip of the hand": 80, "without the postcode": 90 };
const USUAL = 95;

describe.skipIf(!existsSync(SOURCE)).each(databases())("a real extract's own addresses on %s", (kind) => {
  let database: TestDatabase;
  let addresses: OwnAddress[];
  beforeAll(async () => {
    database = await migratedDatabase(kind);
    await loadAddresses(database.db, { region: "real", version: "1", source: SOURCE });
    addresses = await ownAddresses(SOURCE, kind === "sqlite" ? 400 : 200);
  });
  afterAll(() => database.remove());

  it.each(WAYS_TO_ASK)("are found when asked as: $name", async (way) => {
    const geocoder = embeddedGeocoder(() => databaseAddressIndex(database.db));
    const { asked, found, missed } = await askAll(geocoder, addresses, way);
    expect(asked).toBeGreaterThan(100);
    expect((100 * found) / asked, JSON.stringify(missed.slice(0, 5))).toBeGreaterThanOrEqual(LEAST[way.name] ?? USUAL);
  });

  it("are found from their places, and places off the roads have the nearest street or town", async () => {
    const geocoder = embeddedGeocoder(() => databaseAddressIndex(database.db));
    let near = 0;
    for (const { lat, lng } of addresses.slice(0, 100)) {
      const found = await geocoder.reverse(lat, lng);
      if (found?.kind === "address" && found.distanceM <= 5) near += 1;
    }
    expect(near).toBe(100);
    expect(await geocoder.reverse(0.5, 0.5)).toBeNull();
  });
});
