import { asArray, asString } from "ol/color.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Icon from "ol/style/Icon.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import { darkFill, darkText } from "~/domain/route/route-palette";
import { iconPath, type IconName } from "~/ui/icons";
import type { MapStop, MapVehicle } from "./map-types";
import { drawArrow } from "./vehicle-arrow.client";
import { markerRadius } from "./marker-size";

/** Colours that depend on light or dark, read from the page's variables. */
export interface MapColours {
  surface: string;
  text: string;
  grid: string;
  gridText: string;
  accent: string;
  red: string;
  amber: string;
  grey: string;
  /** Around stops, and under lines: what sets dark colours off from a dark ground. */
  edge: string;
  casing: string;
  font: string;
  isDark: boolean;
}

export function readColours(): MapColours {
  const css = getComputedStyle(document.documentElement);
  const read = (name: string) => css.getPropertyValue(name).trim() || "#777777";
  return {
    surface: read("--app-surface"),
    text: read("--app-text"),
    grid: read("--map-grid"),
    gridText: read("--map-grid-text"),
    accent: read("--app-accent-text"),
    red: read("--status-red-fg"),
    amber: read("--status-amber-dot"),
    grey: read("--status-grey-dot"),
    edge: read("--map-edge"),
    casing: read("--map-casing"),
    font: read("--app-font"),
    isDark: document.documentElement.getAttribute("data-mantine-color-scheme") === "dark",
  };
}

const faded = (colour: string, alpha: number): string => {
  const [r = 0, g = 0, b = 0] = asArray(colour);
  return asString([r, g, b, alpha]);
};

/** The line that is drawn around visits. Without a marker for points, which would follow the pointer all day. */
export function lassoStyle(): Style {
  const { accent } = readColours();
  return new Style({ stroke: new Stroke({ color: accent, width: 2 }), fill: new Fill({ color: faded(accent, 0.12) }) });
}

/** A square that looks as large as a circle: its corners are further out than the circle's edge. */
const SQUARE = 1.28;
/** More stops than a route has. */
const MOST_STACKED = 10_000;

/** Arrows differ by no less, so that they share their drawings. */
const HEADING_STEP_DEG = 5;
/** Pixels of a drawing for each of the page. */
const drawScale = (): number => Math.max(2, Math.ceil(window.devicePixelRatio || 1));

interface ArrowLook {
  fill: string;
  ink: string;
  ring: string;
  square: boolean;
  heading: number | null;
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

interface StopLook {
  /** Numbers where there is room for them, dots where not. */
  labelled: boolean;
  faded: boolean;
  emphasis: "none" | "hover" | "selected";
  /** other stops stand at its place */
  more?: boolean;
  /** marker and number lie together over the stops before it */
  stacked?: boolean;
}

/** Styles of stops, lines and places; each look is made once and shared by all features that have it. */
export class MapStyles {
  private readonly cache = new Map<string, Style | Style[]>();

  constructor(readonly colours: MapColours) {}

  private once<T extends Style | Style[]>(key: string, make: () => T): T {
    const known = this.cache.get(key);
    if (known !== undefined) return known as T;
    const made = make();
    this.cache.set(key, made);
    return made;
  }

  /** A route's colour on the page's ground. */
  private fill(colour: string): string {
    return this.colours.isDark ? darkFill(colour) : colour;
  }

  /** The text on it. */
  private ink(colour: string, textColour = "#ffffff"): string {
    return this.colours.isDark ? darkText(colour, textColour) : textColour;
  }

  private font(weight: number, px: number): string {
    return `${weight} ${px}px ${this.colours.font}`;
  }

  stop(stop: MapStop, look: StopLook): Style[] {
    const what = `${stop.colour}|${stop.square ? "square" : ""}|${stop.label}|${stop.status}|${stop.warning ? 1 : 0}`;
    const marks = `${look.labelled ? 1 : 0}${look.faded ? 1 : 0}${look.more ? 1 : 0}${look.stacked ? 1 : 0}`;
    return this.once(`stop|${what}|${marks}${look.emphasis}`, () => this.makeStop(stop, look));
  }

  private makeStop(stop: MapStop, look: StopLook): Style[] {
    const { surface, red, amber, grey, accent, edge: rim } = this.colours;
    const alpha = look.faded ? 0.3 : 1;
    const strong = look.emphasis !== "none";
    const isUnscheduled = stop.status === "unscheduled";
    const past = stop.status === "done" || stop.status === "failed";
    const colour = isUnscheduled ? grey : this.fill(stop.colour);
    const labelled = (look.labelled && !isUnscheduled) || strong;
    const fill = isUnscheduled || past ? surface : colour;
    const edge = stop.status === "failed" ? red : isUnscheduled || past ? colour : rim;
    const label =
      stop.status === "done" ? "✓" : stop.status === "failed" ? "✕" : look.more ? `${stop.label}+` : stop.label;
    const radius = (labelled && !isUnscheduled ? markerRadius(label) : isUnscheduled ? 6 : 5) + (strong ? 3 : 0);
    const numberColour = stop.status === "failed" ? red : this.colours.text;
    const textColour = past ? numberColour : this.ink(stop.colour, stop.textColour);
    const styles: Style[] = [];
    // The first stop on top: it is where one begins to read.
    const zIndex = look.stacked && labelled ? MOST_STACKED - (Number(stop.label) || 0) : undefined;
    if (strong) {
      styles.push(
        new Style({
          image: new CircleStyle({
            radius: radius + 4,
            fill: new Fill({ color: faded(accent, look.emphasis === "selected" ? 0.5 : 0.28) }),
          }),
        }),
      );
    }
    const drawing = {
      fill: new Fill({ color: faded(fill, alpha) }),
      stroke: new Stroke({ color: faded(edge, alpha), width: isUnscheduled || past ? 2.5 : 1.5 }),
    };
    styles.push(
      new Style({
        image:
          stop.square && !isUnscheduled
            ? new RegularShape({ ...drawing, points: 4, angle: Math.PI / 4, radius: radius * SQUARE })
            : new CircleStyle({ ...drawing, radius }),
        text:
          labelled && !isUnscheduled
            ? new Text({
                text: label,
                font: this.font(600, strong ? 13 : 11),
                fill: new Fill({ color: faded(textColour, look.faded ? 0.6 : 1) }),
                offsetY: 0.5,
              })
            : undefined,
        ...(zIndex === undefined ? {} : { zIndex }),
      }),
    );
    if (stop.warning && !look.faded) {
      styles.push(
        new Style({
          image: new CircleStyle({
            radius: 4,
            displacement: [radius * 0.8, radius * 0.8],
            fill: new Fill({ color: amber }),
            stroke: new Stroke({ color: surface, width: 1.5 }),
          }),
          ...(zIndex === undefined ? {} : { zIndex }),
        }),
      );
    }
    return styles;
  }

  line(colour: string, look: "normal" | "selected" | "faded", dashed = false): Style[] {
    return this.once(`line|${colour}|${look}|${dashed ? "dashed" : ""}`, () => {
      if (look === "faded")
        return [new Style({ stroke: new Stroke({ color: faded(this.fill(colour), 0.22), width: 2 }) })];
      const width = look === "selected" ? 5 : 3;
      const stroke = dashed
        ? { lineCap: "butt" as const, lineDash: [width * 3.5, width * 1.5] }
        : { lineCap: "round" as const };
      return [
        new Style({
          stroke: new Stroke({
            color: faded(this.colours.casing, 0.9),
            width: width + 3,
            lineCap: "round",
            lineJoin: "round",
          }),
        }),
        new Style({ stroke: new Stroke({ color: this.fill(colour), width, lineJoin: "round", ...stroke }) }),
      ];
    });
  }

  /** The name of a route on its line, for users who can't tell its colour. */
  routeName(name: string, colour: string, textColour?: string): Style {
    return this.once(
      `name|${name}|${colour}`,
      () =>
        new Style({
          text: new Text({
            text: cut(name, 20),
            font: this.font(600, 11),
            fill: new Fill({ color: this.ink(colour, textColour) }),
            backgroundFill: new Fill({ color: this.fill(colour) }),
            backgroundStroke: new Stroke({ color: this.colours.edge, width: 1.5 }),
            padding: [2, 5, 1, 5],
          }),
        }),
    );
  }

  warehouse(name: string): Style {
    return this.once(`warehouse|${name}`, () =>
      this.badge("warehouse", this.colours.text, this.colours.surface, name, 28),
    );
  }

  /** What is still to be driven, beside the ways that were driven. */
  ahead(colour: string, selected: boolean): Style[] {
    // Half seen through is too dark on a dark ground.
    const alpha = selected || this.colours.isDark ? 0.9 : 0.5;
    return this.once(`ahead|${colour}|${selected}`, () => [
      new Style({
        stroke: new Stroke({
          color: faded(this.fill(colour), alpha),
          width: selected ? 3 : 2,
          lineDash: [6, 4],
        }),
      }),
    ]);
  }

  trail(colour: string, look: "normal" | "selected" | "faded"): Style[] {
    if (look === "faded") return this.line(colour, look);
    return this.once(`trail|${colour}|${look}`, () => [
      new Style({
        stroke: new Stroke({
          color: faded(this.fill(colour), 0.75),
          width: look === "selected" ? 5 : 3,
          lineJoin: "round",
        }),
      }),
    ]);
  }

  /** An arrow in its route's colour; grey, with its age, where the position is old. */
  vehicle(vehicle: MapVehicle, look: "normal" | "faded" | "hover"): Style[] {
    const { name, colour, textColour, square = false, headingDeg, stale } = vehicle;
    const heading = headingDeg === null ? null : Math.round(headingDeg / HEADING_STEP_DEG) * HEADING_STEP_DEG;
    const label = [cut(name, 20), stale].filter(Boolean).join(" · ");
    return this.once(`vehicle|${label}|${colour}|${square}|${heading}|${look}`, () => {
      const { grey, surface, text, accent } = this.colours;
      const isFaded = look === "faded";
      const ring = this.fill(colour);
      const fill = stale === undefined ? ring : grey;
      const arrow = this.arrow({
        fill,
        ink: stale === undefined ? this.ink(colour, textColour) : "#ffffff",
        ring,
        square,
        heading,
      });
      const styles = [
        new Style({
          image: new Icon({
            img: arrow,
            scale: 1 / drawScale(),
            rotation: ((heading ?? 0) * Math.PI) / 180,
            opacity: isFaded ? 0.35 : 1,
            declutterMode: "none",
          }),
          text: isFaded
            ? undefined
            : new Text({
                text: label,
                font: this.font(600, 12),
                offsetY: 24,
                fill: new Fill({ color: text }),
                stroke: new Stroke({ color: faded(surface, 0.9), width: 4 }),
              }),
        }),
      ];
      if (look === "hover")
        styles.unshift(
          new Style({ image: new CircleStyle({ radius: 20, fill: new Fill({ color: faded(accent, 0.3) }) }) }),
        );
      return styles;
    });
  }

  private readonly arrows = new Map<string, HTMLCanvasElement>();

  /** One drawing for each colour, turned by the map. */
  private arrow({ fill, ink, ring, square, heading }: ArrowLook): HTMLCanvasElement {
    const key = `${fill}|${ink}|${ring}|${square}|${heading === null}`;
    let drawn = this.arrows.get(key);
    if (drawn === undefined) {
      drawn = drawArrow(
        { fill, ink, ring, edge: this.colours.surface, square, pointed: heading !== null },
        drawScale(),
      );
      this.arrows.set(key, drawn);
    }
    return drawn;
  }

  pin(): Style[] {
    return this.once("pin", () => [
      new Style({
        image: new CircleStyle({ radius: 16, fill: new Fill({ color: faded(this.colours.accent, 0.25) }) }),
      }),
      new Style({
        image: new CircleStyle({
          radius: 8,
          fill: new Fill({ color: this.colours.accent }),
          stroke: new Stroke({ color: this.colours.surface, width: 3 }),
        }),
      }),
    ]);
  }

  /** A square with one of our icons and a name under it. Drawn on a canvas: no file to load, no address to allow. */
  private badge(icon: IconName, fill: string, ink: string, name: string, px: number): Style {
    const scale = drawScale();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = (px + 4) * scale;
    const pen = canvas.getContext("2d");
    if (pen) {
      pen.scale(scale, scale);
      pen.beginPath();
      pen.roundRect(2, 2, px, px, 7);
      pen.fillStyle = fill;
      pen.fill();
      pen.lineWidth = 2;
      pen.strokeStyle = this.colours.surface;
      pen.stroke();
      const inner = px - 10;
      pen.translate(2 + 5, 2 + 5);
      pen.scale(inner / 24, inner / 24);
      pen.lineWidth = 2;
      pen.lineCap = pen.lineJoin = "round";
      pen.strokeStyle = ink;
      pen.stroke(new Path2D(iconPath(icon)));
    }
    return new Style({
      image: new Icon({ img: canvas, scale: 1 / scale }),
      text: new Text({
        text: cut(name, 28),
        font: this.font(600, 12),
        offsetY: px / 2 + 12,
        fill: new Fill({ color: this.colours.text }),
        stroke: new Stroke({ color: faded(this.colours.surface, 0.9), width: 4 }),
      }),
    });
  }
}
