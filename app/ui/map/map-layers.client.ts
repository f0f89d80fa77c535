import type Collection from "ol/Collection.js";
import Feature from "ol/Feature.js";
import type Geometry from "ol/geom/Geometry.js";
import LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import Graticule from "ol/layer/Graticule.js";
import type BaseLayer from "ol/layer/Base.js";
import TileLayer from "ol/layer/Tile.js";
import VectorLayer from "ol/layer/Vector.js";
import { createEmpty, extend, getHeight, getWidth, isEmpty, type Extent } from "ol/extent.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import XYZ from "ol/source/XYZ.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Text from "ol/style/Text.js";
import { MapStyles, readColours } from "./map-styles.client";
import type { MapLayersShown, MapPlace, MapRoute, MapStop, MapVehicle } from "./map-types";

/** Stops nearer to each other than this, on the screen, are drawn as dots without numbers. */
const LABEL_SPACING_PX = 22;

type PointSource = VectorSource<Feature<Point>>;

/** Everything that is drawn, and how it changes. Knows nothing of React. */
export class MapLayers {
  private styles = new MapStyles(readColours());
  private readonly lines = new VectorSource<Feature<LineString>>();
  private readonly points: PointSource = new VectorSource<Feature<Point>>();
  private readonly marked: PointSource = new VectorSource<Feature<Point>>();
  private readonly places: PointSource = new VectorSource<Feature<Point>>();
  private readonly moving: PointSource = new VectorSource<Feature<Point>>();
  private readonly pinned: PointSource = new VectorSource<Feature<Point>>();

  private selectedRouteId: number | null = null;
  private spacingM = 0;

  private readonly linesLayer = new VectorLayer({
    source: this.lines,
    style: (feature) => {
      const route = feature.get("route") as MapRoute;
      return this.styles.line(route.colour, this.selectedRouteId === null ? "normal" : this.selectedRouteId === route.id ? "selected" : "faded");
    },
    renderOrder: (a, b) => Number(a.get("route").id === this.selectedRouteId) - Number(b.get("route").id === this.selectedRouteId),
  });
  private readonly stopsLayer = new VectorLayer({
    source: this.points,
    style: (feature, resolution) => {
      const stop = feature.get("stop") as MapStop;
      const isFaded = this.selectedRouteId !== null && stop.routeId !== this.selectedRouteId;
      const hasRoom = this.selectedRouteId !== null || this.spacingM / resolution > LABEL_SPACING_PX;
      return this.styles.stop(stop, { labelled: !isFaded && hasRoom, faded: isFaded, emphasis: "none" });
    },
    renderOrder: (a, b) => Number(a.get("stop").routeId === this.selectedRouteId) - Number(b.get("stop").routeId === this.selectedRouteId),
  });
  /** Hovered and selected stops are drawn once more on top, so that the thousand others need no repaint. */
  private readonly markedLayer = new VectorLayer({
    source: this.marked,
    style: (feature) => this.styles.stop(feature.get("stop") as MapStop, { labelled: true, faded: false, emphasis: feature.get("emphasis") as "hover" | "selected" }),
  });
  private readonly placesLayer = new VectorLayer({ source: this.places, style: (feature) => this.styles.warehouse(feature.get("name") as string) });
  private readonly vehiclesLayer = new VectorLayer({
    source: this.moving,
    style: (feature) => {
      const vehicle = feature.get("vehicle") as MapVehicle;
      return this.styles.vehicle(vehicle.name, vehicle.colour, vehicle.textColour);
    },
  });
  private readonly pinLayer = new VectorLayer({ source: this.pinned, style: () => this.styles.pin() });

  private stops: readonly MapStop[] = [];
  private showUnscheduled = true;

  constructor(private readonly tileUrl: string | null) {}

  /** Bottom to top. */
  all(): BaseLayer[] {
    const drawn = [this.linesLayer, this.stopsLayer, this.placesLayer, this.vehiclesLayer, this.markedLayer, this.pinLayer];
    return [this.tileUrl === null ? this.grid() : this.tiles(this.tileUrl), ...drawn];
  }

  private tiles(url: string): BaseLayer {
    return new TileLayer({ className: "map-tiles", source: new XYZ({ url, crossOrigin: "anonymous", maxZoom: 19 }) });
  }

  private grid(): BaseLayer {
    const { grid, gridText, font } = this.styles.colours;
    const label = (more: object) => new Text({ font: `12px ${font}`, fill: new Fill({ color: gridText }), ...more });
    return new Graticule({
      strokeStyle: new Stroke({ color: grid, width: 1 }),
      showLabels: true,
      wrapX: false,
      targetSize: 140,
      latLabelStyle: label({ textAlign: "end", textBaseline: "bottom", offsetY: -2 }),
      lonLabelStyle: label({ textAlign: "start", textBaseline: "top", offsetX: 4 }),
      latLabelPosition: 0.995,
      lonLabelPosition: 0.992,
    });
  }

  /** After a change between light and dark. */
  recolour(layers: Collection<BaseLayer>): void {
    this.styles = new MapStyles(readColours());
    if (this.tileUrl === null) layers.setAt(0, this.grid());
    for (const layer of layers.getArray()) layer.changed();
  }

  setRoutes(routes: readonly MapRoute[]): void {
    replace(this.lines, routes.filter(({ path }) => path.length > 1).map((route) => new Feature({ geometry: new LineString(route.path.map((at) => fromLonLat([...at]))), route })));
  }

  setStops(stops: readonly MapStop[]): void {
    this.stops = stops;
    this.fillStops();
  }

  private fillStops(): void {
    const shown = this.showUnscheduled ? this.stops : this.stops.filter(({ status }) => status !== "unscheduled");
    replace(this.points, shown.map((stop) => withId(new Feature({ geometry: point(stop), stop }), stop.id)));
    this.spacingM = evenSpacing(this.points.getExtent(), shown.length);
  }

  setWarehouses(places: readonly MapPlace[]): void {
    replace(this.places, places.map((place) => new Feature({ geometry: point(place), name: place.name })));
  }

  setVehicles(vehicles: readonly MapVehicle[]): void {
    replace(this.moving, vehicles.map((vehicle) => new Feature({ geometry: point(vehicle), vehicle })));
  }

  setPin(place: { lat: number; lng: number } | null): void {
    replace(this.pinned, place === null ? [] : [new Feature({ geometry: point(place) })]);
  }

  selectRoute(id: number | null): void {
    if (id === this.selectedRouteId) return;
    this.selectedRouteId = id;
    this.linesLayer.changed();
    this.stopsLayer.changed();
  }

  /** Which stops stand out. */
  mark(hovered: number | null, selected: ReadonlySet<number>): void {
    const marks: Feature<Point>[] = [];
    const add = (id: number, emphasis: "hover" | "selected") => {
      const stop = this.stop(id);
      if (stop) marks.push(new Feature({ geometry: point(stop), stop, emphasis }));
    };
    for (const id of selected) if (id !== hovered) add(id, "selected");
    if (hovered !== null) add(hovered, selected.has(hovered) ? "selected" : "hover");
    replace(this.marked, marks);
  }

  show(shown: MapLayersShown): void {
    this.linesLayer.setVisible(shown.lines);
    this.placesLayer.setVisible(shown.warehouses);
    this.vehiclesLayer.setVisible(shown.vehicles);
    if (shown.unscheduled !== this.showUnscheduled) {
      this.showUnscheduled = shown.unscheduled;
      this.fillStops();
    }
  }

  stop(id: number): MapStop | undefined {
    return this.points.getFeatureById(id)?.get("stop") as MapStop | undefined;
  }

  position(id: number): number[] | undefined {
    return this.points.getFeatureById(id)?.getGeometry()?.getCoordinates();
  }

  /** The stop nearest to a place within `reach`, both in map units; null when there is none. */
  stopAt(at: number[], reach: number): number | null {
    const [x = 0, y = 0] = at;
    let best: Feature<Point> | null = null;
    let bestGap = reach;
    this.points.forEachFeatureInExtent([x - reach, y - reach, x + reach, y + reach], (feature) => {
      const [px = 0, py = 0] = feature.getGeometry()?.getCoordinates() ?? [];
      const gap = Math.hypot(px - x, py - y);
      if (gap <= bestGap) {
        best = feature;
        bestGap = gap;
      }
    });
    return (best as Feature<Point> | null)?.getId() as number | undefined ?? null;
  }

  /** The route whose line passes nearest within `reach`; null when none does, or lines are hidden. */
  routeAt(at: number[], reach: number): number | null {
    if (!this.linesLayer.getVisible()) return null;
    const [x = 0, y = 0] = at;
    const nearest = this.lines.getClosestFeatureToCoordinate(at);
    const [px = 0, py = 0] = nearest?.getGeometry()?.getClosestPoint(at) ?? [];
    return nearest && Math.hypot(px - x, py - y) <= reach ? (nearest.get("route") as MapRoute).id : null;
  }

  /** Ids of the stops inside a drawn area. */
  within(area: Geometry): number[] {
    return this.points.getFeaturesInExtent(area.getExtent())
      .filter((feature) => area.intersectsCoordinate(feature.getGeometry()?.getCoordinates() ?? []))
      .map((feature) => feature.getId() as number);
  }

  /** All that is drawn; null when nothing is. */
  extent(): Extent | null {
    const all = createEmpty();
    for (const source of [this.lines, this.points, this.places, this.moving, this.pinned]) {
      const own = source.getExtent();
      if (own && !isEmpty(own)) extend(all, own);
    }
    // A single point is an extent without size, but not empty.
    return isEmpty(all) ? null : all;
  }
}

/** The distance of neighbours if all were spread evenly: tells whether numbers have room. In map units. */
function evenSpacing(extent: Extent | null, count: number): number {
  if (!extent || isEmpty(extent) || count < 2) return Number.POSITIVE_INFINITY;
  const [width, height] = [getWidth(extent), getHeight(extent)];
  return Math.max(Math.sqrt((width * height) / count), Math.max(width, height) / count);
}

const point = ({ lng, lat }: { lng: number; lat: number }): Point => new Point(fromLonLat([lng, lat]));

function withId(feature: Feature<Point>, id: number): Feature<Point> {
  feature.setId(id);
  return feature;
}

function replace<G extends Geometry>(source: VectorSource<Feature<G>>, features: Feature<G>[]): void {
  source.clear(true);
  source.addFeatures(features);
}
