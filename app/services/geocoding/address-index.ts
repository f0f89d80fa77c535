/** What the embedded geocoder asks of the index; the database has it, and app/boot gives it. */
import type { HouseNumber } from "~/domain/address/house-number";
import type { WordMatch } from "~/domain/address/match";
import type { Place } from "~/domain/place";

type EntryKind = "street" | "place" | "postcode" | "point";

/** A street of a town, a town, a postcode, or a point with a name. */
export interface IndexEntry {
  id: number;
  kind: EntryKind;
  /** the one that is shown, and others it is known by */
  names: string[];
  city: string;
  /** more towns, villages and quarters that it may be looked for in */
  areas: string[];
  /** as they are written; the first is the usual one */
  postcodes: string[];
  countryCode: string;
  lat: number;
  lng: number;
  /** how far it reaches from there */
  radiusM: number;
  /** the greater the more likely it is meant */
  weight: number;
  /** points: their own address, without the town */
  line: string;
}

export interface IndexAddress {
  entryId: number;
  number: HouseNumber;
  /** as it is written */
  text: string;
  postcode: string;
  lat: number;
  lng: number;
}

interface MatchOptions {
  limit: number;
  kinds?: readonly EntryKind[];
  /** the nearest first; `withinM`: no others */
  around?: Place & { withinM?: number };
}

export interface IndexWord {
  word: string;
  /** entries that hold it */
  entries: number;
}

export interface AddressIndex {
  /** of any region */
  isLoaded(): Promise<boolean>;
  /** the words themselves, and those under one of the keys (`spellingKeys`) */
  words(exact: readonly string[], keys: readonly number[]): Promise<IndexWord[]>;
  /** without `around` the greatest weights first */
  entries(match: WordMatch, options: MatchOptions): Promise<IndexEntry[]>;
  /** those of the entries whose numbers meet one of the ranges */
  addresses(entryIds: readonly number[], numbers: readonly HouseNumber[]): Promise<IndexAddress[]>;
  /** the addresses next to a place, within some hundred metres, each with its street */
  addressesAround(place: Place): Promise<{ address: IndexAddress; entry: IndexEntry }[]>;
  /** places on streets and towns around, the nearest first, within some kilometres */
  spotsAround(place: Place): Promise<{ lat: number; lng: number; entry: IndexEntry }[]>;
}

const EMPTY: AddressIndex = {
  isLoaded: () => Promise.resolve(false),
  words: () => Promise.resolve([]),
  entries: () => Promise.resolve([]),
  addresses: () => Promise.resolve([]),
  addressesAround: () => Promise.resolve([]),
  spotsAround: () => Promise.resolve([]),
};
let index = EMPTY;

/** The index of this process; empty before one is given. */
export const addressIndex = (): AddressIndex => index;

/** Given at boot: services don't know the database. */
export function setAddressIndex(next: AddressIndex | undefined): void {
  index = next ?? EMPTY;
}
