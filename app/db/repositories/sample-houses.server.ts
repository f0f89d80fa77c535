import type { Db } from "../client.server";

/** A house of a built region, as a sample day may visit it. */
export interface SampleHouse {
  street: string;
  number: string;
  postcode: string;
  city: string;
  countryCode: string;
  lat: number;
  lng: number;
}

interface StreetRow {
  id: number;
  names: string;
  city: string;
  postcodes: string;
  country_code: string;
}

/** Degrees around the largest town; wider until there are enough streets. */
const REACHES = [0.03, 0.06, 0.12, 0.25, 0.5];
const MOST_STREETS = 2000;

/** Ids in an order that looks like chance and is the same every time. */
const shuffled = <T extends { id: number }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => ((a.id * 7919) % 10_007) - ((b.id * 7919) % 10_007));

/**
 * Houses in as many streets around the largest town of a region whose addresses are loaded, one a street.
 * @returns fewer when the region has no more
 */
export async function sampleHouses(db: Db, region: string, count: number): Promise<SampleHouse[]> {
  const loaded = await db("geo_regions").where({ name: region, state: "current" }).first("id");
  if (loaded === undefined) return [];
  const entries = () => db("geo_entries").where({ region_id: loaded.id });
  const town = await entries().where({ kind: "place" }).orderBy("weight", "desc").orderBy("id").first("lat", "lng");
  if (town === undefined) return [];
  let houses: SampleHouse[] = [];
  for (const reach of REACHES) {
    const streets = (await entries()
      .where({ kind: "street" })
      .whereBetween("lat", [town.lat - reach, town.lat + reach])
      .whereBetween("lng", [town.lng - reach * 1.5, town.lng + reach * 1.5])
      .orderBy("id")
      .limit(MOST_STREETS)
      .select("id", "names", "city", "postcodes", "country_code")) as StreetRow[];
    houses = await oneHouseEach(db, shuffled(streets), count);
    if (houses.length === count) break;
  }
  return houses;
}

async function oneHouseEach(db: Db, streets: readonly StreetRow[], count: number): Promise<SampleHouse[]> {
  const rows = await db("geo_addresses")
    .whereIn(
      "entry_id",
      // Not every street has houses with numbers.
      streets.slice(0, count * 8).map(({ id }) => id),
    )
    .orderBy("id")
    .select("entry_id", "number", "postcode", "lat", "lng");
  const first = new Map(rows.reverse().map((row) => [row.entry_id, row]));
  return streets
    .flatMap((street): SampleHouse[] => {
      const house = first.get(street.id);
      if (house === undefined) return [];
      return [
        {
          street: street.names.split("\n")[0]!,
          number: house.number,
          postcode: house.postcode || (street.postcodes.split("\n")[0] ?? ""),
          city: street.city,
          countryCode: street.country_code,
          lat: house.lat,
          lng: house.lng,
        },
      ];
    })
    .slice(0, count);
}
