/** Why a visit is on no route, as lists and files say it. */
import { hasCoordinates } from "../validation/coordinates";
import { lacksPlace } from "./visit-permissions";
import type { Visit } from "./visit";
import { shownReason, shownSuggestion } from "../calculation/shown-sentences";
import { METRIC } from "../units";
import type { Units } from "../units";

export const NO_PLACE_REASON = "Set the place on the map: without coordinates it can't be planned.";

type Unserved = Pick<Visit, "lat" | "lng" | "type" | "unservedReason">;

/** Why a visit is not served, null while that is unknown (nothing was calculated yet). */
export function reasonOf(visit: Unserved, units: Units = METRIC): string | null {
  if (lacksPlace(visit)) return NO_PLACE_REASON;
  return visit.unservedReason ? shownReason(visit.unservedReason, units) : null;
}

/** The reason in one line: what prevents it, and what would serve it. */
export function reasonWithSuggestion(visit: Unserved, units: Units = METRIC): string | null {
  const reason = reasonOf(visit, units);
  const suggestion = hasCoordinates(visit) ? (visit.unservedReason?.suggestion ?? null) : null;
  return reason === null || suggestion === null
    ? reason
    : `${reason} · would fit if ${shownSuggestion(suggestion, units)}`;
}

/** A sorted copy: visits without a place come first, because they can't be planned before it is set. */
export function placesToSetFirst<V extends { lat?: number | null; lng?: number | null }>(visits: readonly V[]): V[] {
  const isSet = ({ lat, lng }: V) => hasCoordinates({ lat, lng });
  return [...visits.filter((visit) => !isSet(visit)), ...visits.filter(isSet)];
}
