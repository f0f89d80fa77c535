import type { Db } from "~/db/client.server";
import { companyCountryCode, listCountries } from "~/db/repositories/reference.server";
import { insertWarehouse } from "~/db/repositories/warehouses.server";
import type { NewWarehouse } from "~/db/repositories/warehouses.server";
import type { UtcText } from "~/db/tables";
import { countryOf } from "~/services/country.server";
import { timeZoneOf } from "~/services/time-zone.server";

interface Point {
  lat: number;
  lng: number;
}

/** ISO code of the country of a place; null where its time zone doesn't tell. */
export const countryOfPlace = async (db: Db, { lat, lng }: Point): Promise<string | null> =>
  countryOf(
    lat,
    lng,
    (await listCountries(db)).map(({ code }) => code),
  );

/**
 * Makes a warehouse, whose country and clock come from its place unless others were chosen. Where the place doesn't
 * tell the country, it is the company's own.
 * @param values the company's own country, with which forms begin, counts as none that was chosen
 * @returns the new id. @throws AppError 409 naming the external id
 */
export async function newWarehouse(
  trx: Db,
  companyId: number,
  values: NewWarehouse & Point,
  now: UtcText,
): Promise<number> {
  const own = await companyCountryCode(trx, companyId);
  const chosen = values.country_code ?? own;
  const country_code = chosen === own ? ((await countryOfPlace(trx, values)) ?? own) : chosen;
  const time_zone = values.time_zone ?? timeZoneOf(values.lat, values.lng);
  return insertWarehouse(trx, companyId, { ...values, country_code, time_zone }, now);
}
