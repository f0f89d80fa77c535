/** What a user has chosen for themselves (`users.settings`, JSON). */
export interface UserSettings {
  /** the steps until the first plan are not shown */
  firstStepsHidden?: boolean;
  /** which road engine their calculations ask first; absent: osrm */
  router?: "osrm" | "valhalla";
  /** what their maps show where the server has a key for Google's tiles; absent: google */
  map?: "google" | "openstreetmap";
  /** shows what isn't finished */
  experimental?: boolean;
  /** in which units distances and weights are shown and typed; absent: those of the country (`domain/units`) */
  unit_system_id?: UnitSystem | undefined;
  /** the service of the help chat (scheme and host) that they agreed to; absent: none is loaded */
  help_chat?: string | undefined;
  /** the product's time for this user is one of their own */
  dev_custom_time?: boolean;
  /** what it showed at `dev_current_time`; 'YYYY-MM-DD HH:mm:ss', UTC */
  dev_start_time?: string;
  /** the time at which it was set; 'YYYY-MM-DD HH:mm:ss', UTC */
  dev_current_time?: string;
  /** how much quicker it goes than the time: ../time/person-clock */
  dev_speed_factor?: number;
}

export type UnitSystem = "metric" | "imperial";

export const ROUTERS = ["osrm", "valhalla"] as const;
export const MAPS = ["google", "openstreetmap"] as const;
export const UNIT_SYSTEMS = ["metric", "imperial"] as const;
