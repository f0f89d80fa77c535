/**
 * The places of an input, numbered for the travel matrices.
 *
 * Visits within 15 m of each other get the same number: that is what "the same place" means for squash duration.
 * Starts and ends get numbers of their own, because the solver pays no setup at a vehicle's own start, while the
 * first visit beside the warehouse still takes its whole service time. A route that goes on from a visit starts at
 * that visit's number: the next visit there is a further one and takes the squash duration only.
 */
import { SAME_PLACE_METERS } from "../constants";
import { distanceMeters } from "../validation/coordinates";
import type { Place } from "../place";
import type { FleetEntry } from "./calculation-input";

export interface CalculationPlaces {
  /** row and column i of the matrices */
  places: Place[];
  /** by visit id */
  visitIndex: Map<number, number>;
  /** by route id */
  startIndex: Map<number, number>;
  /** by route id; missing for an open end */
  endIndex: Map<number, number>;
}

/** Degrees of latitude that are a little more than 15 m; cells of that size hold all neighbours. */
const CELL_DEG = 0.00015;

/** Where an input's visits are, and where its vehicles start and end. */
export interface PlacedInput {
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

  /** The visit place within 15 m that was seen first, or a new one. */
  const visitPlace = (place: Place): number => {
    for (let dLat = -1; dLat <= 1; dLat++) {
      for (let dLng = -1; dLng <= 1; dLng++) {
        for (const index of cells.get(cellOf(place, dLat, dLng)) ?? []) {
          const known = places[index];
          if (known !== undefined && distanceMeters(known, place) <= SAME_PLACE_METERS) return index;
        }
      }
    }
    const index = places.push(place) - 1;
    const cell = cellOf(place, 0, 0);
    cells.set(cell, [...(cells.get(cell) ?? []), index]);
    return index;
  };

  const visitIndex = new Map<number, number>();
  for (const [id, visit] of Object.entries(input.visits))
    visitIndex.set(Number(id), visitPlace({ lat: visit.lat, lng: visit.lng }));

  const startIndex = new Map<number, number>();
  const endIndex = new Map<number, number>();
  const ends = new Map<string, number>();
  const endPlace = (place: Place): number => {
    const key = `${place.lat}:${place.lng}`;
    const known = ends.get(key);
    if (known !== undefined) return known;
    const index = places.push({ lat: place.lat, lng: place.lng }) - 1;
    ends.set(key, index);
    return index;
  };
  for (const [id, entry] of Object.entries(input.fleet)) {
    const start = entry.start_location;
    startIndex.set(Number(id), entry.start_visit_id === undefined ? endPlace(start) : visitPlace(start));
    if (entry.end_location !== undefined) endIndex.set(Number(id), endPlace(entry.end_location));
  }
  return { places, visitIndex, startIndex, endIndex };
}
