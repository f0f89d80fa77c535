import type { BasePalette } from "./base-palette";

/** Zooms of the view and the value there; in between along a curve, as streets grow with the zoom. */
type Steps = readonly (readonly [zoom: number, value: number])[];

export function valueAt(steps: Steps, zoom: number): number {
  const first = steps[0]!;
  if (zoom <= first[0]) return zoom < first[0] ? 0 : first[1];
  for (let index = 1; index < steps.length; index += 1) {
    const [toZoom, to] = steps[index]!;
    const [fromZoom, from] = steps[index - 1]!;
    if (zoom <= toZoom) return from * (to / from) ** ((zoom - fromZoom) / (toZoom - fromZoom));
  }
  return steps[steps.length - 1]![1];
}

export interface RoadLook {
  /** px; nothing is drawn below the first zoom */
  width: Steps;
  fill: keyof BasePalette;
  casing: keyof BasePalette | null;
  /** what lies over what where roads cross */
  rank: number;
  dash?: readonly number[];
  /** the first zoom at which its name is written */
  named: number;
}

const MAIN = { fill: "main", casing: "mainCasing" } as const;
const STREET = { fill: "street", casing: "streetCasing" } as const;
const PATH = { fill: "path", casing: null, rank: 0, named: 16.5 } as const;
const WIDE: Steps = [
  [8, 0.8],
  [11, 2],
  [13, 4],
  [16, 11],
  [19, 26],
];
const TERTIARY: Steps = [
  [10.5, 0.9],
  [13, 2.6],
  [16, 8.5],
  [19, 22],
];
const MINOR: Steps = [
  [11.5, 0.6],
  [13, 1.2],
  [14, 2.4],
  [16, 7],
  [19, 20],
];
const LINK: Steps = [
  [11, 0.8],
  [13, 2],
  [16, 6],
  [19, 15],
];
const THIN: Steps = [
  [13.5, 0.6],
  [16, 1.2],
  [19, 2.5],
];
const RAIL: Steps = [
  [9.5, 0.7],
  [14, 1.3],
  [18, 2.5],
];

/** By the detailed kind, which is the value of OpenStreetMap's own key. */
const BY_DETAIL: Readonly<Record<string, RoadLook>> = {
  motorway: {
    width: [
      [4.5, 0.7],
      [8, 1.4],
      [11, 2.8],
      [13, 5],
      [16, 13],
      [19, 28],
    ],
    fill: "motorway",
    casing: "motorwayCasing",
    rank: 9,
    named: 12,
  },
  motorway_link: { width: LINK, fill: "motorway", casing: "motorwayCasing", rank: 6, named: 16 },
  trunk: { width: WIDE, ...MAIN, rank: 8, named: 12.5 },
  trunk_link: { width: LINK, ...MAIN, rank: 5, named: 16 },
  primary: { width: WIDE, ...MAIN, rank: 7, named: 12.5 },
  primary_link: { width: LINK, ...MAIN, rank: 5, named: 16 },
  secondary: {
    width: [
      [9.5, 0.8],
      [12, 2],
      [14, 4],
      [16, 10],
      [19, 24],
    ],
    ...MAIN,
    rank: 6,
    named: 13,
  },
  secondary_link: { width: LINK, ...STREET, rank: 4, named: 16 },
  tertiary: { width: TERTIARY, ...STREET, rank: 5, named: 13.5 },
  tertiary_link: { width: LINK, ...STREET, rank: 4, named: 16 },
  unclassified: { width: MINOR, ...STREET, rank: 3, named: 14.5 },
  residential: { width: MINOR, ...STREET, rank: 3, named: 14.5 },
  service: {
    width: [
      [14, 0.8],
      [16, 3.5],
      [19, 11],
    ],
    ...STREET,
    rank: 2,
    named: 16.5,
  },
  track: { ...PATH, width: THIN, dash: [5, 3] },
  pedestrian: { width: MINOR, ...STREET, rank: 2, named: 15.5 },
  steps: { ...PATH, width: THIN, dash: [1.5, 1.5] },
};

const BY_KIND: Readonly<Record<string, RoadLook>> = {
  highway: BY_DETAIL["motorway"]!,
  major_road: BY_DETAIL["primary"]!,
  minor_road: BY_DETAIL["residential"]!,
  path: { ...PATH, width: THIN, dash: [3, 2] },
  rail: { width: RAIL, fill: "rail", casing: null, rank: 10, named: 15, dash: [6, 2] },
  ferry: { width: RAIL, fill: "waterLabel", casing: null, rank: 0, named: 12, dash: [4, 4] },
};

/** Tiles may name a kind as something that every object has. */
const own = (looks: Readonly<Record<string, RoadLook>>, name: string): RoadLook | null =>
  Object.prototype.hasOwnProperty.call(looks, name) ? looks[name]! : null;

export const roadLook = (kind: string, detail: string | undefined): RoadLook | null =>
  (BY_KIND[kind] && detail !== undefined ? own(BY_DETAIL, detail) : null) ?? own(BY_KIND, kind);

const GREEN = ["park", "grass", "meadow", "grassland", "garden", "golf_course", "village_green", "recreation_ground"];
const MORE_GREEN = ["pitch", "playground", "cemetery", "allotments", "zoo", "national_park", "scrub", "wetland"];
const FIELDS = ["farmland", "orchard", "vineyard"];
const WORK = ["industrial", "commercial", "railway", "military", "quarry", "aerodrome", "runway", "airfield"];
const BUILT = ["residential", "school", "kindergarten", "university", "college", "hospital", "parking", "urban_area"];
const BARE = ["beach", "sand", "bare_rock", "glacier", "pedestrian", "pier", "barren"];

type LandLook = readonly [colour: keyof BasePalette, rank: number];
const alike = (kinds: readonly string[], look: LandLook) => kinds.map((kind): [string, LandLook] => [kind, look]);

/** Colours of land by its kind; other kinds are not drawn. The larger the number, the further on top. */
export const LAND: ReadonlyMap<string, LandLook> = new Map([
  ...alike(BUILT, ["residential", 0]),
  ...alike(FIELDS, ["field", 1]),
  ...alike(WORK, ["work", 2]),
  ...alike([...GREEN, ...MORE_GREEN], ["green", 3]),
  ...alike(["forest", "wood"], ["wood", 4]),
  ...alike(BARE, ["bare", 5]),
]);

interface PlaceLook {
  /** zooms between which it is written */
  from: number;
  to: number;
  /** px */
  size: Steps;
  weight: number;
  colour: "place" | "label";
  rank: number;
}

type Size = readonly [zoom: number, px: number];
const look = (from: number, to: number, sizes: Size[], weight: number, rank: number): PlaceLook => ({
  from,
  to,
  weight,
  rank,
  size: sizes,
  // Small places are no louder than streets.
  colour: rank >= 5 && rank !== 8 ? "place" : "label",
});

/** [kind, detailed kind or any] and the look; the first that fits counts. */
// prettier-ignore
const PLACES: readonly (readonly [kind: string, detail: string | null, look: PlaceLook])[] = [
  ["country", null, look(2, 7, [[2, 12], [7, 16]], 600, 9)],
  ["region", null, look(5, 8, [[5, 11], [8, 13]], 500, 8)],
  ["locality", "city", look(4, 15, [[4, 12], [12, 17]], 600, 7)],
  ["locality", "town", look(8, 16, [[8, 12], [14, 16]], 600, 6)],
  ["locality", "village", look(10, 17, [[10, 11], [15, 15]], 500, 5)],
  ["locality", "hamlet", look(12, 18, [[12, 11], [16, 13]], 500, 3)],
  ["locality", null, look(14, 19, [[14, 10.5], [17, 12]], 400, 1)],
  ["macrohood", null, look(12, 17, [[12, 11], [16, 13]], 500, 4)],
  ["neighbourhood", "suburb", look(12, 17, [[12, 11], [16, 13]], 500, 4)],
  ["neighbourhood", null, look(13.5, 18, [[13, 10.5], [16, 12]], 500, 2)],
];

export const placeLook = (kind: string, detail: string | undefined): PlaceLook | null =>
  PLACES.find(([ofKind, ofDetail]) => ofKind === kind && (ofDetail === null || ofDetail === detail))?.[2] ?? null;
