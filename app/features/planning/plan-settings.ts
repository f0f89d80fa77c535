/** Between the settings form and the plan. */
import type { Refusal } from "~/domain/decision";
import type { Plan } from "~/domain/plan/plan";
import { routeEndsOf } from "~/domain/place";
import type { RouteEnds } from "~/domain/place";
import { crossedRange } from "~/domain/validation/crossed-range";
import { steppedSpeed } from "~/domain/vehicle/vehicle";
import type { VehicleSettingsOverride } from "~/domain/vehicle/vehicle-settings";
import type { PlanSettingsInput, RouteSettingsInput } from "./schemas";

/** Start and end; coordinates and address count for "Custom" alone. */
export function endsOf(input: PlanSettingsInput | RouteSettingsInput): RouteEnds {
  const start = input.startLocationType === "C";
  const end = input.endLocationType === "C";
  return {
    startLocationType: input.startLocationType,
    startLocationLat: start ? input.startLocationLat : null,
    startLocationLng: start ? input.startLocationLng : null,
    startLocationAddress: start ? input.startLocationAddress : null,
    endLocationType: input.endLocationType,
    endLocationLat: end ? input.endLocationLat : null,
    endLocationLng: end ? input.endLocationLng : null,
    endLocationAddress: end ? input.endLocationAddress : null,
  };
}

/** What the plan sets for all its vehicles, or a route for its own; empty fields leave it to the levels before. */
export function vehicleSettingsOf(input: PlanSettingsInput | RouteSettingsInput): VehicleSettingsOverride {
  const set: VehicleSettingsOverride = {};
  if (input.workHourStart !== "") set.workHourStart = input.workHourStart;
  if (input.workHourEnd !== "") set.workHourEnd = input.workHourEnd;
  if (input.speedPercent !== null) set.speedFactor = steppedSpeed(input.speedPercent);
  if (input.hasBreaks !== null) set.hasBreaks = input.hasBreaks;
  if (input.breakStart !== "") set.breakStart = input.breakStart;
  if (input.breakEnd !== "") set.breakEnd = input.breakEnd;
  if (input.breakDuration > 0) set.breakDuration = input.breakDuration;
  if ("maxDistance" in input && input.maxDistance > 0) set.maxDistance = input.maxDistance;
  return set;
}

/** Why these hours or breaks are not stored, at the end that was changed; null when they are fine. */
export const crossedHours = (
  input: PlanSettingsInput | RouteSettingsInput,
  stored: VehicleSettingsOverride,
): Refusal | null =>
  crossedRange(["workHourStart", "workHourEnd"], input, stored) ??
  crossedRange(["breakStart", "breakEnd"], input, stored);

/** What the settings form starts from. */
export type PlanSettingsView = Pick<
  Plan,
  | "squashDuration"
  | "solvingTime"
  | "exploration"
  | "visitBalanceCoefficient"
  | "avoidTolls"
  | "avoidHighways"
  | "aim"
  | "vehicleSettings"
> &
  RouteEnds;

export function planSettingsView(plan: Plan): PlanSettingsView {
  return {
    squashDuration: plan.squashDuration,
    solvingTime: plan.solvingTime,
    exploration: plan.exploration,
    visitBalanceCoefficient: plan.visitBalanceCoefficient,
    avoidTolls: plan.avoidTolls,
    avoidHighways: plan.avoidHighways,
    aim: plan.aim,
    vehicleSettings: plan.vehicleSettings,
    ...routeEndsOf(plan),
  };
}

/** What the form of a route starts from. */
export type RouteSettingsView = Pick<Plan, "vehicleSettings"> & RouteEnds;

export function routeSettingsView(route: RouteSettingsView): RouteSettingsView {
  return {
    vehicleSettings: route.vehicleSettings,
    ...routeEndsOf(route),
  };
}
