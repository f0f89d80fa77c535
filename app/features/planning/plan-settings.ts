/** What the settings forms of a plan and of its routes start from, and what their fields show. */
import type { Plan } from "~/domain/plan/plan";
import { routeEndsOf } from "~/domain/place";
import type { RouteEnds } from "~/domain/place";
import { textsInUnits } from "~/domain/unit-fields";
import type { Units } from "~/domain/units";
import { speedPercent } from "~/domain/vehicle/vehicle";

/** What the form of a route starts from. */
export type RouteSettingsView = Pick<Plan, "vehicleSettings"> & RouteEnds;

/** Of a plan, beside what its routes may have for themselves. */
export const PLAN_FIELDS = [
  "squashDuration",
  "solvingTime",
  "exploration",
  "visitBalanceCoefficient",
  "avoidTolls",
  "avoidHighways",
  "aim",
] as const satisfies readonly (keyof Plan)[];

/** What the form of a plan starts from. */
export type PlanSettingsView = Pick<Plan, (typeof PLAN_FIELDS)[number]> & RouteSettingsView;

export const planSettingsView = (plan: PlanSettingsView): PlanSettingsView => ({
  squashDuration: plan.squashDuration,
  solvingTime: plan.solvingTime,
  exploration: plan.exploration,
  visitBalanceCoefficient: plan.visitBalanceCoefficient,
  avoidTolls: plan.avoidTolls,
  avoidHighways: plan.avoidHighways,
  aim: plan.aim,
  ...routeSettingsView(plan),
});

export const routeSettingsView = (route: RouteSettingsView): RouteSettingsView => ({
  vehicleSettings: route.vehicleSettings,
  ...routeEndsOf(route),
});

const numberText = (value: number | null | undefined): string => (value ? String(value) : "");
const flagText = (value: boolean): string => (value ? "1" : "0");

/** What the fields of a route's form show. */
export function routeSettingsTexts({ vehicleSettings: day, ...ends }: RouteSettingsView, units: Units) {
  const texts = {
    startLocationType: ends.startLocationType as string,
    startLocationAddress: ends.startLocationAddress ?? "",
    startLocationLat: ends.startLocationLat === null ? "" : String(ends.startLocationLat),
    startLocationLng: ends.startLocationLng === null ? "" : String(ends.startLocationLng),
    endLocationType: ends.endLocationType as string,
    endLocationAddress: ends.endLocationAddress ?? "",
    endLocationLat: ends.endLocationLat === null ? "" : String(ends.endLocationLat),
    endLocationLng: ends.endLocationLng === null ? "" : String(ends.endLocationLng),
    workHourStart: day.workHourStart ?? "",
    workHourEnd: day.workHourEnd ?? "",
    maxDistance: numberText(day.maxDistance),
    speedPercent: day.speedFactor === undefined ? "" : String(speedPercent(day.speedFactor)),
    hasBreaks: day.hasBreaks === undefined ? "" : flagText(day.hasBreaks),
    breakStart: day.breakStart ?? "",
    breakEnd: day.breakEnd ?? "",
    breakDuration: numberText(day.breakDuration),
  };
  return textsInUnits(texts, units);
}

/** What the fields of a plan's form show. */
export function planSettingsTexts(plan: PlanSettingsView, units: Units) {
  const { maxDistance: _maxDistance, ...day } = routeSettingsTexts(plan, units);
  return {
    squashDuration: String(plan.squashDuration),
    solvingTime: String(plan.solvingTime),
    exploration: String(plan.exploration),
    visitBalanceCoefficient: String(plan.visitBalanceCoefficient),
    avoidTolls: flagText(plan.avoidTolls),
    avoidHighways: flagText(plan.avoidHighways),
    aim: plan.aim as string,
    ...day,
  };
}

/** What only means something together. */
export const SETTINGS_TOGETHER = [
  ["startLocationType", "startLocationAddress", "startLocationLat", "startLocationLng"],
  ["endLocationType", "endLocationAddress", "endLocationLat", "endLocationLng"],
] as const;
