import type { AddressParts, Candidate, Geocoded, NearestAddress } from "~/domain/address/candidate";
import type { Place } from "~/domain/place";

export type {
  AddressParts,
  Candidate,
  CandidateKind,
  Geocoded,
  NearestAddress,
  Verdict,
} from "~/domain/address/candidate";

export interface SearchOptions {
  /** at most so many; default 8 */
  limit?: number;
  /** of two that fit the same the nearer one comes first */
  near?: Place;
  /** two letters each; left out or empty: all */
  countries?: readonly string[];
  /** the choices of one person between two answers (Google bills by them) */
  session?: string;
  signal?: AbortSignal;
}

/** A suggestion while somebody types. Those without coordinates are looked up when they are chosen: `details`. */
export interface Suggestion extends Omit<Candidate, "lat" | "lng"> {
  lat: number | null;
  lng: number | null;
  /** names it to `details`; "" where it has its coordinates */
  id: string;
}

/** Where addresses are looked up. */
export interface Geocoder {
  /** for people, such as "OpenStreetMap" */
  readonly name: string;
  /** what has to be shown beside its answers; "" for nothing */
  readonly attribution: string;
  /** false: there is nothing to look up in, and every answer is empty */
  isReady(): Promise<boolean>;
  /** false: a list while somebody types isn't allowed; they ask with Enter */
  readonly suggestsWhileTyping: boolean;
  /** Of an unfinished text. @throws AppError `geocoding.*` with a sentence that names the service */
  search(text: string, options?: SearchOptions): Promise<Suggestion[]>;
  /** The place of a suggestion without coordinates; null when it is gone. */
  details(id: string, options?: Pick<SearchOptions, "session" | "signal">): Promise<Candidate | null>;
  /** Of a finished text or of columns. */
  geocode(address: string | AddressParts, options?: SearchOptions): Promise<Geocoded>;
  /** The nearest address, street or town; null where nothing is near. */
  reverse(lat: number, lng: number, options?: Pick<SearchOptions, "signal">): Promise<NearestAddress | null>;
}

export const DEFAULT_LIMIT = 8;
