/** Loading the addresses of a region beside those of its version before, and removing them. */
import type { UtcText } from "~/domain/time/utc-text";
import type { Db } from "../client.server";
import { deleteWords, indexedText, insertWords } from "../full-text.server";
import type { ShortPieces } from "../short-pieces.server";
import type { GeoAddressRow, GeoEntryRow, GeoSpotRow } from "../tables";
import { withTransaction } from "../transaction.server";
import { ADDRESS_GRID, cellOf, SPOT_GRID } from "./grid";

type AddressToLoad = Omit<GeoAddressRow, "id" | "entry_id" | "cell"> & {
  /** a second number of a house that has its row already */
  isSecond: boolean;
};
export interface EntryToLoad extends Omit<GeoEntryRow, "id" | "region_id" | "words"> {
  /** what it is found by */
  words: readonly string[];
  addresses: readonly AddressToLoad[];
  spots: readonly Pick<GeoSpotRow, "lat" | "lng">[];
}

export interface RegionCounts {
  addresses: number;
  streets: number;
  places: number;
}

/** A region whose rows come; nobody finds them yet. */
export async function startRegion(db: Db, region: { name: string; version: string }, now: UtcText): Promise<number> {
  const [id] = await db("geo_regions").insert({ ...region, state: "loading", loaded_at: now });
  return Number(id);
}

const nextId = async (db: Db, table: "geo_entries" | "geo_words"): Promise<number> => {
  const row = (await db(table).max("id as last").first()) as { last: number | null } | undefined;
  return Number(row?.last ?? 0) + 1;
};

/** Stores entries with their addresses and spots. Only one process loads at a time: ids are given here. */
export async function insertEntries(
  db: Db,
  pieces: ShortPieces,
  regionId: number,
  entries: readonly EntryToLoad[],
): Promise<void> {
  const first = await nextId(db, "geo_entries");
  const rows = entries.map(({ words, addresses: _addresses, spots: _spots, ...entry }, index) => ({
    ...entry,
    id: first + index,
    region_id: regionId,
    words: indexedText(db, entry.kind, words),
  }));
  await pieces.write(rows, async (trx, part) => {
    await trx("geo_entries").insert(part);
    await insertWords(trx, part);
  });
  const addresses = entries.flatMap((entry, index) =>
    entry.addresses.map(({ isSecond, ...address }) => ({
      ...address,
      entry_id: first + index,
      cell: isSecond ? 0 : cellOf(address.lat, address.lng, ADDRESS_GRID),
    })),
  );
  await pieces.write(addresses, (trx, part) => trx("geo_addresses").insert(part));
  const spots = entries.flatMap((entry, index) =>
    entry.spots.map(({ lat, lng }) => ({ lat, lng, entry_id: first + index, cell: cellOf(lat, lng, SPOT_GRID) })),
  );
  await pieces.write(spots, (trx, part) => trx("geo_spots").insert(part));
}

/** @param words how many entries hold each, and the keys it is found by when it has a slip in it */
export async function insertVocabulary(
  db: Db,
  pieces: ShortPieces,
  regionId: number,
  words: readonly { word: string; entries: number; keys: readonly number[] }[],
): Promise<void> {
  const first = await nextId(db, "geo_words");
  const rows = words.map(({ word, entries }, index) => ({ id: first + index, region_id: regionId, word, entries }));
  await pieces.write(rows, (trx, part) => trx("geo_words").insert(part));
  const keys = words.flatMap(({ keys: all }, index) =>
    all.map((key) => ({ spelling_key: key, word_id: first + index })),
  );
  await pieces.write(keys, (trx, part) => trx("geo_word_keys").insert(part));
}

/** From here on this version of the region counts, and no other. */
export async function switchRegion(db: Db, id: number, name: string, counts: RegionCounts): Promise<void> {
  await withTransaction(db, async (trx) => {
    await trx("geo_regions").where({ name, state: "current" }).update({ state: "old" });
    await trx("geo_regions")
      .where({ id })
      .update({ state: "current", ...counts });
  });
}

/** From here on nothing of the region is found. */
export async function retireRegion(db: Db, name: string): Promise<void> {
  await db("geo_regions").where({ name }).update({ state: "old" });
}

/** Removes the rows that don't count, also of a load that was cut off. */
export async function removeRetired(db: Db, pieces: ShortPieces, name: string): Promise<void> {
  const ids = (await db("geo_regions").where({ name }).whereNot({ state: "current" }).pluck("id")) as number[];
  for (const regionId of ids) {
    await pieces.repeat(async (trx, size) => {
      const entries = (await trx("geo_entries").where({ region_id: regionId }).limit(size).pluck("id")) as number[];
      if (entries.length === 0) return false;
      // A street may have thousands of addresses: they go first, as many at a time as entries.
      for (const table of ["geo_addresses", "geo_spots"] as const) {
        const children = (await trx(table).whereIn("entry_id", entries).limit(size).pluck("id")) as number[];
        if (children.length === 0) continue;
        await trx(table).whereIn("id", children).delete();
        return true;
      }
      await deleteWords(trx, entries);
      await trx("geo_entries").whereIn("id", entries).delete();
      return true;
    });
    await pieces.repeat(async (trx, size) => {
      const words = (await trx("geo_words").where({ region_id: regionId }).limit(size).pluck("id")) as number[];
      if (words.length === 0) return false;
      await trx("geo_word_keys").whereIn("word_id", words).delete();
      await trx("geo_words").whereIn("id", words).delete();
      return true;
    });
    await db("geo_regions").where({ id: regionId }).delete();
  }
}
