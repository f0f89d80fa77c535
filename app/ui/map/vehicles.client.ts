import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import type { MapStyles } from "./map-styles.client";
import type { MapVehicle } from "./map-types";

/**
 * Vehicles by their routes. Positions come several times a second: what has moved is moved, and nothing is made anew.
 */
export class Vehicles {
  readonly source = new VectorSource<Feature<Point>>();
  readonly layer: VectorLayer<VectorSource<Feature<Point>>>;
  private selectedRouteId: number | null = null;

  constructor(styles: () => MapStyles) {
    this.layer = new VectorLayer({
      source: this.source,
      // Of names that lie over each other the first is shown; arrows are shown all.
      declutter: true,
      style: (feature) => {
        const vehicle = feature.get("vehicle") as MapVehicle;
        const isFaded = this.selectedRouteId !== null && this.selectedRouteId !== vehicle.id;
        return styles().vehicle(vehicle, isFaded ? "faded" : "normal");
      },
    });
  }

  set(vehicles: readonly MapVehicle[]): void {
    const gone = new Set(this.source.getFeatures());
    const added: Feature<Point>[] = [];
    for (const vehicle of vehicles) {
      const feature = this.source.getFeatureById(vehicle.id);
      if (feature === null) {
        const made = new Feature({ geometry: new Point(fromLonLat([vehicle.lng, vehicle.lat])), vehicle });
        made.setId(vehicle.id);
        added.push(made);
        continue;
      }
      gone.delete(feature);
      const before = feature.get("vehicle") as MapVehicle;
      if (before === vehicle) continue;
      feature.set("vehicle", vehicle, true);
      if (before.lng !== vehicle.lng || before.lat !== vehicle.lat)
        feature.getGeometry()?.setCoordinates(fromLonLat([vehicle.lng, vehicle.lat]));
      else feature.changed();
    }
    for (const feature of gone) this.source.removeFeature(feature);
    if (added.length > 0) this.source.addFeatures(added);
  }

  of(routeId: number): MapVehicle | undefined {
    return this.source.getFeatureById(routeId)?.get("vehicle") as MapVehicle | undefined;
  }

  selectRoute(id: number | null): void {
    this.selectedRouteId = id;
    this.layer.changed();
  }
}
