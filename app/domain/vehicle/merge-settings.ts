/** Settings merge: company, vehicle, plan, route, in this order; empty values are skipped. */
import { DEFAULT_SPEED_FACTOR, DEFAULT_WORK_HOUR_END, DEFAULT_WORK_HOUR_START } from "../constants";
import { VEHICLE_SETTINGS_KEYS } from "./vehicle-settings";
import type { CompanySettings } from "../company/company";
import type { Vehicle } from "./vehicle";
import type { VehicleSettings, VehicleSettingsOverride } from "./vehicle-settings";

const KEYS = Object.keys(VEHICLE_SETTINGS_KEYS) as (keyof VehicleSettings)[];

/**
 * Nothing is set: no value, empty text, or 0 for a number. `false` for breaks is a choice: a route can switch off the
 * breaks that its plan switched on.
 */
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "" || value === 0;

const companyLevel = (
  company: Pick<CompanySettings, "defaultVehicleStartHour" | "defaultVehicleEndHour" | "defaultHasBreaks">,
): VehicleSettingsOverride => ({
  workHourStart: company.defaultVehicleStartHour,
  workHourEnd: company.defaultVehicleEndHour,
  hasBreaks: company.defaultHasBreaks,
});

function vehicleLevel(
  vehicle: Pick<
    Vehicle,
    "workHourStart" | "workHourEnd" | "maxDistance" | "speedFactor" | "breakStart" | "breakEnd" | "breakDuration"
  >,
): VehicleSettingsOverride {
  const level: VehicleSettingsOverride = {
    workHourStart: vehicle.workHourStart,
    workHourEnd: vehicle.workHourEnd,
    maxDistance: vehicle.maxDistance,
    speedFactor: vehicle.speedFactor,
  };
  if (vehicle.breakStart !== null) level.breakStart = vehicle.breakStart;
  if (vehicle.breakEnd !== null) level.breakEnd = vehicle.breakEnd;
  if (vehicle.breakDuration !== null) level.breakDuration = vehicle.breakDuration;
  // A vehicle with a whole break takes it; plan and route can still switch it off for a day.
  if (!isEmpty(vehicle.breakStart) && !isEmpty(vehicle.breakEnd) && !isEmpty(vehicle.breakDuration))
    level.hasBreaks = true;
  return level;
}

/** Later levels win; an empty value never hides one from a level before. */
export function mergeVehicleSettings(
  ...levels: readonly (VehicleSettingsOverride | null | undefined)[]
): VehicleSettings {
  const merged: VehicleSettings = {
    workHourStart: DEFAULT_WORK_HOUR_START,
    workHourEnd: DEFAULT_WORK_HOUR_END,
    maxDistance: 0,
    speedFactor: DEFAULT_SPEED_FACTOR,
    hasBreaks: false,
    breakStart: "",
    breakEnd: "",
    breakDuration: 0,
  };
  for (const level of levels) {
    if (level === null || level === undefined) continue;
    for (const key of KEYS) {
      if (!isEmpty(level[key])) Object.assign(merged, { [key]: level[key] });
    }
  }
  return merged;
}

/** The settings in force on a route. */
export function settingsOfRoute(
  company: Parameters<typeof companyLevel>[0],
  vehicle: Parameters<typeof vehicleLevel>[0] | null,
  plan: { vehicleSettings: VehicleSettingsOverride },
  route: { vehicleSettings: VehicleSettingsOverride },
): VehicleSettings {
  return mergeVehicleSettings(
    companyLevel(company),
    vehicle === null ? null : vehicleLevel(vehicle),
    plan.vehicleSettings,
    route.vehicleSettings,
  );
}

/** Breaks count only if they are switched on and start, end and duration are all present. */
export const hasWholeBreak = (settings: VehicleSettings): boolean =>
  settings.hasBreaks && settings.breakStart !== "" && settings.breakEnd !== "" && settings.breakDuration > 0;
