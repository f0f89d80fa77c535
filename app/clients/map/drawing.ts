/** The layers over the base map, and what is on them. */
import Feature from "ol/Feature.js";
import type { FeatureLike } from "ol/Feature.js";
import { createEmpty, extend, isEmpty, type Extent } from "ol/extent.js";
import Circle from "ol/geom/Circle.js";
import LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import type BaseLayer from "ol/layer/Base.js";
import VectorLayer from "ol/layer/Vector.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import type Style from "ol/style/Style.js";
import type { LightMapData, LightMapStop, LightMapVehicle, OwnPlace } from "~/domain/light-map";
import type { Place } from "~/domain/place";
import { decodePolyline } from "~/lib/polyline";
import { lineLook, ownLooks, placeLook, readColours, stopLook, vehicleLook } from "./looks";

export const positionOf = ({ lat, lng }: Place) => fromLonLat([lng, lat]);
const pointAt = (place: Place, values: object = {}) =>
  new Feature({ geometry: new Point(positionOf(place)), ...values });

/** A finger's width around a stop. */
const REACH_PX = 24;

export class Drawing {
  private colours = readColours();
  private readonly lines = new VectorSource();
  private readonly stops = new VectorSource<Feature<Point>>();
  private readonly places = new VectorSource();
  private readonly vehicle = new VectorSource();
  private readonly own = new VectorSource();
  /** the ones that have text: numbers and names make room for each other */
  private readonly texts = [
    this.layer(this.places, (feature) => placeLook(feature.get("place"), this.colours)),
    this.layer(this.stops, (feature) => stopLook(feature.get("stop"), this.colours)),
    this.layer(this.vehicle, (feature) => vehicleLook(feature.get("vehicle"), this.colours)),
  ];
  private readonly plain = [
    new VectorLayer({ source: this.lines, style: (feature) => lineLook(feature.get("isPast"), this.colours) }),
    new VectorLayer({ source: this.own }),
  ];

  private layer(source: VectorSource<Feature>, style: (feature: FeatureLike) => Style): VectorLayer {
    return new VectorLayer({ source, style, declutter: true });
  }

  /** Bottom to top. */
  layers(): BaseLayer[] {
    const [lines, own] = this.plain;
    return [lines!, ...this.texts, own!];
  }

  show({ lines, stops, places, vehicle }: LightMapData): void {
    this.lines.clear();
    // What lies ahead on top.
    for (const { polylines, isPast } of [...lines].sort((a, b) => Number(b.isPast) - Number(a.isPast))) {
      const way = polylines.flatMap((text) => decodePolyline(text));
      if (way.length < 2) continue;
      this.lines.addFeature(new Feature({ geometry: new LineString(way.map((at) => fromLonLat([...at]))), isPast }));
    }
    this.stops.clear();
    this.stops.addFeatures(stops.map((stop) => pointAt(stop, { stop })));
    this.places.clear();
    this.places.addFeatures(places.map((place) => pointAt(place, { place })));
    this.showVehicle(vehicle);
  }

  showVehicle(vehicle: LightMapVehicle | null): void {
    this.vehicle.clear();
    if (vehicle !== null) this.vehicle.addFeature(pointAt(vehicle, { vehicle }));
  }

  showOwn(own: OwnPlace | null): void {
    this.own.clear();
    if (own === null) return;
    const { dot, reach } = ownLooks();
    // The map's metres are longer than the ground's, the further from the equator.
    const radius = own.accuracyM / Math.cos((own.lat * Math.PI) / 180);
    const area = new Feature(new Circle(positionOf(own), radius));
    const point = pointAt(own);
    area.setStyle(reach);
    point.setStyle(dot);
    this.own.addFeatures([area, point]);
  }

  /** After a change between light and dark. */
  recolour(): void {
    this.colours = readColours();
    for (const layer of [...this.plain, ...this.texts]) layer.changed();
  }

  get groundColours() {
    const { line, soft, font } = this.colours;
    return { grid: line, gridText: soft, font };
  }

  /** @param resolution map units for a pixel */
  stopAt(coordinate: number[], resolution: number): LightMapStop | null {
    const nearest = this.stops.getClosestFeatureToCoordinate(coordinate);
    const [x = 0, y = 0] = nearest?.getGeometry()?.getCoordinates() ?? [];
    const isNear = Math.hypot(x - coordinate[0]!, y - coordinate[1]!) <= REACH_PX * resolution;
    return nearest && isNear ? (nearest.get("stop") as LightMapStop) : null;
  }

  /** Around everything that isn't the phone itself; null: there is nothing. */
  extent(): Extent | null {
    const all = createEmpty();
    for (const source of [this.lines, this.stops, this.places, this.vehicle]) extend(all, source.getExtent() ?? all);
    return isEmpty(all) && this.stops.getFeatures().length === 0 && this.vehicle.getFeatures().length === 0
      ? null
      : all;
  }
}
