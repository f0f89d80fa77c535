import type { Db } from "~/db/client.server";
import {
  addressesAround,
  findAddresses,
  findEntries,
  findWords,
  hasAddresses,
  spotsAround,
} from "~/db/repositories/address-index.server";
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
