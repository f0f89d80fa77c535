import type { Tags } from "../../osm/osm-types";
import { named, table } from "./tables";
import type { Attributes, Classified } from "../map-feature";

/** [kind, first zoom] of the values of "highway"; what is missing is not drawn. */
const HIGHWAYS = table<readonly [kind: string, minZoom: number]>({
  motorway: ["highway", 4],
  motorway_link: ["highway", 10],
  trunk: ["major_road", 6],
  trunk_link: ["major_road", 11],
  primary: ["major_road", 7],
  primary_link: ["major_road", 11],
  secondary: ["major_road", 9],
  secondary_link: ["major_road", 12],
  tertiary: ["major_road", 10],
  tertiary_link: ["major_road", 12],
  unclassified: ["minor_road", 11],
  residential: ["minor_road", 11],
  living_street: ["minor_road", 12],
  road: ["minor_road", 12],
  service: ["minor_road", 13],
  pedestrian: ["path", 12],
  track: ["path", 12],
  path: ["path", 13],
  cycleway: ["path", 13],
  bridleway: ["path", 13],
  footway: ["path", 13],
  steps: ["path", 14],
});

const RAILWAYS = table<number>({ rail: 9, narrow_gauge: 10, light_rail: 11, subway: 12, funicular: 12, tram: 13 });
const WATERWAYS = table<number>({ river: 8, canal: 10, stream: 12, ditch: 14, drain: 14 });
/** Where names and numbers of roads are first shown. */
const NAMED_FROM = table<number>({ highway: 11, major_road: 12, minor_road: 13, path: 14, rail: 14 });
const BRIDGES_FROM = 12;

const YES = new Set(["yes", "true", "1", "viaduct", "aqueduct", "building_passage"]);
const isYes = (value: string | undefined): boolean => value !== undefined && YES.has(value);

export function classifyLine(tags: Tags): Classified | null {
  return road(tags) ?? waterway(tags);
}

function road(tags: Tags): Classified | null {
  const { highway, railway, route, service } = tags;
  const levels = {
    ...(isYes(tags["bridge"]) ? { is_bridge: true } : {}),
    ...(isYes(tags["tunnel"]) ? { is_tunnel: true } : {}),
  };
  const known = HIGHWAYS[highway ?? ""];
  if (highway !== undefined && known) {
    if (tags["area"] === "yes") return null;
    const [kind, minZoom] = known;
    // Sidewalks and ways across parking spaces would cover the streets beside them.
    const isAside =
      (highway === "footway" && ["sidewalk", "crossing"].includes(tags["footway"] ?? "")) ||
      (highway === "service" && ["parking_aisle", "driveway"].includes(service ?? ""));
    return {
      layer: "roads",
      minZoom: isAside ? 14 : minZoom,
      attributes: {
        kind,
        kind_detail: highway,
        ...named(tags),
        ...(tags["ref"] && kind !== "path" ? { ref: tags["ref"].split(";")[0]!.trim() } : {}),
        ...(highway.endsWith("_link") ? { is_link: true } : {}),
        ...levels,
      },
    };
  }
  const railZoom = RAILWAYS[railway ?? ""];
  if (railway !== undefined && railZoom !== undefined)
    return {
      layer: "roads",
      // Sidings and yards.
      minZoom: service === undefined ? railZoom : Math.max(railZoom, 13),
      attributes: { kind: "rail", kind_detail: railway, ...named(tags), ...levels },
    };
  if (route === "ferry") return { layer: "roads", minZoom: 8, attributes: { kind: "ferry", ...named(tags) } };
  return null;
}

function waterway(tags: Tags): Classified | null {
  const { waterway: kind } = tags;
  const minZoom = WATERWAYS[kind ?? ""];
  if (kind === undefined || minZoom === undefined || isYes(tags["tunnel"]) || tags["tunnel"] === "culvert") return null;
  const attributes: Attributes = { kind, ...named(tags) };
  if (tags["intermittent"] === "yes") attributes["intermittent"] = true;
  return { layer: "water", minZoom, attributes };
}

/** What a road says of itself at a zoom: names that can't be drawn yet would only keep its pieces apart. */
export function attributesAt(attributes: Attributes, zoom: number): Attributes {
  const namedFrom = NAMED_FROM[String(attributes["kind"])] ?? 0;
  if (zoom >= namedFrom && zoom >= BRIDGES_FROM) return attributes;
  const { name, ref, is_bridge, is_tunnel, ...rest } = attributes;
  const isNamed = zoom >= namedFrom;
  return {
    ...rest,
    ...(isNamed && name !== undefined ? { name } : {}),
    ...(isNamed && ref !== undefined ? { ref } : {}),
    ...(zoom >= BRIDGES_FROM && is_bridge ? { is_bridge } : {}),
    ...(zoom >= BRIDGES_FROM && is_tunnel ? { is_tunnel } : {}),
  };
}
