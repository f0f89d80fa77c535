import type { AddressParts, Candidate, Geocoded, NearestAddress, Suggestion } from "~/domain/address/candidate";
import type { Place } from "~/domain/place";

export type { Geocoded, Suggestion } from "~/domain/address/candidate";

export interface SearchOptions {
  /** at most so many; default 8 */
  limit?: number;
  /** of two that fit the same the nearer one comes first */
  near?: Place;
  /** the only ones that are wanted, two letters each; left out or empty: all */
  countries?: readonly string[];
  /** where the company works, its own country first: services look there before they look elsewhere */
  area?: readonly string[];
  /** the choices of one person between two answers (Google bills by them) */
  session?: string;
  /**
   * What is found takes the place of the text: a house that the map doesn't have stays in its name, where the own index
   * is asked. `search` always does so.
   */
  replacesText?: boolean;
  signal?: AbortSignal;
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
  /** how long nothing is typed before the list is asked for, milliseconds */
  readonly typingPauseMs: number;
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
/** The own index answers at once; services count what they are asked (specification: 500 ms). */
export const EMBEDDED_PAUSE_MS = 150;
export const SERVICE_PAUSE_MS = 500;
