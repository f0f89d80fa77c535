/** Where a visit was reported from, and whether that can have been at the stop. */
import type { Place } from "../place";
import { formatNearby } from "../format-units";
import { isPrecise } from "../position/position";
import type { Units } from "../units";
import { distanceMeters, hasCoordinates } from "../validation/coordinates";
import type { Visit } from "./visit";
import type { VisitFields } from "./visit-reset";

/** Further from the stop than this, driver and dispatcher are warned. */
const FAR_M = 100;
/** A place that is known no better than this says nothing; phones give more where they guess by the network. */
export const WORST_ACCURACY_M = 1_000_000;

export interface ReportedPlace extends Place {
  /** metres, within which the phone was most likely; null: it did not say */
  accuracyM: number | null;
}

type Stop = { lat: number | null; lng: number | null };

/** What a report says about its place, as far as it says it. A place without coordinates is none. */
export const reportedPlaceOf = ({
  lat,
  lng,
  accuracyM,
}: {
  lat?: number | undefined;
  lng?: number | undefined;
  accuracyM?: number | undefined;
}): ReportedPlace | null =>
  hasCoordinates({ lat, lng }) ? { lat: lat!, lng: lng!, accuracyM: accuracyM ?? null } : null;

/** Nobody knows where it was reported from. */
export const NO_PLACE = { reportedLat: null, reportedLng: null, reportedAccuracy: null } as const satisfies VisitFields;

/** As a visit keeps it, whole metres. */
export const fieldsOfPlace = (place: ReportedPlace | null | undefined): VisitFields =>
  place
    ? {
        reportedLat: place.lat,
        reportedLng: place.lng,
        reportedAccuracy: place.accuracyM === null ? null : Math.round(place.accuracyM),
      }
    : {};

type Reported = Pick<Visit, "lat" | "lng" | "reportedLat" | "reportedLng" | "reportedAccuracy">;

/** Where a visit was reported from; null where nobody knows. */
export const placeOfReport = ({ reportedLat, reportedLng, reportedAccuracy }: Reported): ReportedPlace | null =>
  hasCoordinates({ lat: reportedLat, lng: reportedLng })
    ? { lat: reportedLat!, lng: reportedLng!, accuracyM: reportedAccuracy }
    : null;

/** Metres to the stop; null: the stop has no place. */
const metersToStop = (stop: Stop, from: Place): number | null =>
  hasCoordinates(stop) ? distanceMeters({ lat: stop.lat!, lng: stop.lng! }, from) : null;

/**
 * Metres to a stop at which the phone can't have been: it was more than 100 m away even if it was as near as its
 * accuracy allows. Otherwise null, also where the phone knows its place too roughly for any answer.
 */
export function farFromStop(stop: Stop, from: ReportedPlace): number | null {
  const meters = isPrecise(from) ? metersToStop(stop, from) : null;
  return meters !== null && meters - (from.accuracyM ?? 0) > FAR_M ? meters : null;
}

/** '340 m from the stop (±20 m)'. */
export const fromStopWords = (meters: number, accuracyM: number | null, units: Units): string =>
  `${formatNearby(meters, units)} from the stop${accuracyM === null ? "" : ` (±${formatNearby(accuracyM, units)})`}`;

/** Where a visit was reported, in words, and whether it can't have been at the stop; null: nobody knows. */
export function reportWords(visit: Reported, units: Units): { words: string; isFar: boolean } | null {
  const from = placeOfReport(visit);
  const meters = from === null ? null : metersToStop(visit, from);
  if (from === null || meters === null) return null;
  return {
    words: `Reported ${fromStopWords(meters, from.accuracyM, units)}`,
    isFar: farFromStop(visit, from) !== null,
  };
}
