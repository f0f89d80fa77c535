import type Collection from "ol/Collection.js";
import Feature from "ol/Feature.js";
import type Geometry from "ol/geom/Geometry.js";
import LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import Graticule from "ol/layer/Graticule.js";
import type BaseLayer from "ol/layer/Base.js";
import TileLayer from "ol/layer/Tile.js";
import VectorLayer from "ol/layer/Vector.js";
import { createEmpty, extend, isEmpty, type Extent } from "ol/extent.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import XYZ from "ol/source/XYZ.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Text from "ol/style/Text.js";
import { MapStyles, readColours } from "./map-styles.client";
import { roomOfPoints } from "./point-room";
import type { MapLayersShown, MapPlace, MapRoute, MapStop, MapVehicle } from "./map-types";

/** A stop whose neighbour is nearer than this, on the screen, is drawn as a dot without its number. */
const LABEL_SPACING_PX = 22;
/** With more routes their names would cover the stops; then only the selected one has its name. */
const NAMED_ROUTES_MAX = 12;
/** What lies on top when stops lie over each other: what is planned over what is not. */
const RANK: Readonly<Record<MapStop["status"], number>> = { unscheduled: 0, done: 1, failed: 2, scheduled: 3, onRoute: 3 };

type PointSource = VectorSource<Feature<Point>>;

/** Everything that is drawn, and how it changes. Knows nothing of React. */
export class MapLayers {
  private styles = new MapStyles(readColours());
  private readonly lines = new VectorSource<Feature<LineString>>();
  private readonly named: PointSource = new VectorSource<Feature<Point>>();
  private readonly points: PointSource = new VectorSource<Feature<Point>>();
  private readonly marked: PointSource = new VectorSource<Feature<Point>>();
  private readonly places: PointSource = new VectorSource<Feature<Point>>();
  private readonly moving: PointSource = new VectorSource<Feature<Point>>();
  private readonly pinned: PointSource = new VectorSource<Feature<Point>>();

  private selectedRouteId: number | null = null;
  /** map units to the nearest other stop, by stop */
  private room = new Map<number, number>();

  private readonly linesLayer = new VectorLayer({
    source: this.lines,
    style: (feature) => {
      const route = feature.get("route") as MapRoute;
      return this.styles.line(route.colour, this.selectedRouteId === null ? "normal" : this.selectedRouteId === route.id ? "selected" : "faded", route.square);
    },
    renderOrder: (a, b) => Number(a.get("route").id === this.selectedRouteId) - Number(b.get("route").id === this.selectedRouteId),
  });
  private readonly stopsLayer = new VectorLayer({
    source: this.points,
    style: (feature, resolution) => {
      const stop = feature.get("stop") as MapStop;
      const isFaded = this.selectedRouteId !== null && stop.routeId !== this.selectedRouteId;
      const hasRoom = this.selectedRouteId !== null || (this.room.get(stop.id) ?? 0) / resolution > LABEL_SPACING_PX;
      return this.styles.stop(stop, { labelled: !isFaded && hasRoom, faded: isFaded, emphasis: "none" });
    },
    renderOrder: (a, b) => this.rank(a.get("stop") as MapStop) - this.rank(b.get("stop") as MapStop),
  });
  private readonly namesLayer = new VectorLayer({
    source: this.named,
    declutter: true,
    style: (feature) => {
      const route = feature.get("route") as MapRoute;
      const count = this.named.getFeatures().length;
      const isShown = this.selectedRouteId === null ? count <= NAMED_ROUTES_MAX : this.selectedRouteId === route.id;
      // A route alone needs no name to tell it from others.
      return isShown && count > 1 ? this.styles.routeName(route.name, route.colour, route.textColour) : undefined;
    },
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
  readonly pinLayer = new VectorLayer({ source: this.pinned, style: () => this.styles.pin() });

  private stops: readonly MapStop[] = [];
  private showUnscheduled = true;

  /** @param onTileError the tiles can't be loaded: the drawn ground takes their place */
  constructor(private readonly tileUrl: string | null, private readonly onTileError: () => void = () => undefined) {}

  private rank(stop: MapStop): number {
    return RANK[stop.status] + (stop.warning ? 0.5 : 0) + (stop.routeId === this.selectedRouteId && stop.routeId !== null ? 10 : 0);
  }

  /** Bottom to top. */
  all(): BaseLayer[] {
    const drawn = [this.linesLayer, this.stopsLayer, this.namesLayer, this.placesLayer, this.vehiclesLayer, this.markedLayer, this.pinLayer];
    return [this.tileUrl === null ? this.grid() : this.tiles(this.tileUrl), ...drawn];
  }

  private tiles(url: string): BaseLayer {
    const source = new XYZ({ url, crossOrigin: "anonymous", maxZoom: 19 });
    source.once("tileloaderror", this.onTileError);
    return new TileLayer({ className: "map-tiles", source });
  }

  /** What is under everything while there are no tiles. */
  grid(): BaseLayer {
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
    if (layers.item(0) instanceof Graticule) layers.setAt(0, this.grid());
    for (const layer of layers.getArray()) layer.changed();
  }

  setRoutes(routes: readonly MapRoute[]): void {
    const drawn = routes.filter(({ path }) => path.length > 1).map((route) => new Feature({ geometry: new LineString(route.path.map((at) => fromLonLat([...at]))), route }));
    replace(this.lines, drawn);
    replace(this.named, drawn.map((line) => new Feature({ geometry: new Point(middleOfLongest(line.getGeometry()!.getCoordinates())), route: line.get("route") as MapRoute })));
  }

  setStops(stops: readonly MapStop[]): void {
    this.stops = stops;
    this.fillStops();
  }

  private fillStops(): void {
    const shown = this.showUnscheduled ? this.stops : this.stops.filter(({ status }) => status !== "unscheduled");
    // A stop that is still the same object is left as it is: after one move two of a thousand are drawn anew.
    const wanted = new Map(shown.map((stop) => [stop.id, stop]));
    const stale = this.points.getFeatures().filter((feature) => wanted.get(feature.getId() as number) !== feature.get("stop"));
    this.points.removeFeatures(stale);
    const added = shown.filter((stop) => this.points.getFeatureById(stop.id) === null);
    this.points.addFeatures(added.map((stop) => withId(new Feature({ geometry: point(stop), stop }), stop.id)));
    if (stale.length === 0 && added.length === 0) return;
    this.room = roomOfPoints(shown.map((stop) => [stop.id, ...fromLonLat([stop.lng, stop.lat])] as [number, number, number]));
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
    this.namesLayer.changed();
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
    this.namesLayer.setVisible(shown.lines && shown.names);
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

/** The middle of a line's longest straight piece: between two stops, and not on one. */
function middleOfLongest(line: number[][]): number[] {
  let best = line[0]!;
  let longest = -1;
  for (let at = 1; at < line.length; at++) {
    const [[fromX = 0, fromY = 0], [toX = 0, toY = 0]] = [line[at - 1]!, line[at]!];
    const length = Math.hypot(toX - fromX, toY - fromY);
    if (length > longest) [longest, best] = [length, [(fromX + toX) / 2, (fromY + toY) / 2]];
  }
  return best;
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
