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

interface ClockAndCountry {
  time_zone: string;
  /** ISO code; null where nothing tells */
  country_code: string | null;
}

/**
 * The clock and the country of a place. A country that was chosen, else the one whose name the address ends with,
 * decides between the zones on both sides of a border; one that is elsewhere counts for nothing.
 */
export const clockAndCountry = async (db: Db, place: Place, chosen: string | null = null): Promise<ClockAndCountry> =>
  found(await countryCodes(db), place, chosen);

/** Of many places at once, none of which has a country that was chosen. */
export async function clocksAndCountries(db: Db, places: readonly Place[]): Promise<ClockAndCountry[]> {
  const codes = await countryCodes(db);
  return places.map((place) => found(codes, place, null));
}

const countryCodes = async (db: Db): Promise<string[]> => (await listCountries(db)).map(({ code }) => code);

function found(codes: readonly string[], { lat, lng, address }: Place, chosen: string | null): ClockAndCountry {
  const named = chosen ?? countryNamedAtEnd(address ?? "");
  const time_zone = timeZoneOf(lat, lng, named);
  const isThere = named !== null && codes.includes(named) && isZoneOfCountry(time_zone, named);
  return { time_zone, country_code: isThere ? named : countryOf(lat, lng, codes) };
}

/**
 * Makes a warehouse, whose country and clock come from its place unless others were chosen. Where the place doesn't
 * tell the country, it is the company's own.
 * @param values the company's own country, with which forms begin, counts as none that was chosen
 * @param ofPlace its clock and country, of one of many that were found at once
 * @returns the new id. @throws AppError 409 naming the external id
 */
export async function newWarehouse(
  trx: Db,
  companyId: number,
  values: NewWarehouse & Place,
  now: UtcText,
  ofPlace?: ClockAndCountry,
): Promise<number> {
  const own = await companyCountryCode(trx, companyId);
  const chosen = values.country_code ?? own;
  const there = ofPlace ?? (await clockAndCountry(trx, values, chosen === own ? null : chosen));
  const country_code = chosen === own ? (there.country_code ?? own) : chosen;
  const time_zone = values.time_zone ?? there.time_zone;
  return insertWarehouse(trx, companyId, { ...values, country_code, time_zone }, now);
}
