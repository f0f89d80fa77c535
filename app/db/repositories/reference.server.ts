import type { Db } from "../client.server";
import { orderByText } from "../dialect.server";
import type { CountryRow } from "../tables";

/** Reference lists: the same for every company. */
export const listCountries = async (db: Db): Promise<CountryRow[]> =>
  (await orderByText(db("countries"), "title")) as CountryRow[];

/** ISO 3166 alpha-2 of the company's own country; null when it has none. */
export async function companyCountryCode(db: Db, companyId: number): Promise<string | null> {
  const row = (await db("companies")
    .join("countries", "countries.id", "companies.country_id")
    .where("companies.id", companyId)
    .first("countries.code as code")) as { code: string } | undefined;
  return row?.code ?? null;
}
