/**
 * Settings of a vehicle for one day. Company, vehicle, plan and route each may give some of them
 * (see `mergeVehicleSettings`). Times are 'HH:mm' local to the warehouse.
 */
export interface VehicleSettings {
  workHourStart: string;
  workHourEnd: string;
  /** kilometres, 0 for no limit */
  maxDistance: number;
  /** ratio, 1 is the usual speed */
  speedFactor: number;
  hasBreaks: boolean;
  breakStart: string;
  breakEnd: string;
  /** minutes */
  breakDuration: number;
}

/** What a level really sets; a missing key leaves the level above in force. */
export type VehicleSettingsOverride = Partial<VehicleSettings>;

/** The same keys as the specification stores them in `vehicle_settings` (JSON). */
export const VEHICLE_SETTINGS_KEYS = {
  workHourStart: "work_hour_start",
  workHourEnd: "work_hour_end",
  maxDistance: "max_distance",
  speedFactor: "speed_factor",
  hasBreaks: "has_breaks",
  breakStart: "break_start",
  breakEnd: "break_end",
  breakDuration: "break_duration",
} as const satisfies Record<keyof VehicleSettings, string>;
