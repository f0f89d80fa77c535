import type OlMap from "ol/Map.js";
import Point from "ol/geom/Point.js";
import Translate from "ol/interaction/Translate.js";
import type VectorLayer from "ol/layer/Vector.js";
import type { Coordinate } from "ol/coordinate.js";

/** A finger needs so much room around the pin, px. */
const REACH_PX = 16;

/**
 * The pin can be drawn to another place by mouse and finger. @param onDrop where it was let go, in the map's projection
 */
export function makePinDraggable(map: OlMap, layer: VectorLayer, onDrop: (at: Coordinate) => void): void {
  const drag = new Translate({ layers: [layer], hitTolerance: REACH_PX });
  drag.on("translateend", (event) => {
    const geometry = event.features.item(0)?.getGeometry();
    if (geometry instanceof Point) onDrop(geometry.getCoordinates());
  });
  map.addInteraction(drag);
}
