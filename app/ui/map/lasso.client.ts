import Feature from "ol/Feature.js";
import type OlMap from "ol/Map.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import type { Coordinate } from "ol/coordinate.js";
import { boundingExtent, getHeight, getWidth } from "ol/extent.js";
import Polygon from "ol/geom/Polygon.js";
import PointerInteraction from "ol/interaction/Pointer.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import { lassoStyle } from "./map-styles.client";

/** What is drawn in less than this is a click. */
const LEAST_PX = 6;
/** Points of the line are this far apart. */
const STEP_PX = 3;

interface Lasso {
  /** the lasso's button is pressed; Shift draws without it */
  isOn: () => boolean;
  /** null: it was a click */
  onEnd: (area: Polygon | null) => void;
}

/**
 * A line drawn around visits by mouse or finger. OpenLayers' own interaction draws every shape there is, in eight times
 * the code.
 * @returns what takes it off the map again
 */
export function addLasso(map: OlMap, { isOn, onEnd }: Lasso): () => void {
  let ring: Coordinate[] = [];
  const area = new Polygon([]);
  const source = new VectorSource();
  const layer = new VectorLayer({
    source,
    style: lassoStyle(),
    zIndex: 1,
    updateWhileInteracting: true,
  });
  const least = (px: number) => px * (map.getView().getResolution() ?? 1);
  const clear = () => {
    ring = [];
    source.clear(true);
  };
  const interaction = new PointerInteraction({
    handleDownEvent: ({ originalEvent: pointer, coordinate }: MapBrowserEvent) => {
      if (pointer.altKey || (pointer as PointerEvent).button !== 0 || !(pointer.shiftKey || isOn())) return false;
      ring = [coordinate];
      return true;
    },
    handleDragEvent: ({ coordinate }: MapBrowserEvent) => {
      // A second finger means to zoom.
      if (interaction.getPointerCount() > 1) return clear();
      const [x = 0, y = 0] = ring.at(-1) ?? coordinate;
      if (ring.length === 0 || Math.hypot(coordinate[0]! - x, coordinate[1]! - y) < least(STEP_PX)) return;
      ring.push(coordinate);
      area.setCoordinates([[...ring, ring[0]!]]);
      if (source.isEmpty()) source.addFeature(new Feature(area));
    },
    handleUpEvent: () => {
      const extent = boundingExtent(ring);
      // A Shift-click begins a lasso, too; without an area it is a click, and would take back what it adds.
      const isArea = ring.length > 2 && getWidth(extent) >= least(LEAST_PX) && getHeight(extent) >= least(LEAST_PX);
      const drawn = isArea ? area.clone() : null;
      clear();
      onEnd(drawn);
      return false;
    },
  });
  map.addLayer(layer);
  map.addInteraction(interaction);
  return () => {
    map.removeInteraction(interaction);
    map.removeLayer(layer);
  };
}
