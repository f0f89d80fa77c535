/** How routes, stops and vehicles look on the map of a light page. Colours are those of its style sheet. */
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { LightMapPlace, LightMapStop, LightMapVehicle } from "~/domain/light-map";

interface LightColours {
  ink: string;
  soft: string;
  paper: string;
  line: string;
  accent: string;
  accentInk: string;
  done: string;
  failed: string;
  font: string;
}

export function readColours(): LightColours {
  const css = getComputedStyle(document.documentElement);
  const read = (name: string) => css.getPropertyValue(name).trim();
  return {
    ink: read("--ink"),
    soft: read("--ink-soft"),
    paper: read("--paper"),
    line: read("--line"),
    accent: read("--accent"),
    accentInk: read("--accent-ink"),
    done: read("--done"),
    failed: read("--failed"),
    font: getComputedStyle(document.body).fontFamily,
  };
}

const MARKS: Readonly<Record<LightMapStop["state"], string>> = { left: "", done: "✓", failed: "✕" };
const NARROW_NUMBER = 2;

/** Markers are all drawn; of numbers that would lie over each other the next stop's comes first. */
export function stopLook(stop: LightMapStop, colours: LightColours): Style {
  const { ink, paper, accent, accentInk, done, failed, font } = colours;
  const edge = { left: stop.isNext ? paper : accent, done, failed }[stop.state];
  const text = { left: stop.isNext ? accentInk : ink, done, failed }[stop.state];
  const label = MARKS[stop.state] || stop.label;
  const radius = (stop.isNext ? 16 : 12) + (label.length > NARROW_NUMBER ? 3 : 0);
  return new Style({
    image: new CircleStyle({
      radius,
      fill: new Fill({ color: stop.isNext ? accent : paper }),
      stroke: new Stroke({ color: edge, width: 2.5 }),
      declutterMode: "none",
    }),
    text: new Text({
      text: label,
      font: `700 ${stop.isNext ? 15 : 12}px ${font}`,
      fill: new Fill({ color: text }),
      offsetY: 1,
    }),
    zIndex: stop.isNext ? 2 : stop.state === "left" ? 1 : 0,
  });
}

/** What is driven already stays, paler: the way back is on it, too. */
export function lineLook(isPast: boolean, { paper, accent, soft }: LightColours): Style[] {
  const round = { lineCap: "round", lineJoin: "round" } as const;
  return [
    new Style({ stroke: new Stroke({ color: paper, width: isPast ? 6 : 8, ...round }) }),
    new Style({ stroke: new Stroke({ color: isPast ? soft : accent, width: isPast ? 3 : 5, ...round }) }),
  ];
}

const nameUnder = (name: string, { ink, paper, font }: LightColours): Text =>
  new Text({
    text: name,
    font: `600 13px ${font}`,
    offsetY: 22,
    fill: new Fill({ color: ink }),
    stroke: new Stroke({ color: paper, width: 4 }),
  });

export function placeLook({ name }: LightMapPlace, colours: LightColours): Style {
  return new Style({
    image: new RegularShape({
      points: 4,
      angle: Math.PI / 4,
      radius: 13,
      fill: new Fill({ color: colours.ink }),
      stroke: new Stroke({ color: colours.paper, width: 2.5 }),
      declutterMode: "none",
    }),
    text: nameUnder(name, colours),
  });
}

/** An arrow in the direction of driving; a diamond where that is not known. */
export function vehicleLook({ name, headingDeg, isStale }: LightMapVehicle, colours: LightColours): Style {
  const rotation = ((headingDeg ?? 0) * Math.PI) / 180;
  const shape =
    headingDeg === null
      ? { points: 4, radius: 15, rotation: 0 }
      : { points: 3, radius: 17, rotation, rotateWithView: true, scale: [0.8, 1.15] as [number, number] };
  return new Style({
    image: new RegularShape({
      ...shape,
      fill: new Fill({ color: isStale ? colours.soft : colours.ink }),
      stroke: new Stroke({ color: colours.paper, width: 3 }),
      declutterMode: "none",
    }),
    text: nameUnder(isStale ? `${name} (not up to date)` : name, colours),
    zIndex: 3,
  });
}

/** The blue dot that all phones draw, and how far off it may be. */
const OWN_BLUE = "#1a73e8";
const OWN_REACH = "rgba(26, 115, 232, 0.16)";

export const ownLooks = (): { dot: Style; reach: Style } => ({
  dot: new Style({
    image: new CircleStyle({
      radius: 9,
      fill: new Fill({ color: OWN_BLUE }),
      stroke: new Stroke({ color: "#ffffff", width: 3 }),
    }),
    zIndex: 4,
  }),
  reach: new Style({ fill: new Fill({ color: OWN_REACH }), stroke: new Stroke({ color: OWN_BLUE, width: 1 }) }),
});
