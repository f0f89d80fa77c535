/** What the cache of travel times has of one place: the pairs from there, in groups of four numbers. */
export interface CachedRow {
  /** "lat,lng" in units of 1e-5 degrees, which is about a metre */
  origin: string;
  /** as domain/travel-entries says; NO_WAY in seconds and metres where no road leads */
  entries: Int32Array;
}

/** Travel times that were asked for before. Losing them costs time and nothing else, so it never throws. */
export interface TravelCache {
  /** One list of entries per origin, empty where nothing is known. */
  read(context: string, origins: readonly string[]): Promise<Int32Array[]>;
  write(context: string, rows: readonly CachedRow[]): Promise<void>;
}

export const noTravelCache: TravelCache = {
  read: async (_context, origins) => origins.map(() => new Int32Array(0)),
  write: async () => undefined,
};

let cache = noTravelCache;

export const travelCache = (): TravelCache => cache;

/** Given at boot where there is a database. */
export function setTravelCache(next: TravelCache | undefined): void {
  cache = next ?? noTravelCache;
}
