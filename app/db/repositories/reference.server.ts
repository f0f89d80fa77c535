import { nearestFirst } from "~/domain/address/search-area";
import type { Db } from "../client.server";
import { parseJson } from "../codecs.server";
import { orderByText } from "../dialect.server";
import type { CountryAreaRow, CountryRow, IndustryRow } from "../tables";

/** Reference lists: the same for every company. */
export const listCountries = async (db: Db): Promise<CountryRow[]> =>
  (await orderByText(db("countries"), "title")) as CountryRow[];

export const findCountry = async (db: Db, id: number): Promise<CountryRow | undefined> =>
  db("countries").where({ id }).first();

/** What a code stands for that is in no list (specification, section 4). */
const UNKNOWN_COUNTRY_ID = 1;

/** Id of the country with this code. @param code ISO 3166 alpha-2; null: none that is known */
export async function countryIdOf(db: Db, code: string | null): Promise<number> {
  const row = code === null ? undefined : ((await db("countries").where({ code }).first()) as CountryRow | undefined);
  return row?.id ?? UNKNOWN_COUNTRY_ID;
}

/** Companies' lines of business, in the order of the specification. */
export const listIndustries = async (db: Db): Promise<IndustryRow[]> => db("industries").orderBy("id");

export const findIndustry = async (db: Db, id: number): Promise<IndustryRow | undefined> =>
  db("industries").where({ id }).first();

/** Countries whose addresses belong together; each country is in one of them. */
export async function listCountryAreas(db: Db): Promise<{ id: number; codes: string[] }[]> {
  const rows = (await db("country_areas").orderBy("id").select("id", "codes")) as CountryAreaRow[];
  return rows.map(({ id, codes }) => ({ id, codes: parseJson<string[]>(codes, []) }));
}

/** Where a company's addresses are: its own country, then the others of its area, the nearest first; none without. */
export async function companySearchArea(db: Db, companyId: number): Promise<string[]> {
  const own = await companyCountryCode(db, companyId);
  if (own === null) return [];
  const area = (await listCountryAreas(db)).find(({ codes }) => codes.includes(own));
  const countries = (await db("countries").whereIn("code", area?.codes ?? [own])) as CountryRow[];
  return nearestFirst(own, countries);
}

/** The company's own country; null when it has none. */
export async function companyCountry(db: Db, companyId: number): Promise<CountryRow | null> {
  const row = (await db("companies")
    .join("countries", "countries.id", "companies.country_id")
    .where("companies.id", companyId)
    .first("countries.*")) as CountryRow | undefined;
  return row ?? null;
}

/** ISO 3166 alpha-2. */
export const companyCountryCode = async (db: Db, companyId: number): Promise<string | null> =>
  (await companyCountry(db, companyId))?.code ?? null;
