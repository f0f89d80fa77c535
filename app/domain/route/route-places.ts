/** Where a route starts and ends. */
import { hasCoordinates, isOnGlobe } from "../validation/coordinates";
import type { Place } from "../place";
import type { Vehicle } from "../vehicle/vehicle";
import type { Warehouse } from "../warehouse/warehouse";
import type { Route } from "./route";

type Parking = Pick<Vehicle, "parkLocationLat" | "parkLocationLng">;

/** The place, 'open' for a route that ends at its last visit, or null when it is not set. */
export function routePlace(
  side: "start" | "end",
  route: Route,
  vehicle: Parking | null,
  warehouse: Pick<Warehouse, "lat" | "lng"> | null,
): Place | "open" | null {
  const type = side === "start" ? route.startLocationType : route.endLocationType;
  if (type === "N") return "open";
  const [lat, lng] =
    type === "W"
      ? [warehouse?.lat, warehouse?.lng]
      : type === "P"
        ? [vehicle?.parkLocationLat, vehicle?.parkLocationLng]
        : side === "start"
          ? [route.startLocationLat, route.startLocationLng]
          : [route.endLocationLat, route.endLocationLng];
  const place = { lat: lat ?? 0, lng: lng ?? 0 };
  return hasCoordinates(place) && isOnGlobe(place) ? place : null;
}
