import type { UtcText } from "./basics";

export interface GeoRegionRow {
  id: number;
  name: string;
  /** of its map extract */
  version: string;
  /** rows count while it is "current"; those of the others are on their way in or out */
  state: "loading" | "current" | "old";
  addresses: number;
  streets: number;
  places: number;
  loaded_at: UtcText;
}

export interface GeoEntryRow {
  id: number;
  region_id: number;
  kind: "street" | "place" | "postcode" | "point";
  /** one a line, as areas and postcodes are */
  names: string;
  city: string;
  areas: string;
  postcodes: string;
  /** points: street and number */
  line: string;
  country_code: string;
  lat: number;
  lng: number;
  /** metres */
  radius: number;
  weight: number;
  /** MySQL: what the full-text index reads */
  words: string;
}

export interface GeoAddressRow {
  id: number;
  entry_id: number;
  number_from: number;
  number_to: number;
  suffix: string;
  /** as it is written */
  number: string;
  postcode: string;
  lat: number;
  lng: number;
  /** 0: a second number of the same house */
  cell: number;
}

export interface GeoSpotRow {
  id: number;
  entry_id: number;
  lat: number;
  lng: number;
  cell: number;
}

export interface GeoWordRow {
  id: number;
  region_id: number;
  word: string;
  /** how many entries hold it */
  entries: number;
}

export interface GeoWordKeyRow {
  id: number;
  spelling_key: number;
  word_id: number;
}

export interface GeocodeCacheRow {
  id: number;
  /** SHA-256 of service and question, hexadecimal */
  question: string;
  answer: string;
  kept_at: UtcText;
}

/** What a search found for the address of a visit that came without coordinates. */
export interface VisitGeocodeRow {
  id: number;
  company_id: number;
  visit_id: number;
  /** what was asked about */
  address: string;
  postcode: string;
  state: "sure" | "question" | "unknown" | "skipped";
  /** JSON, the best first */
  candidates: string;
  created_at: UtcText;
  updated_at: UtcText;
}
