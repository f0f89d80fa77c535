/** Searching the addresses of map extracts. They are the same for all companies. */
import type { Knex } from "knex";
import type { WordMatch } from "~/domain/address/match";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { whereWords } from "../full-text.server";
import type { GeoAddressRow, GeoEntryRow, GeoSpotRow } from "../tables";
import { ADDRESS_GRID, cellsAround, SPOT_GRID } from "./grid";

type Place = { lat: number; lng: number };
type Kind = GeoEntryRow["kind"];

interface FoundEntry {
  id: number;
  kind: Kind;
  names: string[];
  city: string;
  areas: string[];
  postcodes: string[];
  countryCode: string;
  lat: number;
  lng: number;
  radiusM: number;
  weight: number;
  line: string;
}

interface FoundAddress {
  entryId: number;
  number: { from: number; to: number; suffix: string };
  text: string;
  postcode: string;
  lat: number;
  lng: number;
}

interface IndexedWord {
  word: string;
  /** how many hold it */
  entries: number;
}

const M_PER_DEGREE = 111_320;
const MOST_AROUND = 400;
/** Degrees that reverse lookups reach. */
const ADDRESS_REACH = 0.0025;
const SPOT_REACHES = [0.005, 0.05];

const ENTRY_COLUMNS = [
  "id",
  "kind",
  "names",
  "city",
  "areas",
  "postcodes",
  "country_code",
  "lat",
  "lng",
  "radius",
  "weight",
  "line",
].map((column) => `geo_entries.${column}`);

const lines = (text: string): string[] => (text === "" ? [] : text.split("\n"));

const toEntry = (row: GeoEntryRow): FoundEntry => ({
  id: row.id,
  kind: row.kind,
  names: lines(row.names),
  city: row.city,
  areas: lines(row.areas),
  postcodes: lines(row.postcodes),
  countryCode: row.country_code,
  lat: row.lat,
  lng: row.lng,
  radiusM: row.radius,
  weight: row.weight,
  line: row.line,
});

const toAddress = (row: GeoAddressRow): FoundAddress => ({
  entryId: row.entry_id,
  number: { from: row.number_from, to: row.number_to, suffix: row.suffix },
  text: row.number,
  postcode: row.postcode,
  lat: row.lat,
  lng: row.lng,
});

/**
 * The plus keeps the region from leading the search: its index would give all of the region's rows, and most regions
 * are the only one.
 */
const inRegions = (query: Knex.QueryBuilder, column: string, regions: readonly number[]): Knex.QueryBuilder =>
  query.whereRaw(`+?? IN (${regions.map(() => "?").join(", ")})`, [column, ...regions]);

const currentRegions = (db: Db): Promise<number[]> => db("geo_regions").where({ state: "current" }).pluck("id");

export async function hasAddresses(db: Db): Promise<boolean> {
  return (await db("geo_regions").where({ state: "current" }).first("id")) !== undefined;
}

/** The words themselves, and those with one of the keys. */
export async function findWords(db: Db, exact: readonly string[], keys: readonly number[]): Promise<IndexedWord[]> {
  const regions = await currentRegions(db);
  if (regions.length === 0) return [];
  const found = new Map<string, number>();
  const add = (rows: readonly IndexedWord[]) => {
    for (const { word, entries } of rows) found.set(word, Math.max(entries, found.get(word) ?? 0));
  };
  for (const batch of inBatches(exact))
    add(
      (await inRegions(db("geo_words").whereIn("word", batch), "region_id", regions).select(
        "word",
        "entries",
      )) as IndexedWord[],
    );
  for (const batch of inBatches(keys))
    add(
      (await inRegions(
        db("geo_word_keys").join("geo_words", "geo_words.id", "geo_word_keys.word_id").whereIn("spelling_key", batch),
        "geo_words.region_id",
        regions,
      ).select("geo_words.word", "geo_words.entries")) as IndexedWord[],
    );
  return [...found].map(([word, entries]) => ({ word, entries }));
}

/** Metres, squared and without the earth's curve: to sort by. */
const nearness = (db: Db, table: string, { lat, lng }: Place): Knex.Raw => {
  const width = Math.cos((lat * Math.PI) / 180) ** 2;
  return db.raw("(?? - ?) * (?? - ?) + (?? - ?) * (?? - ?) * ?", [
    `${table}.lat`,
    lat,
    `${table}.lat`,
    lat,
    `${table}.lng`,
    lng,
    `${table}.lng`,
    lng,
    width,
  ]);
};

export async function findEntries(
  db: Db,
  match: WordMatch,
  { limit, kinds, around }: { limit: number; kinds?: readonly Kind[]; around?: Place & { withinM?: number } },
): Promise<FoundEntry[]> {
  const regions = await currentRegions(db);
  if (regions.length === 0) return [];
  const query: Knex.QueryBuilder = inRegions(db("geo_entries"), "region_id", regions).limit(limit);
  whereWords(db, query, match, kinds);
  if (around?.withinM !== undefined) {
    const reach = around.withinM / M_PER_DEGREE;
    const reachLng = reach / Math.max(0.05, Math.cos((around.lat * Math.PI) / 180));
    query
      .whereBetween("lat", [around.lat - reach, around.lat + reach])
      .whereBetween("lng", [around.lng - reachLng, around.lng + reachLng]);
  }
  if (around) query.orderByRaw(nearness(db, "geo_entries", around));
  else query.orderBy("weight", "desc").orderBy("id");
  return ((await query.select(ENTRY_COLUMNS)) as GeoEntryRow[]).map(toEntry);
}

/** Addresses of these entries whose numbers meet one of the ranges. */
export async function findAddresses(
  db: Db,
  entryIds: readonly number[],
  numbers: readonly { from: number; to: number }[],
): Promise<FoundAddress[]> {
  if (entryIds.length === 0 || numbers.length === 0) return [];
  const rows = await db("geo_addresses")
    .whereIn("entry_id", [...entryIds])
    .where((any) => {
      for (const { from, to } of numbers)
        any.orWhere((one) => one.where("number_from", "<=", to).where("number_to", ">=", from));
    })
    .orderBy("id")
    .limit(2000);
  return rows.map(toAddress);
}

const whereCells = (query: Knex.QueryBuilder, column: string, cells: readonly [number, number][]): void => {
  query.where((any) => {
    for (const range of cells) any.orWhereBetween(column, range);
  });
};

async function entriesOf(db: Db, ids: readonly number[]): Promise<Map<number, FoundEntry>> {
  const regions = await currentRegions(db);
  if (regions.length === 0 || ids.length === 0) return new Map();
  const query = inRegions(db("geo_entries").whereIn("id", [...new Set(ids)]), "region_id", regions);
  const rows = (await query.select(ENTRY_COLUMNS)) as GeoEntryRow[];
  return new Map(rows.map((row) => [row.id, toEntry(row)]));
}

/** Addresses within some hundred metres, the nearest first. */
export async function addressesAround(db: Db, place: Place): Promise<{ address: FoundAddress; entry: FoundEntry }[]> {
  const query = db("geo_addresses")
    .orderByRaw(nearness(db, "geo_addresses", place))
    .limit(20);
  whereCells(query, "cell", cellsAround(place.lat, place.lng, ADDRESS_GRID, ADDRESS_REACH));
  const rows = (await query) as GeoAddressRow[];
  const entries = await entriesOf(
    db,
    rows.map(({ entry_id }) => entry_id),
  );
  return rows.flatMap((row) => {
    const entry = entries.get(row.entry_id);
    return entry ? [{ address: toAddress(row), entry }] : [];
  });
}

/** Places on streets, and towns: those next to it, or else those within some kilometres. */
export async function spotsAround(db: Db, place: Place): Promise<{ lat: number; lng: number; entry: FoundEntry }[]> {
  for (const reach of SPOT_REACHES) {
    const query = db("geo_spots")
      .orderByRaw(nearness(db, "geo_spots", place))
      .limit(MOST_AROUND);
    whereCells(query, "cell", cellsAround(place.lat, place.lng, SPOT_GRID, reach));
    const rows = (await query) as GeoSpotRow[];
    const entries = await entriesOf(
      db,
      rows.map(({ entry_id }) => entry_id),
    );
    const found = rows.flatMap(({ entry_id, lat, lng }) => {
      const entry = entries.get(entry_id);
      return entry ? [{ lat, lng, entry }] : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}
