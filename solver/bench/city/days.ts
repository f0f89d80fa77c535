import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Random } from "../../random";
import { makeDay } from "./make-day";
import type { DayKind } from "./make-day";
import { makeRoads, placesOf, tablesOf } from "./roads";
import type { Tables } from "./roads";

/** A day whose roads are made, or whose travel tables come from an extract (see `npm run bench:city-roads`). */
interface Day {
  readonly name: string;
  readonly kind: DayKind;
  /** Crossings along each side of the made town. */
  readonly side?: number;
}

/** Where travel tables of real places are kept. */
export const TABLES_FOLDER = fileURLToPath(new URL("../../../.cache/bench-city/", import.meta.url));

/** Days in made towns: a clone can run them without other files. */
export const MADE_DAYS: readonly Day[] = [
  { name: "made-80", side: 22, kind: { seed: 101, stops: 80 } },
  { name: "made-120-costs", side: 30, kind: { seed: 102, stops: 120, costs: true } },
  { name: "made-150", side: 34, kind: { seed: 103, stops: 150, twoBreaks: true } },
  { name: "made-160-pairs", side: 30, kind: { seed: 104, stops: 160, shipments: 0.25 } },
  { name: "made-200-costs", side: 36, kind: { seed: 105, stops: 200, costs: true, twoBreaks: true } },
  { name: "made-250", side: 40, kind: { seed: 106, stops: 250 } },
];

/** Days on the roads of Liechtenstein and the strip around it, at other places than those of the shared day. */
export const ROAD_DAYS: readonly Day[] = [
  { name: "liechtenstein-11", kind: { seed: 11, stops: 100, costs: true } },
  { name: "liechtenstein-12", kind: { seed: 12, stops: 150 } },
  { name: "liechtenstein-13", kind: { seed: 13, stops: 220, twoBreaks: true } },
];

/** The day in VROOM's format; null where its travel tables aren't there. */
export function problemOf(day: Day): object | null {
  if (day.side !== undefined) {
    const roads = makeRoads(day.kind.seed, day.side);
    const places = placesOf(roads, day.kind.stops, new Random(day.kind.seed + 7));
    return makeDay(tablesOf(roads, places), day.kind);
  }
  const file = join(TABLES_FOLDER, `${day.name}.json`);
  if (!existsSync(file)) return null;
  const { size, durations, distances } = JSON.parse(readFileSync(file, "utf8")) as Record<keyof Tables, never>;
  return makeDay({ size, durations: Int32Array.from(durations), distances: Int32Array.from(distances) }, day.kind);
}
