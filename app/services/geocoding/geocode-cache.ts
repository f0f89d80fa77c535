/** Answers of geocoding services, kept for all companies; the database has them, and app/boot gives it. */
export interface GeocodeCache {
  /** null: not kept, or too old */
  get(question: string): Promise<string | null>;
  set(question: string, answer: string): Promise<void>;
}

const NONE: GeocodeCache = { get: () => Promise.resolve(null), set: () => Promise.resolve() };
let cache = NONE;

export const geocodeCache = (): GeocodeCache => cache;

/** Given at boot: services don't know the database. */
export function setGeocodeCache(next: GeocodeCache | undefined): void {
  cache = next ?? NONE;
}
