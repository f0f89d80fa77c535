import type { FeatureLike } from "ol/Feature.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import { LAND, placeLook, roadLook, valueAt, type RoadLook } from "./base-looks";
import type { BasePalette } from "./base-palette";

type Look = Style | Style[] | undefined;

// What lies over what, across all layers of the tiles.
const Z = { land: 0, water: 10, building: 20, border: 30, casing: 40, road: 60, bridge: 80 } as const;
/** Texts find room in this order, highest first. */
const TEXT_Z = { number: 100, street: 110, water: 120, shield: 130, place: 140 } as const;

const WORLD_PX = 156_543.033_928_040_97;
/** Looks are shared within a quarter of a zoom. */
const STEPS_PER_ZOOM = 4;

const BUILDINGS_FROM = 14;
const NUMBERS_FROM = 17;
const SHIELDS_FROM = 9.5;
const RIVERS_NAMED_FROM = 12.5;
const WATERS_NAMED_FROM = 12;
const WATERWAY_WIDTH = {
  river: [[8, 1], [12, 2], [16, 6]], // prettier-ignore
  canal: [[10, 0.8], [16, 4]], // prettier-ignore
  stream: [[12.5, 0.6], [16, 2]], // prettier-ignore
} as const;
const BORDER_FROM = { country: 0, region: 6, county: 11 } as const;

const textOf = (feature: FeatureLike, key: string): string | undefined => {
  const value: unknown = feature.get(key);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/**
 * How features of vector tiles look. Looks are made once by kind and zoom and shared by all features that have them:
 * the layer writes down what it needs of a look before it asks for the next, so that a text may be put into a shared
 * one.
 */
export class BaseStyle {
  private readonly known = new Map<string, Look>();
  private resolution = 0;
  private step = 0;

  constructor(
    private readonly palette: BasePalette,
    private readonly font: string,
  ) {}

  readonly of = (feature: FeatureLike, resolution: number): Look => {
    if (resolution !== this.resolution) {
      this.resolution = resolution;
      this.step = Math.round(Math.log2(WORLD_PX / resolution) * STEPS_PER_ZOOM);
    }
    const kind = textOf(feature, "kind") ?? "";
    switch (feature.get("layer")) {
      case "roads":
        return this.road(feature, kind);
      case "buildings":
        return kind === "address" ? this.houseNumber(feature) : this.once("building", () => this.building());
      case "landuse":
      case "landcover":
        return this.once(`land|${kind}`, () => this.land(kind));
      case "water":
        return this.water(feature, kind);
      case "places":
        return this.place(feature, kind);
      case "boundaries":
        return this.once(`border|${kind}`, () => this.border(kind));
      default:
        return undefined;
    }
  };

  private get zoom(): number {
    return this.step / STEPS_PER_ZOOM;
  }

  private once(what: string, make: () => Look): Look {
    const key = `${this.step}|${what}`;
    if (this.known.has(key)) return this.known.get(key);
    const made = make();
    this.known.set(key, made);
    return made;
  }

  private area(colour: string, zIndex: number, edge?: string): Style {
    const stroke = edge === undefined ? {} : { stroke: new Stroke({ color: edge, width: 0.8 }) };
    return new Style({ fill: new Fill({ color: colour }), ...stroke, zIndex });
  }

  private land(kind: string): Look {
    const look = LAND.get(kind);
    return look && this.area(this.palette[look[0]], Z.land + look[1]);
  }

  private building(): Look {
    if (this.zoom < BUILDINGS_FROM) return undefined;
    const { building, buildingEdge } = this.palette;
    return this.area(building, Z.building, this.zoom >= 15.5 ? buildingEdge : undefined);
  }

  private border(kind: string): Look {
    const from = BORDER_FROM[kind as keyof typeof BORDER_FROM] as number | undefined;
    if (from === undefined || this.zoom < from) return undefined;
    const isCountry = kind === "country";
    const width = isCountry ? 1.6 : 1;
    const lineDash = isCountry ? [8, 3, 2, 3] : [4, 3];
    return new Style({ stroke: new Stroke({ color: this.palette.border, width, lineDash }), zIndex: Z.border });
  }

  private text(colour: string, px: number, zIndex: number, more: ConstructorParameters<typeof Text>[0] = {}): Style {
    return new Style({
      zIndex,
      text: new Text({
        font: `${px}px ${this.font}`,
        fill: new Fill({ color: colour }),
        stroke: new Stroke({ color: this.palette.halo, width: 3 }),
        ...more,
      }),
    });
  }

  /** The shared look with the words of this feature. */
  private withText(look: Look, words: string): Look {
    if (look instanceof Style) look.getText()?.setText(words);
    return look;
  }

  private water(feature: FeatureLike, kind: string): Look {
    const shape = feature.getGeometry()?.getType();
    const { water, waterLabel } = this.palette;
    if (shape === "Polygon" || shape === "MultiPolygon") return this.once("water", () => this.area(water, Z.water));
    const name = textOf(feature, "name");
    if (shape === "Point") {
      if (name === undefined || this.zoom < WATERS_NAMED_FROM) return undefined;
      const font = `italic 11px ${this.font}`;
      return this.withText(
        this.once("water name", () => this.text(waterLabel, 11, TEXT_Z.water, { font })),
        name,
      );
    }
    const line = this.once(`waterway|${kind}`, () => this.waterway(kind));
    if (!line || name === undefined || this.zoom < RIVERS_NAMED_FROM) return line;
    const named = this.once(`waterway name|${kind}`, () => {
      const font = `italic 11px ${this.font}`;
      const text = this.text(waterLabel, 11, TEXT_Z.water, { font, placement: "line", maxAngle: 0.6, repeat: 400 });
      return [line as Style, text];
    }) as Style[];
    named[1]!.getText()!.setText(name);
    return named;
  }

  private waterway(kind: string): Look {
    const steps = WATERWAY_WIDTH[kind as keyof typeof WATERWAY_WIDTH] ?? WATERWAY_WIDTH.stream;
    const width = valueAt(steps, this.zoom);
    if (width === 0) return undefined;
    return new Style({ stroke: new Stroke({ color: this.palette.water, width, lineCap: "round" }), zIndex: Z.water });
  }

  private road(feature: FeatureLike, kind: string): Look {
    const shape = feature.getGeometry()?.getType();
    if (shape !== "LineString" && shape !== "MultiLineString") return undefined;
    const detail = textOf(feature, "kind_detail");
    const level = feature.get("is_bridge") ? "bridge" : feature.get("is_tunnel") ? "tunnel" : "";
    const what = `${kind}|${detail ?? ""}|${level}`;
    const lines = this.once(`road|${what}`, () => this.roadLines(kind, detail, level)) as Style[] | undefined;
    if (!lines) return undefined;
    const look = roadLook(kind, detail)!;
    const name = textOf(feature, "name");
    const ref = kind === "highway" || kind === "major_road" ? textOf(feature, "ref") : undefined;
    const isNamed = name !== undefined && this.zoom >= look.named;
    const isNumbered = ref !== undefined && !feature.get("is_link") && this.zoom >= SHIELDS_FROM + (9 - look.rank) / 2;
    if (!isNamed && !isNumbered) return lines;
    const key = `road words|${what}|${isNamed}|${isNumbered}`;
    const looks = this.once(key, () => [
      ...lines,
      ...(isNamed ? [this.streetName(look)] : []),
      ...(isNumbered ? [this.shield(look)] : []),
    ]) as Style[];
    if (isNamed) looks[lines.length]!.getText()!.setText(name);
    if (isNumbered) looks[looks.length - 1]!.getText()!.setText(ref);
    return looks;
  }

  private roadLines(kind: string, detail: string | undefined, level: string): Style[] | undefined {
    const look = roadLook(kind, detail);
    const width = look ? valueAt(look.width, this.zoom) : 0;
    if (!look || width === 0) return undefined;
    const bridge = level === "bridge" ? Z.bridge - Z.road : 0;
    const lineDash = look.dash?.map((part) => part * Math.max(1, width * 0.8));
    const color = this.palette[look.fill];
    const styles: Style[] = [];
    if (look.casing && width >= 1.2)
      styles.push(
        new Style({
          zIndex: Z.casing + look.rank + bridge,
          stroke: new Stroke({
            color: this.palette[look.casing],
            width: width + (width < 3 ? 1 : 1.6),
            // Bridges end with a straight edge; a round one would cover the road that goes on.
            lineCap: bridge ? "butt" : "round",
            lineJoin: "round",
            ...(level === "tunnel" ? { lineDash: [4, 3], lineCap: "butt" as const } : {}),
          }),
        }),
      );
    // Narrow ones in the colour of the edge: white on the pale ground would not be seen.
    const isThin = look.casing !== null && width < 1.2;
    styles.push(
      new Style({
        zIndex: Z.road + look.rank + bridge,
        stroke: new Stroke({
          color: isThin ? this.palette[look.casing!] : color,
          width,
          lineCap: lineDash ? "butt" : "round",
          lineJoin: "round",
          ...(lineDash ? { lineDash } : {}),
        }),
      }),
    );
    return styles;
  }

  private streetName({ rank }: RoadLook): Style {
    const px = this.zoom < 15 ? 10.5 : this.zoom < 17 ? 11.5 : 12.5;
    const { label } = this.palette;
    return this.text(label, px, TEXT_Z.street + rank / 10, { placement: "line", maxAngle: 0.5, repeat: 320 });
  }

  private shield({ rank, casing }: RoadLook): Style {
    const { halo, label } = this.palette;
    return this.text(label, 10, TEXT_Z.shield + rank / 10, {
      font: `600 10px ${this.font}`,
      stroke: new Stroke({ color: halo, width: 0 }),
      backgroundFill: new Fill({ color: halo }),
      backgroundStroke: new Stroke({ color: this.palette[casing ?? "rail"], width: 1 }),
      padding: [1, 3, 0, 3],
    });
  }

  private houseNumber(feature: FeatureLike): Look {
    const number = textOf(feature, "addr_housenumber");
    if (number === undefined || this.zoom < NUMBERS_FROM) return undefined;
    return this.withText(
      this.once("number", () => this.text(this.palette.label, this.zoom < 18 ? 9.5 : 11, TEXT_Z.number)),
      number,
    );
  }

  private place(feature: FeatureLike, kind: string): Look {
    const name = textOf(feature, "name");
    const detail = textOf(feature, "kind_detail");
    if (name === undefined) return undefined;
    const look = this.once(`place|${kind}|${detail ?? ""}`, () => {
      const found = placeLook(kind, detail);
      if (!found || this.zoom < found.from || this.zoom > found.to) return undefined;
      const px = Math.round(valueAt(found.size, this.zoom));
      const font = `${found.weight} ${px}px ${this.font}`;
      return this.text(this.palette[found.colour], px, TEXT_Z.place + found.rank, { font, padding: [3, 4, 3, 4] });
    });
    return this.withText(look, name);
  }
}
