import type { Db } from "~/db/client.server";
import { companyCountryCode, listCountries } from "~/db/repositories/reference.server";
import { insertWarehouse } from "~/db/repositories/warehouses.server";
import type { NewWarehouse } from "~/db/repositories/warehouses.server";
import type { UtcText } from "~/db/tables";
import { countryNamedAtEnd } from "~/domain/address/countries";
import { countryOf } from "~/services/country.server";
import { isZoneOfCountry, timeZoneOf } from "~/services/time-zone.server";

interface Place {
  lat: number;
  lng: number;
  address?: string | null | undefined;
}

/**
 * The clock of a place and the ISO code of its country, which is null where nothing tells. A country that was chosen,
 * else the one whose name the address ends with, decides between the zones on both sides of a border; one that is
 * elsewhere counts for nothing.
 */
export async function clockAndCountry(
  db: Db,
  { lat, lng, address }: Place,
  chosen: string | null = null,
): Promise<{ time_zone: string; country_code: string | null }> {
  const codes = (await listCountries(db)).map(({ code }) => code);
  const named = chosen ?? countryNamedAtEnd(address ?? "");
  const time_zone = timeZoneOf(lat, lng, named);
  const isThere = named !== null && codes.includes(named) && isZoneOfCountry(time_zone, named);
  return { time_zone, country_code: isThere ? named : countryOf(lat, lng, codes) };
}

/**
 * Makes a warehouse, whose country and clock come from its place unless others were chosen. Where the place doesn't
 * tell the country, it is the company's own.
 * @param values the company's own country, with which forms begin, counts as none that was chosen
 * @returns the new id. @throws AppError 409 naming the external id
 */
export async function newWarehouse(
  trx: Db,
  companyId: number,
  values: NewWarehouse & Place,
  now: UtcText,
): Promise<number> {
  const own = await companyCountryCode(trx, companyId);
  const chosen = values.country_code ?? own;
  const found = await clockAndCountry(trx, values, chosen === own ? null : chosen);
  const country_code = chosen === own ? (found.country_code ?? own) : chosen;
  const time_zone = values.time_zone ?? found.time_zone;
  return insertWarehouse(trx, companyId, { ...values, country_code, time_zone }, now);
}
