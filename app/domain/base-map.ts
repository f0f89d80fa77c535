export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Tiles under the map. Several lie side by side where several regions were built. */
export interface BaseMapLayer {
  kind: "vector" | "raster" | "google";
  /** with {z}, {x} and {y}; of Google, the key with which browsers ask for tiles */
  url: string;
  minZoom: number;
  /** nearer views enlarge its tiles */
  maxZoom: number;
  /** nothing is asked for outside; null: the whole world */
  bounds: Bounds | null;
  attribution: string;
}

/** Bottom to top; empty: a plain ground with a grid. */
export type BaseMap = readonly BaseMapLayer[];
