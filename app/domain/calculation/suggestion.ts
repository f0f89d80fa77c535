/** What applying the cheapest change that would serve a visit does: to a route's day, to a vehicle, or to the visit. */
import { NO_VEHICLE } from "../constants";
import { refuse } from "../decision";
import { canReceiveVisits } from "../visit/visit-permissions";
import { formatM3, formatNumber } from "../format-number";
import { formatDuration, minutesUp } from "../time/format";
import { formatHHmm, parseHHmm } from "../time/hhmm";
import { DIMENSION, volumeOf, weightOf } from "./units";
import type { Refusal } from "../decision";
import { RouteStatus } from "../route/route-status";
import type { Route } from "../route/route";
import { plateOrTitle } from "../vehicle/vehicle";
import type { Vehicle } from "../vehicle/vehicle";
import { hasWholeBreak } from "../vehicle/merge-settings";
import type { VehicleSettings, VehicleSettingsOverride } from "../vehicle/vehicle-settings";
import type { Visit } from "../visit/visit";
import type { StoredSuggestion } from "./reasons";
import { formatTypedDistance, formatWeight } from "../format-units";
import { METRIC } from "../units";
import type { Units } from "../units";
import { VEHICLE_LIMITS } from "../vehicle/vehicle-limits";

type Suggestion = StoredSuggestion;
type Limits = Partial<Pick<Vehicle, "capacity" | "maxLoad" | "maxQuantity" | "overtime">>;

/** `sentence` has the old and the new value. A change of a vehicle also holds after this day. */
type SuggestionEffect =
  | { scope: "route"; routeId: number; set: VehicleSettingsOverride; sentence: string }
  | { scope: "vehicle"; vehicleId: number; set: Limits; sentence: string }
  | { scope: "visit"; set: Partial<Pick<Visit, "startTime" | "endTime">>; sentence: string };

export interface SuggestionInput {
  suggestion: Suggestion;
  visit: Pick<Visit, "startTime" | "endTime">;
  /** the suggested route; undefined when the plan no longer has it */
  route: Pick<Route, "id" | "isLocked" | "status"> | undefined;
  vehicle: Vehicle | undefined;
  /** in force on that route */
  settings: VehicleSettings;
  /** of the person who reads what it says */
  units?: Units;
}

const OUTDATED = refuse("suggestion.outdated", "The suggestion doesn't fit the plan any more. Calculate again.", 409);
const DAY_MIN = 24 * 60;
/** the most that the vehicle form takes */
const { overtime: MAX_OVERTIME_MIN, maxDistance: MAX_DISTANCE_KM } = VEHICLE_LIMITS;

const roundUp = (value: number, digits: number): number =>
  Math.ceil(Number((value * 10 ** digits).toFixed(4))) / 10 ** digits;

/** The change, with values rounded up so that the visit really fits; or why it can't be applied. */
export function suggestionEffect({
  suggestion,
  visit,
  route,
  vehicle,
  settings,
  units = METRIC,
}: SuggestionInput): { ok: true; effect: SuggestionEffect } | { ok: false; error: Refusal } {
  if (route === undefined) return OUTDATED;
  const permission = canReceiveVisits(route);
  if (!permission.ok) return permission;
  if (vehicle === undefined)
    return refuse("route.no_vehicle", `${NO_VEHICLE}. Choose a vehicle or remove the route.`, 409);
  const { amount } = suggestion;
  // The reasons use the same name.
  const title = plateOrTitle(vehicle);
  const ofRoute = (set: VehicleSettingsOverride, what: string) => ({
    ok: true as const,
    effect: { scope: "route" as const, routeId: route.id, set, sentence: `${title}: ${what}, on this day only.` },
  });
  const ofVehicle = (set: Limits, what: string) => ({
    ok: true as const,
    effect: {
      scope: "vehicle" as const,
      vehicleId: vehicle.id,
      set,
      sentence: `${title}: ${what}, in every plan from now on.`,
    },
  });

  switch (suggestion.change) {
    case "overtime": {
      const end = parseHHmm(settings.workHourEnd);
      if (end === null) return OUTDATED;
      const later = end + minutesUp(amount);
      if (later <= DAY_MIN)
        return ofRoute(
          { workHourEnd: formatHHmm(later) },
          `working hours end at ${formatHHmm(later)} instead of ${settings.workHourEnd}`,
        );
      // A day's hours end at midnight; what lies after it is overtime, which only the vehicle has.
      const overtime = vehicle.overtime + minutesUp(amount);
      if (overtime > MAX_OVERTIME_MIN) return refuse("suggestion.too_late", "The vehicle can't work that long.", 409);
      return ofVehicle(
        { overtime },
        `${formatDuration(overtime * 60)} of overtime instead of ${formatDuration(vehicle.overtime * 60)}`,
      );
    }
    case "earlier_start": {
      const start = parseHHmm(settings.workHourStart);
      if (start === null || route.status === RouteStatus.OnRoute) return OUTDATED;
      const earlier = start - minutesUp(amount);
      if (earlier < 0) return refuse("suggestion.too_early", "The vehicle would have to start on the day before.", 409);
      return ofRoute(
        { workHourStart: formatHHmm(earlier) },
        `working hours begin at ${formatHHmm(earlier)} instead of ${settings.workHourStart}`,
      );
    }
    case "max_distance": {
      if (settings.maxDistance === 0) return OUTDATED;
      const km = roundUp(settings.maxDistance + amount / 1000, 1);
      if (km > MAX_DISTANCE_KM)
        return refuse("suggestion.too_far", `The most is ${formatTypedDistance(MAX_DISTANCE_KM, units)}.`, 409);
      return ofRoute(
        { maxDistance: km },
        `${formatTypedDistance(km, units)} at most instead of ${formatTypedDistance(settings.maxDistance, units)}`,
      );
    }
    case "capacity": {
      const weight = suggestion.index === DIMENSION.Weight;
      const now = weight ? vehicle.maxLoad : vehicle.capacity;
      if (now === 0) return OUTDATED;
      const more = roundUp(now + (weight ? weightOf(amount) : volumeOf(amount)), weight ? 2 : 3);
      return weight
        ? ofVehicle({ maxLoad: more }, `${formatWeight(more, units)} of load instead of ${formatWeight(now, units)}`)
        : ofVehicle({ capacity: more }, `${formatM3(more)} of capacity instead of ${formatM3(now)}`);
    }
    case "max_tasks": {
      if (vehicle.maxQuantity === 0) return OUTDATED;
      const more = vehicle.maxQuantity + Math.ceil(amount);
      return ofVehicle(
        { maxQuantity: more },
        `${formatNumber(more)} visits at most instead of ${formatNumber(vehicle.maxQuantity)}`,
      );
    }
    case "time_window": {
      const end = parseHHmm(visit.endTime);
      if (end === null) return OUTDATED;
      const later = end + minutesUp(amount);
      if (later > DAY_MIN) return refuse("suggestion.too_late", "The time window would end on the day after.", 409);
      return {
        ok: true,
        effect: {
          scope: "visit",
          set: { endTime: formatHHmm(later) },
          sentence: `The visit's time window ends at ${formatHHmm(later)} instead of ${visit.endTime}.`,
        },
      };
    }
    case "time_window_earlier": {
      const start = parseHHmm(visit.startTime);
      if (start === null) return OUTDATED;
      const earlier = start - minutesUp(amount);
      if (earlier < 0) return refuse("suggestion.too_early", "The time window would begin on the day before.", 409);
      return {
        ok: true,
        effect: {
          scope: "visit",
          set: { startTime: formatHHmm(earlier) },
          sentence: `The visit's time window begins at ${formatHHmm(earlier)} instead of ${visit.startTime}.`,
        },
      };
    }
    case "break": {
      const end = hasWholeBreak(settings) ? parseHHmm(settings.breakEnd) : null;
      if (end === null) return OUTDATED;
      const later = end + minutesUp(amount);
      if (later > DAY_MIN) return refuse("suggestion.too_late", "The break would be on the day after.", 409);
      return ofRoute(
        { breakEnd: formatHHmm(later) },
        `the break is taken until ${formatHHmm(later)} instead of ${settings.breakEnd}`,
      );
    }
    case "break_earlier": {
      const start = hasWholeBreak(settings) ? parseHHmm(settings.breakStart) : null;
      if (start === null) return OUTDATED;
      const earlier = start - minutesUp(amount);
      if (earlier < 0) return refuse("suggestion.too_early", "The break would be on the day before.", 409);
      return ofRoute(
        { breakStart: formatHHmm(earlier) },
        `the break may begin at ${formatHHmm(earlier)} instead of ${settings.breakStart}`,
      );
    }
    // Only calculations of the API have longest driving times: the specification gives vehicles no such field.
    default:
      return refuse(
        "suggestion.by_hand",
        "No field here holds this: change it where the calculation's data come from, " +
          "or move the visit to the route by hand. Nothing holds it back there.",
        409,
      );
  }
}
