/** A place on the map, degrees (WGS 84). */
export interface Place {
  lat: number;
  lng: number;
}

/** Start and end of a plan or a route, as both store them. Coordinates and address count for type C only. */
export interface RouteEnds {
  startLocationType: "W" | "P" | "C";
  startLocationLat: number | null;
  startLocationLng: number | null;
  startLocationAddress: string | null;
  endLocationType: "N" | "W" | "P" | "C";
  endLocationLat: number | null;
  endLocationLng: number | null;
  endLocationAddress: string | null;
}

/** Only start and end of a record that has them. */
export const routeEndsOf = ({
  startLocationType,
  startLocationLat,
  startLocationLng,
  startLocationAddress,
  endLocationType,
  endLocationLat,
  endLocationLng,
  endLocationAddress,
}: RouteEnds): RouteEnds => ({
  startLocationType,
  startLocationLat,
  startLocationLng,
  startLocationAddress,
  endLocationType,
  endLocationLat,
  endLocationLng,
  endLocationAddress,
});

/** True when a record starts and ends where these say; a value that is missing is none. */
export const sameEnds = (stored: RouteEnds, ends: RouteEnds): boolean =>
  (Object.keys(ends) as (keyof RouteEnds)[]).every((key) => (stored[key] ?? null) === (ends[key] ?? null));
