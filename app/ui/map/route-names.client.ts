import Feature from "ol/Feature.js";
import type LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import { placeNames, spotsOn, type Box, type NameLabel, type Xy } from "./name-places";
import type { MapStyles } from "./map-styles.client";
import type { MapPlace, MapRoute, MapStop } from "./map-types";

/** With more routes, a name that would cover a stop is left out. */
const CROWDED_ROUTES = 12;
/** About the width of a letter of a name, bold, and what is left and right of it; px. */
const LETTER_PX = { route: 7, place: 7.5 };
const NAME_EDGE_PX = 14;

const widthOf = (text: string, letterPx: number): number => text.length * letterPx + NAME_EDGE_PX;
const at = ({ lng, lat }: { lng: number; lat: number }): Xy => fromLonLat([lng, lat]) as [number, number];

interface Named extends NameLabel {
  route: MapRoute;
}

/** The names on the lines, for users who can't tell the colours. Placed again after each change of data or zoom. */
export class RouteNames {
  private readonly source = new VectorSource<Feature<Point>>();
  readonly layer: VectorLayer<VectorSource<Feature<Point>>>;
  private named: Named[] = [];
  private kept: { at: Xy; boxes: readonly Box[] }[] = [];
  private stops: Xy[] = [];
  private selectedId: number | null = null;
  private resolution: number | null = null;

  constructor(styles: () => MapStyles) {
    this.layer = new VectorLayer({
      source: this.source,
      declutter: true,
      style: (feature) => {
        const route = feature.get("route") as MapRoute;
        return styles().routeName(route.name, route.colour, route.textColour);
      },
    });
  }

  /** @param lines in map units */
  setRoutes(lines: readonly Feature<LineString>[]): void {
    this.named = lines.map((line) => {
      const route = line.get("route") as MapRoute;
      return {
        id: route.id,
        route,
        width: widthOf(route.name.slice(0, 20), LETTER_PX.route),
        spots: spotsOn(line.getGeometry()?.getCoordinates() ?? []),
      };
    });
    this.place();
  }

  setStops(stops: readonly MapStop[]): void {
    this.stops = stops.map(at);
    this.place();
  }

  setWarehouses(places: readonly MapPlace[]): void {
    this.kept = places.map((place) => ({
      at: at(place),
      boxes: [
        { x: 0, y: 0, width: 36, height: 36 },
        { x: 0, y: 26, width: widthOf(place.name.slice(0, 28), LETTER_PX.place), height: 20 },
      ],
    }));
    this.place();
  }

  selectRoute(id: number | null): void {
    this.selectedId = id;
    this.place();
  }

  /** @param resolution map units per px, once a zoom has ended */
  zoomed(resolution: number | undefined): void {
    if (resolution === undefined || resolution === this.resolution) return;
    this.resolution = resolution;
    this.place();
  }

  private place(): void {
    if (this.resolution === null) return;
    // A route alone needs no name to tell it from others.
    const shown =
      this.named.length < 2 ? [] : this.named.filter(({ id }) => this.selectedId === null || id === this.selectedId);
    const places = placeNames(shown, {
      kept: this.kept,
      stops: this.stops,
      resolution: this.resolution,
      mostCovered: shown.length > CROWDED_ROUTES ? 0 : Number.POSITIVE_INFINITY,
    });
    this.source.clear(true);
    this.source.addFeatures(
      shown.flatMap(({ id, route }) => {
        const spot = places.get(id);
        return spot === undefined ? [] : [new Feature({ geometry: new Point([...spot]), route })];
      }),
    );
  }
}
