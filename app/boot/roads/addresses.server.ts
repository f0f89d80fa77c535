import type { Db } from "~/db/client.server";
import {
  insertEntries,
  insertVocabulary,
  removeRetired,
  retireRegion,
  startRegion,
  switchRegion,
} from "~/db/repositories/address-load.server";
import type { EntryToLoad, RegionCounts } from "~/db/repositories/address-load.server";
import { listCountries } from "~/db/repositories/reference.server";
import { ShortPieces } from "~/db/short-pieces.server";
import { utcText } from "~/domain/time/utc-text";
import { inBatches } from "~/lib/in-batches";
import { houseNumbersToLoad, indexedWords, spellingKeysToLoad } from "~/services/geocoding/extract/index-words";
import type { NewEntry, RawExtract } from "~/services/geocoding/extract/extract-types";
import { makeEntries } from "~/services/geocoding/extract/make-entries";
import { readExtract } from "~/services/geocoding/extract/read-extract.server";

interface LoadAddresses {
  /** its name, such as "liechtenstein" */
  region: string;
  version: string;
  /** the extract, .osm.pbf */
  source: string;
}

interface LoadOptions {
  /** @param share 0 to 1 */
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

/** Of the time: reading, and then writing. */
const READING = 0.3;
/** Entries that are made and stored at a time. */
const CHUNK = 2000;

const toLoad = (entry: NewEntry): EntryToLoad => ({
  kind: entry.kind,
  names: entry.names.join("\n"),
  city: entry.city.slice(0, 255),
  areas: entry.areas.join("\n"),
  postcodes: entry.postcodes.join("\n"),
  line: entry.line.slice(0, 255),
  country_code: entry.countryCode,
  lat: entry.lat,
  lng: entry.lng,
  radius: entry.radiusM,
  weight: entry.weight,
  words: indexedWords(entry),
  addresses: houseNumbersToLoad(entry.addresses),
  spots: entry.spots,
});

/**
 * Reads the addresses of a map extract into the database. Until all are there the region's old ones are found, then the
 * new ones. A load that was cut off leaves nothing that is found; the next one removes it.
 */
export async function loadAddresses(
  db: Db,
  { region, version, source }: LoadAddresses,
  { onProgress, signal }: LoadOptions = {},
): Promise<RegionCounts> {
  const aborting = signal ? { signal } : {};
  const extract = await readExtract(source, { onProgress: (share) => onProgress?.(share * READING), ...aborting });
  const onStored = (share: number) => onProgress?.(READING + (1 - READING) * share);
  return storeAddresses(db, { region, version }, extract, { onProgress: onStored, ...aborting });
}

/** What was read, made ready and stored. */
export async function storeAddresses(
  db: Db,
  { region, version }: Omit<LoadAddresses, "source">,
  extract: RawExtract,
  { onProgress, signal }: LoadOptions = {},
): Promise<RegionCounts> {
  const pieces = new ShortPieces(db, signal);
  await removeRetired(db, pieces, region);
  const codes = (await listCountries(db)).map(({ code }) => code);
  const regionId = await startRegion(db, { name: region, version }, utcText(Math.floor(Date.now() / 1000)));
  const counts = { addresses: 0, streets: 0, places: 0 };
  const words = new Map<string, number>();
  const expected = extract.addresses.length + extract.points.length + extract.places.length + extract.streets.length;
  let done = 0;
  let chunk: EntryToLoad[] = [];
  const store = async () => {
    await insertEntries(db, pieces, regionId, chunk);
    chunk = [];
    onProgress?.(0.85 * Math.min(1, done / Math.max(1, expected)));
  };
  for (const entry of makeEntries(extract, codes)) {
    counts.addresses += entry.addresses.length;
    if (entry.kind === "street") counts.streets += 1;
    if (entry.kind === "place") counts.places += 1;
    done += 1 + entry.addresses.length;
    const row = toLoad(entry);
    for (const word of row.words) words.set(word, (words.get(word) ?? 0) + 1);
    chunk.push(row);
    if (chunk.length === CHUNK) await store();
  }
  await store();
  const vocabulary = [...words].map(([word, entries]) => ({ word, entries, keys: spellingKeysToLoad(word) }));
  for (const part of inBatches(vocabulary, CHUNK)) await insertVocabulary(db, pieces, regionId, part);
  signal?.throwIfAborted();
  await switchRegion(db, regionId, region, counts);
  await removeRetired(db, pieces, region);
  onProgress?.(1);
  return counts;
}

/** Nothing of the region is found from the start on. */
export async function removeAddresses(db: Db, region: string): Promise<void> {
  await retireRegion(db, region);
  await removeRetired(db, new ShortPieces(db), region);
}
