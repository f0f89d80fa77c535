/** What an address search answers. */
type CandidateKind = "address" | "street" | "place" | "point";

/** What people are told of it; nothing of an address, which is what they look for. */
export const KIND_WORDS = { address: "", street: "Street", place: "Town", point: "Place" } as const;

/**
 * sure: the text means this and nothing else. ambiguous: somebody has to say whether it does. unknown: nothing fits.
 */
export type Verdict = "sure" | "ambiguous" | "unknown";

export interface Candidate {
  kind: CandidateKind;
  /** the address in the order of its country */
  displayName: string;
  /** two letters in upper case; "" where it isn't known */
  countryCode: string;
  lat: number;
  lng: number;
  /** left out where it isn't known */
  postcode?: string;
  /** how well it fits the text, 0 to 1 */
  confidence: number;
}

/** A suggestion while somebody types. Those without coordinates are looked up when they are chosen: `details`. */
export interface Suggestion extends Omit<Candidate, "lat" | "lng"> {
  lat: number | null;
  lng: number | null;
  /** names it to `details`; "" where it has its coordinates */
  id: string;
}

/** The list below a search field. */
export interface SuggestionList {
  /** what was asked for, so that a late answer isn't taken for that of a newer text */
  text: string;
  /** false: no addresses are loaded and no service is set up */
  isReady: boolean;
  /** false: the list comes after Enter, and not while somebody types */
  whileTyping: boolean;
  /** how long nothing is typed before the list is asked for */
  pauseMs: number;
  /** to be shown beside the list; "" for nothing */
  attribution: string;
  suggestions: Suggestion[];
}

export interface Geocoded {
  verdict: Verdict;
  /** the best first; none when the verdict is unknown */
  candidates: Candidate[];
}

/** What stands nearest to a place. */
export interface NearestAddress extends Omit<Candidate, "confidence"> {
  distanceM: number;
}

export interface AddressParts {
  street?: string;
  number?: string;
  name?: string;
  postcode?: string;
  city?: string;
  /** name or two letters */
  country?: string;
}

const filled = (...texts: (string | undefined)[]): string =>
  texts
    .map((text) => text?.trim() ?? "")
    .filter((text) => text !== "")
    .join(" ");

/** The parts of a spreadsheet's columns as one text; a street that holds the number already isn't given it again. */
export function addressText({ name, street, number, postcode, city, country }: AddressParts): string {
  const hasNumber = number !== undefined && street !== undefined && ` ${street} `.includes(` ${number.trim()} `);
  return [filled(name), filled(street, hasNumber ? "" : number), filled(postcode, city), filled(country)]
    .filter((part) => part !== "")
    .join(", ");
}

/** Countries that write the number before the street. */
const NUMBER_FIRST = new Set("AU CA FR GB IE IN LU MC MT NZ PH SG US ZA".split(" "));
/** Countries that write the postcode after the town. */
const POSTCODE_LAST = new Set("AU CA GB IE IN NZ SG US ZA LV".split(" "));

interface AddressLine {
  /** of a point */
  name?: string;
  street?: string;
  number?: string;
  postcode?: string;
  city?: string;
  countryCode: string;
}

/** One line as letters are addressed in the country. */
export function addressLine({ name, street, number, postcode, city, countryCode }: AddressLine): string {
  const line = NUMBER_FIRST.has(countryCode) ? filled(number, street) : filled(street, number);
  const town = POSTCODE_LAST.has(countryCode) ? filled(city, postcode) : filled(postcode, city);
  return [filled(name), line, town].filter((part, index, all) => part !== "" && all.indexOf(part) === index).join(", ");
}
