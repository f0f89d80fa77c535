/** What a user has chosen for themselves (`users.settings`, JSON). */
export interface UserSettings {
  /** the steps until the first plan are not shown */
  firstStepsHidden?: boolean;
  /** which road engine their calculations ask first; absent: osrm */
  router?: "osrm" | "valhalla";
  /** what their maps show where the server has a key for Google's tiles; absent: google */
  map?: "google" | "openstreetmap";
}
