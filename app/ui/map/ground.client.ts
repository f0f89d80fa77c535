import Feature from "ol/Feature.js";
import MVT from "ol/format/MVT.js";
import { fromExtent } from "ol/geom/Polygon.js";
import type BaseLayer from "ol/layer/Base.js";
import Graticule from "ol/layer/Graticule.js";
import LayerGroup from "ol/layer/Group.js";
import TileLayer from "ol/layer/Tile.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorTileLayer from "ol/layer/VectorTile.js";
import { transformExtent } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import VectorTileSource from "ol/source/VectorTile.js";
import XYZ from "ol/source/XYZ.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { BaseMap, BaseMapLayer, Bounds } from "~/domain/base-map";
import { loadModule } from "~/lib/load-module";
import { paletteOf } from "./base-palette";
import { BaseStyle } from "./base-style.client";
import type { MapColours } from "./map-styles.client";

/** Layers of the tiles that are drawn; what isn't read takes no time. */
const DRAWN = ["landcover", "landuse", "water", "buildings", "boundaries", "roads", "places"];
/** Nearest view of the map: labels of the last tiles are not cut at their edge. */
const LABEL_BUFFER_PX = 160;

/** What the ground takes of the page's colours. */
type GroundColours = Pick<MapColours, "grid" | "gridText" | "font">;
type Scheme = "light" | "dark" | null;

const schemeOfPage = (): Scheme => document.documentElement.getAttribute("data-mantine-color-scheme") as Scheme;
const extentOf = ({ west, south, east, north }: Bounds) =>
  transformExtent([west, Math.max(south, -85), east, Math.min(north, 85)], "EPSG:4326", "EPSG:3857");

/** What lies under routes and stops: tiles where there are any, and a plain grid elsewhere. */
export class Ground {
  readonly group = new LayerGroup();
  private shown: BaseMap = [];
  private hasFault = false;

  /**
   * @param onFault tiles can't be loaded: offline, or a wrong address
   * @param scheme light or dark, asked each time that it is drawn
   */
  constructor(
    private readonly coloursNow: () => GroundColours,
    private readonly onFault: () => void,
    private readonly scheme: () => Scheme = schemeOfPage,
  ) {}

  show(map: BaseMap): void {
    this.shown = map;
    this.hasFault = false;
    this.fill();
  }

  /** After a change between light and dark. */
  recolour(): void {
    this.fill();
  }

  /** The grid is seen where tiles are missing. */
  private readonly withoutTiles = (): void => {
    if (!this.hasFault && this.isCovered()) this.group.getLayers().insertAt(0, this.grid());
    this.hasFault = true;
    this.onFault();
  };

  private isCovered(): boolean {
    return this.shown.some(({ bounds }) => bounds === null);
  }

  private fill(): void {
    const { font } = this.coloursNow();
    const style = new BaseStyle(paletteOf(this.scheme()), font);
    const vector = this.shown.filter(({ kind }) => kind === "vector");
    const layers: BaseLayer[] = [
      ...(this.isCovered() && !this.hasFault ? [] : [this.grid()]),
      ...(vector.length > 0 ? [this.land(vector)] : []),
      ...this.shown.filter(({ kind }) => kind === "raster").map((layer) => this.pictures(layer)),
      ...this.shown.filter(({ kind }) => kind === "google").map((layer) => this.google(layer)),
      ...vector.map((layer) => this.vectorTiles(layer, style)),
    ];
    this.group.getLayers().clear();
    this.group.getLayers().extend(layers);
  }

  private pictures({ url, maxZoom }: BaseMapLayer): BaseLayer {
    const source = new XYZ({ url, crossOrigin: "anonymous", maxZoom });
    source.once("tileloaderror", this.withoutTiles);
    return new TileLayer({ className: "map-tiles", source });
  }

  /**
   * Google's own tiles, through the source that OpenLayers has for them: it asks for a session by the key. Few maps
   * need its file.
   */
  private google({ url: key }: BaseMapLayer): BaseLayer {
    const layer = new TileLayer({ className: "map-tiles" });
    loadModule(() => import("ol/source/Google.js")).then(({ default: Google }) => {
      const source = new Google({ key, mapType: "roadmap", language: document.documentElement.lang || "en" });
      source.once("tileloaderror", this.withoutTiles);
      source.on("change", () => {
        if (source.getState() === "error") this.withoutTiles();
      });
      layer.setSource(source);
    }, this.withoutTiles);
    return layer;
  }

  private vectorTiles({ url, minZoom, maxZoom, bounds }: BaseMapLayer, style: BaseStyle): VectorTileLayer {
    const source = new VectorTileSource({
      format: new MVT({ layers: DRAWN }),
      url,
      minZoom,
      maxZoom,
      wrapX: false,
      transition: 0,
    });
    source.once("tileloaderror", this.withoutTiles);
    return new VectorTileLayer({
      source,
      style: style.of,
      declutter: "ground",
      renderBuffer: LABEL_BUFFER_PX,
      preload: 1,
      ...(bounds ? { extent: extentOf(bounds) } : {}),
    });
  }

  /** The colour of the ground as far as the tiles reach. */
  private land(layers: readonly BaseMapLayer[]): BaseLayer {
    const features = layers.flatMap(({ bounds }) => (bounds ? [new Feature(fromExtent(extentOf(bounds)))] : []));
    const style = new Style({ fill: new Fill({ color: paletteOf(this.scheme()).ground }) });
    return new VectorLayer({ source: new VectorSource({ features }), style });
  }

  private grid(): BaseLayer {
    const { grid, gridText, font } = this.coloursNow();
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
}
