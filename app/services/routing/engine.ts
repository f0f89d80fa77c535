/** A point on the earth in degrees (WGS 84). */
export interface Place {
  lng: number;
  lat: number;
}

export type TravelProfile = "car" | "truck";

/**
 * Square tables, `[from * size + to]`; whole seconds and whole metres; asymmetric in general. Backed by shared memory,
 * so that a worker reads them without a copy.
 */
export interface TravelMatrix {
  size: number;
  durationsSec: Int32Array;
  distancesM: Int32Array;
}

export interface TravelOptions {
  avoidTolls: boolean;
  avoidHighways: boolean;
}

/** Where travel times and the lines on the map come from. */
export interface RoutingEngine {
  readonly name: string;
  /** false: straight lines, so that all times are estimates */
  readonly followsRoads: boolean;
  /** @throws AppError `routing.unreachable` | `routing.failed`, with a sentence that names the cause */
  matrix(
    places: readonly Place[],
    profile: TravelProfile,
    options: TravelOptions,
    signal?: AbortSignal,
  ): Promise<TravelMatrix>;
  /** The line to draw through the places in this order: one list of points per leg, `places.length - 1` legs. */
  legs(
    places: readonly Place[],
    profile: TravelProfile,
    options: TravelOptions,
    signal?: AbortSignal,
  ): Promise<Place[][]>;
}

export function emptyMatrix(size: number): TravelMatrix {
  const bytes = size * size * Int32Array.BYTES_PER_ELEMENT;
  return {
    size,
    durationsSec: new Int32Array(new SharedArrayBuffer(bytes)),
    distancesM: new Int32Array(new SharedArrayBuffer(bytes)),
  };
}
