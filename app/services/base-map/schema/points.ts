import type { Tags } from "../../osm/osm-types";
import type { Classified } from "../map-feature";
import { named, table } from "./tables";

interface PlaceKind {
  kind: string;
  minZoom: number;
  /** inhabitants where none are told: they order the labels */
  population: number;
}
const place = (kind: string, minZoom: number, population: number): PlaceKind => ({ kind, minZoom, population });

const PLACES = table<PlaceKind>({
  country: place("country", 2, 1_000_000),
  state: place("region", 4, 500_000),
  province: place("region", 4, 500_000),
  city: place("locality", 4, 100_000),
  town: place("locality", 7, 10_000),
  village: place("locality", 9, 1_500),
  hamlet: place("locality", 11, 150),
  isolated_dwelling: place("locality", 13, 10),
  farm: place("locality", 13, 10),
  locality: place("locality", 13, 1),
  suburb: place("neighbourhood", 10, 3_000),
  quarter: place("macrohood", 11, 2_000),
  neighbourhood: place("neighbourhood", 12, 500),
});

/** Capitals of countries are shown like cities, however few live there. */
const CAPITAL_ZOOM = 5;

const POPULATION_STEPS = [
  ...[200, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000],
  ...[1_000_000, 5_000_000, 10_000_000],
];

export function classifyPlace(tags: Tags): Classified | null {
  const detail = tags["place"];
  const known = PLACES[detail ?? ""];
  const { name } = named(tags);
  if (detail === undefined || !known || name === undefined) return null;
  const told = Number((tags["population"] ?? "").replace(/[\s.,'’]/g, ""));
  const population = told > 0 && Number.isSafeInteger(told) ? told : known.population;
  const isCapital = tags["capital"] === "yes" || tags["admin_level"] === "2";
  const isLocality = known.kind === "locality";
  const minZoom = isLocality && isCapital ? Math.min(known.minZoom, CAPITAL_ZOOM) : known.minZoom;
  return {
    layer: "places",
    minZoom,
    attributes: {
      kind: known.kind,
      kind_detail: detail,
      name,
      population,
      population_rank: POPULATION_STEPS.filter((step) => population >= step).length + 1,
      min_zoom: minZoom + 1,
      ...(isLocality && isCapital ? { capital: "yes" } : {}),
    },
  };
}

/** A house number, for nodes and for buildings that have one. */
export function classifyAddress(tags: Tags): Classified | null {
  const number = tags["addr:housenumber"]?.trim();
  if (!number || number.length > 12) return null;
  return { layer: "buildings", minZoom: 14, attributes: { kind: "address", addr_housenumber: number } };
}

/** Borders by the level of what they bound; those of communes are left out. */
const BORDERS = table<readonly [kind: string, minZoom: number]>({
  2: ["country", 0],
  3: ["region", 6],
  4: ["region", 4],
  5: ["county", 9],
  6: ["county", 9],
});

export const borderLevel = (tags: Tags): number | null =>
  tags["boundary"] === "administrative" && BORDERS[tags["admin_level"] ?? ""] ? Number(tags["admin_level"]) : null;

export function classifyBorder(level: number): Classified | null {
  const known = BORDERS[String(level)];
  if (!known) return null;
  return { layer: "boundaries", minZoom: known[1], attributes: { kind: known[0], kind_detail: level } };
}
