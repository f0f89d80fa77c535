import Feature from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import VectorLayer from "ol/layer/Vector.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import type { MapStyles } from "./map-styles.client";
import type { MapTrail } from "./map-types";

/** The ways that vehicles took. A way that has grown gets its new points; the others are left as they are. */
export class Trails {
  private readonly source = new VectorSource<Feature<LineString>>();
  readonly layer: VectorLayer<VectorSource<Feature<LineString>>>;
  private selectedRouteId: number | null = null;

  constructor(styles: () => MapStyles) {
    this.layer = new VectorLayer({
      source: this.source,
      style: (feature) => {
        const { id, colour } = feature.get("trail") as MapTrail;
        const { selectedRouteId } = this;
        return styles().trail(
          colour,
          selectedRouteId === null ? "normal" : selectedRouteId === id ? "selected" : "faded",
        );
      },
    });
  }

  set(trails: readonly MapTrail[]): void {
    const gone = new Set(this.source.getFeatures());
    for (const trail of trails) {
      const feature = this.source.getFeatureById(trail.id);
      if (feature === null) {
        const made = new Feature({ geometry: new LineString(trail.path.map((at) => fromLonLat([...at]))), trail });
        made.setId(trail.id);
        this.source.addFeature(made);
        continue;
      }
      gone.delete(feature);
      const before = feature.get("trail") as MapTrail;
      if (before === trail) continue;
      feature.set("trail", trail, true);
      const line = feature.getGeometry();
      const known = before.path.length;
      const hasGrown =
        known > 1 &&
        trail.path.length >= known &&
        trail.path[0] === before.path[0] &&
        trail.path[known - 1] === before.path[known - 1];
      if (hasGrown) for (const at of trail.path.slice(known)) line?.appendCoordinate(fromLonLat([...at]));
      else line?.setCoordinates(trail.path.map((at) => fromLonLat([...at])));
      if (before.colour !== trail.colour) feature.changed();
    }
    for (const feature of gone) this.source.removeFeature(feature);
  }

  selectRoute(id: number | null): void {
    this.selectedRouteId = id;
    this.layer.changed();
  }
}
