import type { Db } from "../client.server";
import { parseJson } from "../codecs.server";
import { orderByText } from "../dialect.server";
import type { BillingPackageRow, CountryRow, FailReasonRow, IndustryRow } from "../tables";

/** Reference lists: the same for every company. */
export const listCountries = async (db: Db): Promise<CountryRow[]> =>
  (await orderByText(db("countries"), "title")) as CountryRow[];

/** @param code ISO 3166 alpha-2, any case */
export const findCountryByCode = async (db: Db, code: string): Promise<CountryRow | undefined> =>
  db("countries").where({ code: code.toUpperCase() }).first();

/** ISO 3166 alpha-2 of the company's own country; null when it has none. */
export async function companyCountryCode(db: Db, companyId: number): Promise<string | null> {
  const row = (await db("companies")
    .join("countries", "countries.id", "companies.country_id")
    .where("companies.id", companyId)
    .first("countries.code as code")) as { code: string } | undefined;
  return row?.code ?? null;
}

export async function listCountryAreas(db: Db): Promise<{ id: number; title: string; codes: string[] }[]> {
  const rows = await db("country_areas").orderBy("id");
  return rows.map((row) => ({ id: row.id, title: row.title, codes: parseJson<string[]>(row.codes, []) }));
}

export const listIndustries = async (db: Db): Promise<IndustryRow[]> => db("industries").orderBy("position");
export const listFailReasons = async (db: Db): Promise<FailReasonRow[]> => db("fail_reasons").orderBy("id");

export type BillingPackage = Omit<BillingPackageRow, "prices"> & { prices: number[] };

export async function listBillingPackages(db: Db): Promise<BillingPackage[]> {
  const rows = await db("billing_packages").orderBy("id");
  return rows.map((row) => ({ ...row, prices: parseJson<number[]>(row.prices, []) }));
}
