import Feature from "ol/Feature.js";
import type Geometry from "ol/geom/Geometry.js";
import LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import type BaseLayer from "ol/layer/Base.js";
import VectorLayer from "ol/layer/Vector.js";
import { createEmpty, extend, isEmpty, type Extent } from "ol/extent.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import { Ground } from "./ground.client";
import { MapStyles, readColours } from "./map-styles.client";
import { roomOfPoints } from "./point-room";
import { RouteNames } from "./route-names.client";
import { sharedPlaces, type SharedPlaces } from "./shared-places";
import { Trails } from "./trails.client";
import { Vehicles } from "./vehicles.client";
import type { MapLayersShown, MapPlace, MapRoute, MapStop, MapTrail, MapVehicle } from "./map-types";

/** A stop whose neighbour is nearer than this, on the screen, is drawn as a dot without its number. */
const LABEL_SPACING_PX = 22;
/** What lies on top when stops lie over each other: what is planned over what is not. */
const RANK: Readonly<Record<MapStop["status"], number>> = {
  unscheduled: 0,
  done: 1,
  failed: 2,
  scheduled: 3,
  onRoute: 3,
};

type PointSource = VectorSource<Feature<Point>>;

/** Everything that is drawn, and how it changes. Independent of React. */
export class MapLayers {
  readonly ground: Ground;
  private styles = new MapStyles(readColours());
  private readonly lines = new VectorSource<Feature<LineString>>();
  private readonly points: PointSource = new VectorSource<Feature<Point>>();
  private readonly emphasized: PointSource = new VectorSource<Feature<Point>>();
  private readonly places: PointSource = new VectorSource<Feature<Point>>();
  private readonly pinned: PointSource = new VectorSource<Feature<Point>>();

  private selectedRouteId: number | null = null;
  /** map units to the nearest other stop, by stop */
  private room = new Map<number, number>();
  private shared: SharedPlaces = { hidden: new Set(), first: new Set() };
  private readonly names = new RouteNames(() => this.styles);
  private readonly trails = new Trails(() => this.styles);
  private readonly vehicles = new Vehicles(() => this.styles);

  private readonly linesLayer = new VectorLayer({
    source: this.lines,
    style: (feature) => {
      const route = feature.get("route") as MapRoute;
      const look = this.selectedRouteId === null ? "normal" : this.selectedRouteId === route.id ? "selected" : "faded";
      return route.ahead && look !== "faded"
        ? this.styles.ahead(route.colour, look === "selected")
        : this.styles.line(route.colour, look, route.square);
    },
    renderOrder: (a, b) =>
      Number(a.get("route").id === this.selectedRouteId) - Number(b.get("route").id === this.selectedRouteId),
  });
  private readonly stopsLayer = new VectorLayer({
    source: this.points,
    style: (feature, resolution) => {
      const stop = feature.get("stop") as MapStop;
      const isFaded = stop.faded || (this.selectedRouteId !== null && stop.routeId !== this.selectedRouteId);
      const isOpen = this.selectedRouteId !== null;
      const isFirst = this.shared.first.has(stop.id);
      const hasRoom = isOpen || (this.room.get(stop.id) ?? 0) / resolution > LABEL_SPACING_PX;
      // Numbers of one route may lie over each other; each then lies on top with its marker, not all numbers over all
      // markers. One that stands for others lies over their dots.
      return this.styles.stop(stop, {
        labelled: !isFaded && hasRoom && !this.shared.hidden.has(stop.id),
        faded: isFaded,
        emphasis: "none",
        more: isFirst,
        stacked: !isFaded && (isOpen || isFirst),
      });
    },
    renderOrder: (a, b) => this.rank(a.get("stop") as MapStop) - this.rank(b.get("stop") as MapStop),
  });
  /** Hovered and selected stops are drawn once more on top, so that the thousand others need no repaint. */
  private readonly emphasizedLayer = new VectorLayer({
    source: this.emphasized,
    style: (feature) => {
      const vehicle = feature.get("vehicle") as MapVehicle | undefined;
      if (vehicle !== undefined) return this.styles.vehicle(vehicle, "hover");
      return this.styles.stop(feature.get("stop") as MapStop, {
        labelled: true,
        faded: false,
        emphasis: feature.get("emphasis") as "hover" | "selected",
      });
    },
  });
  private readonly placesLayer = new VectorLayer({
    source: this.places,
    style: (feature) => this.styles.warehouse(feature.get("name") as string),
  });
  readonly pinLayer = new VectorLayer({ source: this.pinned, style: () => this.styles.pin() });

  private stops: readonly MapStop[] = [];
  private showUnscheduled = true;

  /** @param onTileError the tiles can't be loaded: the plain ground takes their place */
  constructor(onTileError: () => void) {
    this.ground = new Ground(() => this.styles.colours, onTileError);
  }

  private rank(stop: MapStop): number {
    return (
      RANK[stop.status] +
      (stop.warning ? 0.5 : 0) -
      (stop.faded ? 10 : 0) +
      (stop.routeId === this.selectedRouteId && stop.routeId !== null ? 10 : 0)
    );
  }

  /** Bottom to top. */
  all(): BaseLayer[] {
    return [this.ground.group, ...this.drawn()];
  }

  private drawn(): BaseLayer[] {
    return [
      this.trails.layer,
      this.linesLayer,
      this.stopsLayer,
      this.names.layer,
      this.placesLayer,
      this.vehicles.layer,
      this.emphasizedLayer,
      this.pinLayer,
    ];
  }

  /** After a change between light and dark. */
  recolour(): void {
    this.styles = new MapStyles(readColours());
    this.ground.recolour();
    for (const layer of this.drawn()) layer.changed();
  }

  setRoutes(routes: readonly MapRoute[]): void {
    const drawn = routes
      .filter(({ path }) => path.length > 1)
      .map((route) => new Feature({ geometry: new LineString(route.path.map((at) => fromLonLat([...at]))), route }));
    replace(this.lines, drawn);
    this.names.setRoutes(drawn.filter((line) => (line.get("route") as MapRoute).nameless !== true));
  }

  setStops(stops: readonly MapStop[]): void {
    this.stops = stops;
    this.fillStops();
  }

  private fillStops(): void {
    const shown = this.showUnscheduled ? this.stops : this.stops.filter(({ status }) => status !== "unscheduled");
    // A stop that is still the same object is left as it is: after one move two of a thousand are redrawn.
    const wanted = new Map(shown.map((stop) => [stop.id, stop]));
    const stale = this.points
      .getFeatures()
      .filter((feature) => wanted.get(feature.getId() as number) !== feature.get("stop"));
    this.points.removeFeatures(stale);
    const added = shown.filter((stop) => this.points.getFeatureById(stop.id) === null);
    this.points.addFeatures(added.map((stop) => withId(new Feature({ geometry: point(stop), stop }), stop.id)));
    if (stale.length === 0 && added.length === 0) return;
    this.room = roomOfPoints(
      shown.map((stop) => [stop.id, ...fromLonLat([stop.lng, stop.lat])] as [number, number, number]),
    );
    this.sharePlaces();
    this.names.setStops(shown);
  }

  /** Which stops stand on each other: of the selected route alone, because the others have no numbers then. */
  private sharePlaces(): void {
    const numbered = this.points
      .getFeatures()
      .map((feature) => feature.get("stop") as MapStop)
      .filter(
        (stop) =>
          stop.status !== "unscheduled" && (this.selectedRouteId === null || stop.routeId === this.selectedRouteId),
      );
    this.shared = sharedPlaces(
      numbered.map((stop) => ({
        id: stop.id,
        place: `${stop.lat.toFixed(5)} ${stop.lng.toFixed(5)}`,
        rank: this.rank(stop),
        label: Number(stop.label) || 0,
      })),
    );
  }

  setWarehouses(places: readonly MapPlace[]): void {
    replace(
      this.places,
      places.map((place) => new Feature({ geometry: point(place), name: place.name })),
    );
    this.names.setWarehouses(places);
  }

  setVehicles(vehicles: readonly MapVehicle[]): void {
    this.vehicles.set(vehicles);
  }

  setTrails(trails: readonly MapTrail[]): void {
    this.trails.set(trails);
  }

  setPin(place: { lat: number; lng: number } | null): void {
    replace(this.pinned, place === null ? [] : [new Feature({ geometry: point(place) })]);
  }

  selectRoute(id: number | null): void {
    if (id === this.selectedRouteId) return;
    this.selectedRouteId = id;
    this.sharePlaces();
    this.linesLayer.changed();
    this.stopsLayer.changed();
    this.names.selectRoute(id);
    this.trails.selectRoute(id);
    this.vehicles.selectRoute(id);
  }

  /** @param resolution map units per px, once the map has come to rest */
  zoomed(resolution: number | undefined): void {
    this.names.zoomed(resolution);
  }

  /** Which stops stand out, and which vehicle. */
  emphasize(hovered: number | null, selected: ReadonlySet<number>, hoveredRoute: number | null = null): void {
    const features: Feature<Point>[] = [];
    const add = (id: number, emphasis: "hover" | "selected") => {
      const stop = this.stop(id);
      if (stop) features.push(new Feature({ geometry: point(stop), stop, emphasis }));
    };
    for (const id of selected) if (id !== hovered) add(id, "selected");
    if (hovered !== null) add(hovered, selected.has(hovered) ? "selected" : "hover");
    const vehicle = hoveredRoute === null ? undefined : this.vehicle(hoveredRoute);
    if (vehicle !== undefined) features.push(new Feature({ geometry: point(vehicle), vehicle }));
    replace(this.emphasized, features);
  }

  show(shown: MapLayersShown): void {
    this.linesLayer.setVisible(shown.lines);
    this.names.layer.setVisible(shown.lines && shown.names);
    this.placesLayer.setVisible(shown.warehouses);
    this.vehicles.layer.setVisible(shown.vehicles);
    this.trails.layer.setVisible(shown.trails);
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

  vehicle(routeId: number): MapVehicle | undefined {
    return this.vehicles.of(routeId);
  }

  /** The stop nearest to a place within `reach`, both in map units; null when there is none. */
  stopAt(at: number[], reach: number): number | null {
    return nearestId(this.points, at, reach);
  }

  /** The same of vehicles: the id of the route. */
  vehicleAt(at: number[], reach: number): number | null {
    return this.vehicles.layer.getVisible() ? nearestId(this.vehicles.source, at, reach) : null;
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
    return this.points
      .getFeaturesInExtent(area.getExtent())
      .filter((feature) => area.intersectsCoordinate(feature.getGeometry()?.getCoordinates() ?? []))
      .map((feature) => feature.getId() as number);
  }

  /** All that is drawn; null when nothing is. */
  extent(): Extent | null {
    return around(
      [this.lines, this.points, this.places, this.vehicles.source, this.pinned].map(
        (source) => source.getExtent() ?? null,
      ),
    );
  }

  /** What the lines and stops of a route cover; null when it has none. */
  extentOfRoute(id: number): Extent | null {
    const lines = this.lines.getFeatures().filter((feature) => (feature.get("route") as MapRoute).id === id);
    const points = this.points.getFeatures().filter((feature) => (feature.get("stop") as MapStop).routeId === id);
    const vehicle = this.vehicles.source.getFeatureById(id);
    const all = [...lines, ...points, ...(vehicle ? [vehicle] : [])];
    return around(all.map((feature) => feature.getGeometry()?.getExtent() ?? null));
  }

  /** Stops and warehouses. */
  placed(): { stops: Feature<Point>[]; warehouses: Feature<Point>[] } {
    return { stops: this.points.getFeatures(), warehouses: this.places.getFeatures() };
  }
}

/** A single point is an extent without size, but not empty. */
export function around(extents: readonly (Extent | null)[]): Extent | null {
  const all = createEmpty();
  for (const one of extents) if (one && !isEmpty(one)) extend(all, one);
  return isEmpty(all) ? null : all;
}

/** The point nearest to a place within `reach`, by the source's own index. */
function nearestId(source: PointSource, at: number[], reach: number): number | null {
  const [x = 0, y = 0] = at;
  let best: Feature<Point> | null = null;
  let bestGap = reach;
  source.forEachFeatureInExtent([x - reach, y - reach, x + reach, y + reach], (feature) => {
    const [px = 0, py = 0] = feature.getGeometry()?.getCoordinates() ?? [];
    const gap = Math.hypot(px - x, py - y);
    if (gap <= bestGap) {
      best = feature;
      bestGap = gap;
    }
  });
  return ((best as Feature<Point> | null)?.getId() as number | undefined) ?? null;
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
