import type Feature from "ol/Feature.js";
import type OlMap from "ol/Map.js";
import { getUid } from "ol/util.js";
import type { Coordinate } from "ol/coordinate.js";
import { buffer, containsCoordinate, containsExtent, getHeight, getWidth, type Extent } from "ol/extent.js";
import type Point from "ol/geom/Point.js";
import { toLonLat } from "ol/proj.js";
import { around, type MapLayers } from "./map-layers.client";
import { outlyingPlaces } from "./outlying-places";

/** Room for a stop beside the controls at the left, which fingers have larger, and for scale and attribution. */
const PADDING_PX = { top: 64, right: 40, bottom: 44, left: 76 } as const;
const NEAREST_ZOOM = 15;
const MOVE_MS = 240;
/** A route that is in view stays as it is when it takes this much of the map's width or height. */
const LEAST_SHARE = 1 / 3;

interface Stand {
  center: Coordinate;
  resolution: number;
}

/** How long the map takes to move; at once for people who ask for less motion. */
export const moveMs = (ms: number): number => (window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ms);

/** What the map is moved to show: the day, everything, or the route that the user chose. */
export class MapFit {
  private far: Feature<Point>[] = [];
  private farStops = 0;
  /** what the map showed before a route was chosen */
  private before: Stand | null = null;
  /** where the last move came to rest; null: the user stopped it */
  private rest: Stand | "moving" | null = null;
  /** what was asked for while the map had no size: on phones it is hidden behind the list */
  private waiting: (() => void)[] = [];

  constructor(
    private readonly map: OlMap,
    private readonly layers: MapLayers,
    private readonly coveredRightPx: () => number,
  ) {
    map.on("change:size", () => {
      if (!this.hasSize()) return;
      for (const run of this.waiting.splice(0)) run();
    });
  }

  /** Finds the places that are far from all others; to be asked again when stops or warehouses change. */
  survey(): void {
    const { stops, warehouses } = this.layers.placed();
    const places = [...stops, ...warehouses].map((feature) => {
      const [lng = 0, lat = 0] = toLonLat(feature.getGeometry()?.getCoordinates() ?? []);
      return { lng, lat, feature };
    });
    this.far = outlyingPlaces(places).map(({ feature }) => feature);
    this.farStops = this.far.filter((feature) => stops.includes(feature)).length;
  }

  /** In words; null when all of them are in view, or there are none. */
  outOfView(): string | null {
    if (this.far.length === 0 || !this.hasSize()) return null;
    const view = this.map.getView().calculateExtent(this.map.getSize());
    const outside = this.far.filter((one) => !containsCoordinate(view, one.getGeometry()?.getCoordinates() ?? []));
    if (outside.length === 0) return null;
    const noun = this.farStops === this.far.length ? "stop" : "place";
    return `${outside.length} ${noun}${outside.length === 1 ? "" : "s"} far outside the view`;
  }

  /** @returns there is something to show */
  day(animate: boolean): boolean {
    const all = this.layers.extent();
    if (all === null) return false;
    this.before = null;
    this.go(this.far.length === 0 ? all : (this.bulk() ?? all), animate);
    return true;
  }

  everything(): void {
    const all = this.layers.extent();
    if (all !== null) this.go(all, true);
  }

  /** @param routeId null: none any more; the map goes back unless the user has moved it meanwhile */
  choose(routeId: number | null): void {
    if (!this.hasSize()) {
      this.waiting.push(() => this.choose(routeId));
      return;
    }
    const hasMoved = this.hasMoved();
    if (routeId === null) {
      const { before } = this;
      this.before = null;
      if (before !== null && !hasMoved) this.move(before, true);
      return;
    }
    const extent = this.layers.extentOfRoute(routeId);
    if (extent === null) return;
    if (this.before === null || hasMoved) this.before = this.stand();
    if (this.showsWell(extent)) this.rest = this.stand();
    else this.go(extent, true);
  }

  /** All stops and warehouses but those far away; lines lead to them, and are left out. */
  private bulk(): Extent | null {
    const far = new Set(this.far.map(getUid));
    const { stops, warehouses } = this.layers.placed();
    return around(
      [...stops, ...warehouses]
        .filter((feature) => !far.has(getUid(feature)))
        .map((feature) => feature.getGeometry()?.getExtent() ?? null),
    );
  }

  private hasSize(): boolean {
    const [width = 0, height = 0] = this.map.getSize() ?? [];
    return width > 0 && height > 0;
  }

  private stand(): Stand {
    const view = this.map.getView();
    return { center: view.getCenter() ?? [0, 0], resolution: view.getResolution() ?? 1 };
  }

  private hasMoved(): boolean {
    if (this.rest === "moving") return false;
    if (this.rest === null) return true;
    const { center, resolution } = this.stand();
    const gap = Math.hypot(center[0]! - this.rest.center[0]!, center[1]! - this.rest.center[1]!);
    return gap > resolution || Math.abs(resolution / this.rest.resolution - 1) > 0.01;
  }

  /** Less on maps that are small, where a panel would cover everything. */
  private padding(): [top: number, right: number, bottom: number, left: number] {
    const [width = 0, height = 0] = this.map.getSize() ?? [];
    const covered = this.coveredRightPx();
    const right = PADDING_PX.right + (covered < width / 2 ? covered : 0);
    const least = (px: number, of: number) => Math.min(px, of / 5);
    return [
      least(PADDING_PX.top, height),
      Math.min(right, width * 0.6),
      least(PADDING_PX.bottom, height),
      Math.min(PADDING_PX.left, width / 4),
    ];
  }

  private showsWell(extent: Extent): boolean {
    const view = this.map.getView();
    const { resolution } = this.stand();
    const seen = view.calculateExtent(this.map.getSize());
    const [top, right, bottom, left] = this.padding().map((px) => (px * resolution) / 2) as [
      number,
      number,
      number,
      number,
    ];
    const free: Extent = [seen[0]! + left, seen[1]! + bottom, seen[2]! - right, seen[3]! - top];
    const share = Math.max(getWidth(extent) / getWidth(free), getHeight(extent) / getHeight(free));
    const isNear = resolution <= view.getResolutionForZoom(NEAREST_ZOOM) * 1.01;
    return containsExtent(free, buffer(extent, -resolution / 2)) && (share >= LEAST_SHARE || isNear);
  }

  private go(extent: Extent, animate: boolean): void {
    this.map.updateSize();
    if (!this.hasSize()) {
      this.waiting.push(() => this.go(extent, false));
      return;
    }
    const view = this.map.getView();
    view.cancelAnimations();
    const [top, right, bottom, left] = this.padding();
    const size = this.map.getSize() as [number, number];
    const resolution = Math.max(
      view.getResolutionForZoom(NEAREST_ZOOM),
      getWidth(extent) / (size[0] - left - right),
      getHeight(extent) / (size[1] - top - bottom),
    );
    const center = [
      (extent[0]! + extent[2]!) / 2 + ((right - left) / 2) * resolution,
      (extent[1]! + extent[3]!) / 2 + ((top - bottom) / 2) * resolution,
    ];
    this.move({ center, resolution }, animate);
  }

  private move(to: Stand, animate: boolean): void {
    const view = this.map.getView();
    view.cancelAnimations();
    const duration = animate ? moveMs(MOVE_MS) : 0;
    if (duration === 0) {
      view.setResolution(to.resolution);
      view.setCenter(to.center);
      this.rest = this.stand();
      return;
    }
    this.rest = "moving";
    view.animate({ ...to, duration }, (isDone) => {
      this.rest = isDone ? this.stand() : null;
    });
  }
}
