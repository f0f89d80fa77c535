/** What the settings forms make of a plan, or of its route. */
import type { Refusal } from "~/domain/decision";
import { fieldInWords } from "~/domain/plan/changed-fields";
import { routeEndsOf } from "~/domain/place";
import type { RouteEnds } from "~/domain/place";
import type { Units } from "~/domain/units";
import { crossedRange } from "~/domain/validation/crossed-range";
import { staleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { steppedSpeed } from "~/domain/vehicle/vehicle";
import type { VehicleSettingsOverride } from "~/domain/vehicle/vehicle-settings";
import { pickDefined } from "~/lib/pick";
import {
  PLAN_FIELDS,
  planSettingsTexts,
  planSettingsView,
  routeSettingsTexts,
  routeSettingsView,
} from "./plan-settings";
import type { PlanSettingsView, RouteSettingsView } from "./plan-settings";
import type { PlanSettingsInput, RouteSettingsInput } from "./schemas";

/** Start and end with what is given; coordinates and address count for "Custom" alone. */
function endsOf(input: RouteSettingsInput, stored: RouteEnds): RouteEnds {
  const start = input.startLocationType;
  const end = input.endLocationType;
  return {
    ...routeEndsOf(stored),
    ...(start && {
      startLocationType: start,
      startLocationLat: start === "C" ? (input.startLocationLat ?? null) : null,
      startLocationLng: start === "C" ? (input.startLocationLng ?? null) : null,
      startLocationAddress: start === "C" ? (input.startLocationAddress ?? "") : null,
    }),
    ...(end && {
      endLocationType: end,
      endLocationLat: end === "C" ? (input.endLocationLat ?? null) : null,
      endLocationLng: end === "C" ? (input.endLocationLng ?? null) : null,
      endLocationAddress: end === "C" ? (input.endLocationAddress ?? "") : null,
    }),
  };
}

/** What is given is read, what isn't stays as it is stored. */
const given = <In, Out>(value: In | undefined, read: (value: In) => Out | undefined, stored: Out | undefined) =>
  value === undefined ? stored : read(value);
const some = <Value>(value: Value): Exclude<Value, null | "" | 0> | undefined =>
  value === null || value === "" || value === 0 ? undefined : (value as Exclude<Value, null | "" | 0>);

/** What the plan sets for all its vehicles, or a route for its own; empty fields leave it to the levels before. */
export const vehicleSettingsOf = (
  input: RouteSettingsInput,
  stored: VehicleSettingsOverride = {},
): VehicleSettingsOverride =>
  pickDefined({
    workHourStart: given(input.workHourStart, some<string>, stored.workHourStart),
    workHourEnd: given(input.workHourEnd, some<string>, stored.workHourEnd),
    speedFactor: given(
      input.speedPercent,
      (percent) => (percent === null ? undefined : steppedSpeed(percent)),
      stored.speedFactor,
    ),
    hasBreaks: given(input.hasBreaks, some<boolean | null>, stored.hasBreaks),
    breakStart: given(input.breakStart, some<string>, stored.breakStart),
    breakEnd: given(input.breakEnd, some<string>, stored.breakEnd),
    breakDuration: given(input.breakDuration, some<number>, stored.breakDuration),
    maxDistance: given(input.maxDistance, some<number>, stored.maxDistance),
  });

/** Start, end, hours, speed and breaks with what is given. */
const settingsWith = (stored: RouteSettingsView, input: RouteSettingsInput): RouteSettingsView => ({
  ...endsOf(input, stored),
  vehicleSettings: vehicleSettingsOf(input, stored.vehicleSettings),
});

/** The same of a plan. */
const planSettingsWith = (stored: PlanSettingsView, input: PlanSettingsInput): PlanSettingsView => ({
  ...planSettingsView(stored),
  ...pickDefined(Object.fromEntries(PLAN_FIELDS.map((name) => [name, input[name]]))),
  ...settingsWith(stored, input),
});

/** What the form showed, and in whose units. */
export interface SettingsSeen {
  seen: FieldTexts;
  units: Units;
}

type Changed<View> = { ok: true; settings: View } | { ok: false; error: Refusal };

function checked<View extends RouteSettingsView>(
  of: "plan" | "route",
  stored: View,
  settings: View,
  textsOf: (settings: View, units: Units) => FieldTexts,
  { seen, units }: SettingsSeen,
): Changed<View> {
  const texts = { seen, stored: textsOf(stored, units), next: textsOf(settings, units) };
  const values = Object.fromEntries(Object.entries({ ...stored, ...stored.vehicleSettings }));
  const error =
    staleFields("plan.changed", texts, (name) => {
      const field = name === "speedPercent" ? "speedFactor" : name;
      return fieldInWords(of, field, values[field], units);
    }) ??
    crossedRange(["workHourStart", "workHourEnd"], settings.vehicleSettings, stored.vehicleSettings) ??
    crossedRange(["breakStart", "breakEnd"], settings.vehicleSettings, stored.vehicleSettings);
  return error === null ? { ok: true, settings } : { ok: false, error };
}

/**
 * A route's settings with what is given. Refused are fields that somebody else has changed since the form showed them,
 * and hours or breaks that run backwards, at the end that was changed.
 */
export const changedRouteSettings = (
  stored: RouteSettingsView,
  input: RouteSettingsInput,
  seen: SettingsSeen,
): Changed<RouteSettingsView> =>
  checked("route", routeSettingsView(stored), settingsWith(stored, input), routeSettingsTexts, seen);

/** The same of a plan's settings. */
export const changedPlanSettings = (
  stored: PlanSettingsView,
  input: PlanSettingsInput,
  seen: SettingsSeen,
): Changed<PlanSettingsView> =>
  checked("plan", planSettingsView(stored), planSettingsWith(stored, input), planSettingsTexts, seen);
