/**
 * Layers and attributes are named as in the basemap of Protomaps, so that one style draws both. Its layer "earth" is
 * left out: the ground is what the bounds cover.
 */
export const LAYERS = ["water", "landuse", "buildings", "boundaries", "roads", "places"] as const;
export type LayerName = (typeof LAYERS)[number];

export const MIN_ZOOM = 0;
/** Nearer views enlarge these tiles: their grid of 4,096 steps is finer than half a metre. */
export const MAX_ZOOM = 14;

export type Attributes = Record<string, string | number | boolean>;

/** What an element of OpenStreetMap is on the map. */
export interface Classified {
  layer: LayerName;
  attributes: Attributes;
  /** the first zoom whose tiles have it */
  minZoom: number;
}

export const Shape = { Point: 1, Line: 2, Area: 3 } as const;
export type ShapeOf = (typeof Shape)[keyof typeof Shape];

export interface MapFeature extends Classified {
  shape: ShapeOf;
  /** longitude and latitude in 1e-7 degrees, one after the other; an area's outer ring, then its holes */
  parts: Int32Array[];
}

export const PER_DEGREE = 1e7;
