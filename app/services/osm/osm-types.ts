/** Keys and values of an element; an object without a prototype, so that every key is only a key. */
export type Tags = Readonly<Record<string, string | undefined>>;

export interface OsmBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface OsmHeader {
  /** degrees; null where the file names none */
  bounds: OsmBounds | null;
  /** when its data were taken, ISO; null where the file doesn't say */
  timestamp: string | null;
}

export interface OsmMember {
  type: "node" | "way" | "relation";
  ref: number;
  role: string;
}

/** What is called for each element, in the order of the file. Kinds without a function are skipped unread. */
export interface OsmVisitor {
  node?(id: number, lat: number, lng: number, tags: Tags | null): void;
  /** @param refs ids of its nodes */
  way?(id: number, refs: readonly number[], tags: Tags | null): void;
  relation?(id: number, members: readonly OsmMember[], tags: Tags | null): void;
}
