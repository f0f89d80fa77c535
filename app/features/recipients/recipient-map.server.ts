import type { LightMapData } from "~/domain/light-map";
import type { Place } from "~/domain/place";
import type { Units } from "~/domain/units";
import { services } from "~/services/container.server";

/**
 * The map of a recipient's page: their own stop and the vehicle, and no line, which would lead past others' doors.
 * Tiles come from this platform alone.
 */
export const recipientMap = (
  units: Units,
  vehicle: (Place & { heading: number | null }) | null,
  stop: (Place & { id: number }) | null,
): LightMapData => ({
  base: services().baseMaps.own(),
  lines: [],
  stops: stop === null ? [] : [{ ...stop, label: "", name: "Your address", state: "left", isNext: true }],
  places: [],
  vehicle:
    vehicle === null
      ? null
      : { lat: vehicle.lat, lng: vehicle.lng, name: "Driver", headingDeg: vehicle.heading, isStale: false },
  units,
});
