import type { Tags } from "../../osm/osm-types";

/** Looked up with words of strangers: an object's own methods must not be found in it. */
export type Table<T> = Readonly<Record<string, T | undefined>>;
export const table = <T>(entries: Record<string, T>): Table<T> => Object.assign(Object.create(null) as object, entries);

const MOST_LETTERS = 100;

export const named = (tags: Tags): { name?: string } => {
  const name = tags["name"]?.trim();
  return name ? { name: name.slice(0, MOST_LETTERS) } : {};
};
