/**
 * The places of an input, numbered for the travel matrices, and its sites.
 *
 * A place is a door: travel is measured between places. Visits within 15 m of the first of them are at one site, which
 * is what "the same place" means for squash duration; the way between them may be long by road all the same, around a
 * river or a block. Starts and ends have numbers of their own, because the solver pays no setup at a vehicle's own
 * start, while the first visit beside the warehouse still takes its whole service time. A route that goes on from a
 * visit starts at that visit's place and site: the next visit there is a further one, with the squash duration only.
 */
import { addTo } from "~/lib/grouped";
import { SAME_PLACE_METERS } from "../constants";
import { distanceMeters } from "../validation/coordinates";
import type { Place } from "../place";
import type { FleetEntry } from "./calculation-input";

export interface CalculationPlaces {
  /** row and column i of the matrices */
  places: Place[];
  /** by visit id */
  visitIndex: Map<number, number>;
  /** the place that stands for a visit's site, by visit id */
  visitSite: Map<number, number>;
  /** by route id */
  startIndex: Map<number, number>;
  /** of a route that goes on from a visit, by route id */
  startSite: Map<number, number>;
  /** by route id; missing for an open end */
  endIndex: Map<number, number>;
}

/** Degrees of latitude that are a little more than 15 m; cells of that size hold all neighbours. */
const CELL_DEG = 0.00015;

const keyOf = ({ lat, lng }: Place): string => `${lat}:${lng}`;

/** Where an input's visits are, and where its vehicles start and end. */
interface PlacedInput {
  visits: Readonly<Record<string, Place>>;
  fleet: Readonly<Record<string, Pick<FleetEntry, "start_location" | "end_location" | "start_visit_id">>>;
}

export function collectPlaces(input: PlacedInput): CalculationPlaces {
  const places: Place[] = [];
  const cells = new Map<string, number[]>();
  const cellOf = (place: Place, dLat: number, dLng: number): string => {
    // Cells span more degrees of longitude towards the poles, so that they stay wide enough in metres; all of a row
    // the same, or its columns would not stand above each other.
    const row = Math.floor(place.lat / CELL_DEG) + dLat;
    const width = CELL_DEG / Math.max(0.01, Math.cos((row * CELL_DEG * Math.PI) / 180));
    return `${row}:${Math.floor(place.lng / width) + dLng}`;
  };

  /** The number of a door; parcels for one door share it. */
  const visitPlaces = new Map<string, number>();
  const visitPlace = (place: Place): number => {
    const key = keyOf(place);
    const known = visitPlaces.get(key);
    if (known !== undefined) return known;
    const index = places.push({ lat: place.lat, lng: place.lng }) - 1;
    visitPlaces.set(key, index);
    return index;
  };

  /** The first visit place within 15 m of one, which may be itself. */
  const siteOf = (index: number): number => {
    const place = places[index]!;
    for (let dLat = -1; dLat <= 1; dLat++) {
      for (let dLng = -1; dLng <= 1; dLng++) {
        for (const site of cells.get(cellOf(place, dLat, dLng)) ?? []) {
          if (distanceMeters(places[site]!, place) <= SAME_PLACE_METERS) return site;
        }
      }
    }
    addTo(cells, cellOf(place, 0, 0), index);
    return index;
  };

  const visitIndex = new Map<number, number>();
  const visitSite = new Map<number, number>();
  for (const [id, visit] of Object.entries(input.visits)) {
    const index = visitPlace(visit);
    visitIndex.set(Number(id), index);
    visitSite.set(Number(id), siteOf(index));
  }

  const startIndex = new Map<number, number>();
  const startSite = new Map<number, number>();
  const endIndex = new Map<number, number>();
  const ends = new Map<string, number>();
  const endPlace = (place: Place): number => {
    const key = keyOf(place);
    const known = ends.get(key);
    if (known !== undefined) return known;
    const index = places.push({ lat: place.lat, lng: place.lng }) - 1;
    ends.set(key, index);
    return index;
  };
  for (const [id, entry] of Object.entries(input.fleet)) {
    const start = entry.start_location;
    const index = entry.start_visit_id === undefined ? endPlace(start) : visitPlace(start);
    startIndex.set(Number(id), index);
    if (entry.start_visit_id !== undefined) startSite.set(Number(id), siteOf(index));
    if (entry.end_location !== undefined) endIndex.set(Number(id), endPlace(entry.end_location));
  }
  return { places, visitIndex, visitSite, startIndex, startSite, endIndex };
}
