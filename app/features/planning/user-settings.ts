/** What a user has chosen for themselves (`users.settings`, JSON). */
export interface UserSettings {
  /** the steps until the first plan are not shown */
  firstStepsHidden?: boolean;
}
