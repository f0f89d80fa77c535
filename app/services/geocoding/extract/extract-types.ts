import type { Place } from "~/domain/place";

/** An address as the map has it; what it doesn't say is "". */
export interface RawAddress extends Place {
  number: string;
  street: string;
  /** the hamlet of an address without a street */
  hamlet: string;
  city: string;
  suburb: string;
  postcode: string;
  /** two letters */
  country: string;
}

/** A piece of a named street. */
export interface RawStreet {
  names: string[];
  suburb: string;
  postcode: string;
  /** its line, or some places of it */
  line: Place[];
}

export type PlaceKind =
  | "city"
  | "town"
  | "village"
  | "suburb"
  | "hamlet"
  | "quarter"
  | "neighbourhood"
  | "isolated_dwelling"
  | "farm"
  | "locality";

export interface RawPlace extends Place {
  kind: PlaceKind;
  names: string[];
  population: number;
  postcodes: string[];
}

/** A shop, an office, a station: anything with a name that people drive to. */
export interface RawPoint extends Place {
  names: string[];
  /** stations and hospitals before kiosks */
  isLarge: boolean;
  street: string;
  number: string;
  city: string;
  postcode: string;
  country: string;
}

/** A municipality, a country, or the area of a postcode. */
export interface RawArea {
  names: string[];
  /** of an administrative boundary; 0 for a postcode's */
  level: number;
  postcode: string;
  /** two letters, of countries */
  country: string;
  polygons: { outer: number[]; holes: number[][] }[];
}

export interface RawExtract {
  addresses: RawAddress[];
  streets: RawStreet[];
  places: RawPlace[];
  points: RawPoint[];
  areas: RawArea[];
}

/** What the index keeps of an address. */
export interface NewAddress extends Place {
  /** as it is written */
  number: string;
  postcode: string;
}

/** An entry of the index, ready to be stored. */
export interface NewEntry extends Place {
  kind: "street" | "place" | "postcode" | "point";
  names: string[];
  city: string;
  areas: string[];
  postcodes: string[];
  line: string;
  countryCode: string;
  radiusM: number;
  weight: number;
  addresses: NewAddress[];
  /** where a reverse lookup finds it */
  spots: Place[];
}
