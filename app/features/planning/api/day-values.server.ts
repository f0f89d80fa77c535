/** Start, end and vehicle settings of plans and routes, between the API's fields and those of the settings actions. */
import { z } from "zod";
import { vehicleSettingsFromJson } from "~/db/codecs.server";
import type { RoutingPlanRow, RoutingRouteRow } from "~/db/tables";
import { speedPercent } from "~/domain/vehicle/vehicle";
import type { ActionValues } from "~/http/api/resource";
import { AppError } from "~/lib/errors";

const Settings = z.strictObject({
  work_hour_start: z.string().optional(),
  work_hour_end: z.string().optional(),
  max_distance: z.number().optional(),
  speed_factor: z.number().optional(),
  has_breaks: z.union([z.boolean(), z.literal([0, 1])]).optional(),
  break_start: z.string().optional(),
  break_end: z.string().optional(),
  break_duration: z.number().optional(),
});

/** The fields that are stored. */
export const storedDay = (row: RoutingPlanRow | RoutingRouteRow): ActionValues => {
  const settings = vehicleSettingsFromJson(row.vehicle_settings);
  return {
    startLocationType: row.start_location_type,
    startLocationAddress: row.start_location_address ?? "",
    startLocationLat: row.start_location_lat,
    startLocationLng: row.start_location_lng,
    endLocationType: row.end_location_type,
    endLocationAddress: row.end_location_address ?? "",
    endLocationLat: row.end_location_lat,
    endLocationLng: row.end_location_lng,
    workHourStart: settings.workHourStart ?? "",
    workHourEnd: settings.workHourEnd ?? "",
    hasBreaks: settings.hasBreaks ?? null,
    breakStart: settings.breakStart ?? "",
    breakEnd: settings.breakEnd ?? "",
    breakDuration: settings.breakDuration ?? 0,
    speedPercent: settings.speedFactor === undefined ? null : speedPercent(settings.speedFactor),
  };
};

/** `vehicle_settings` taken apart; a key that is missing in it is not set. */
export function withoutSettingsText({ vehicleSettings, ...values }: ActionValues): ActionValues {
  if (vehicleSettings === undefined) return values;
  const parsed = Settings.safeParse(jsonOf(String(vehicleSettings ?? "") || "{}"));
  if (!parsed.success)
    throw new AppError("api.vehicle_settings", "vehicle_settings is not correct", {
      status: 422,
      field: "vehicleSettings",
    });
  const set = parsed.data;
  return {
    ...values,
    workHourStart: set.work_hour_start ?? "",
    workHourEnd: set.work_hour_end ?? "",
    hasBreaks: set.has_breaks === undefined ? null : Boolean(set.has_breaks),
    breakStart: set.break_start ?? "",
    breakEnd: set.break_end ?? "",
    breakDuration: set.break_duration ?? 0,
    speedPercent: set.speed_factor === undefined ? null : speedPercent(set.speed_factor),
    ...(set.max_distance === undefined ? {} : { maxDistance: set.max_distance }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Some of the values differ from what is stored. */
export const differs = (values: ActionValues, stored: ActionValues): boolean =>
  Object.entries(values).some(([name, value]) => value !== stored[name]);
