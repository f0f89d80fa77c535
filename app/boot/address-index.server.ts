import type { Db } from "~/db/client.server";
import {
  addressesAround,
  findAddresses,
  findEntries,
  findWords,
  hasAddresses,
  spotsAround,
} from "~/db/repositories/address-index.server";
import { keepAnswerOf, keptAnswer } from "~/db/repositories/geocode-cache.server";
import { nowText } from "~/services/now.server";
import type { GeocodeCache } from "~/services/geocoding/geocode-cache";
import type { AddressIndex } from "~/services/geocoding/address-index";

/** The index of addresses that the database holds. */
export const databaseAddressIndex = (db: Db): AddressIndex => ({
  isLoaded: () => hasAddresses(db),
  words: (exact, keys) => findWords(db, exact, keys),
  entries: (match, options) => findEntries(db, match, options),
  addresses: (entryIds, numbers) => findAddresses(db, entryIds, numbers),
  addressesAround: (place) => addressesAround(db, place),
  spotsAround: (place) => spotsAround(db, place),
});

/** What services answered before. */
export const databaseGeocodeCache = (db: Db): GeocodeCache => ({
  get: (question) => keptAnswer(db, question, nowText()),
  set: (question, answer) => keepAnswerOf(db, question, answer, nowText()),
});
