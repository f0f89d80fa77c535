/** Inputs of calculations and the problems that they are for the solver, at 36 km/h as the crow flies. */
import { buildProblem } from "~/domain/calculation/build-problem";
import type { TravelTable } from "~/domain/calculation/travel-tables";
import { buildInputInPieces } from "~/domain/calculation/build-input";
import type { CalculationSource } from "~/domain/calculation/build-input";
import { collectPlaces } from "~/domain/calculation/places";
import { distanceMeters } from "~/domain/validation/coordinates";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit, makeWarehouse } from "../make";
import { atOnce } from "../../../helpers/pieces";
import { travelModes } from "~/domain/calculation/travel-mode";

export const HOUR = 3600;

export function inputOf(part: Partial<CalculationSource> = {}) {
  const decision = atOnce(
    buildInputInPieces({
      company: makeCompany(),
      plan: makePlan(),
      warehouses: [makeWarehouse()],
      vehicles: [makeVehicle()],
      routes: [makeRoute({ status: 1, endLocationType: "W" })],
      visits: [makeVisit({ id: 1, routeId: null, status: 1 })],
      mode: "full",
      timeZone: "Europe/Vaduz",
      now: "2026-06-01 04:00:00",
      ...part,
    }),
  );
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
}

/** 36 km/h as the crow flies. */
export function table(places: readonly { lat: number; lng: number }[]): TravelTable {
  const size = places.length;
  const distancesM = Int32Array.from({ length: size * size }, (_, i) =>
    Math.round(distanceMeters(places[Math.floor(i / size)]!, places[i % size]!)),
  );
  return { size, distancesM, durationsSec: distancesM.map((meters) => Math.round(meters / 10)) };
}

export function problemOf(input: ReturnType<typeof inputOf>) {
  const places = collectPlaces(input);
  return buildProblem(
    input,
    places,
    Object.fromEntries([...travelModes(input).keys()].map((key) => [key, table(places.places)])),
  );
}
