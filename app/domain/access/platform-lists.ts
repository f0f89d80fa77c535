/** How the list of all users is narrowed; what isn't named narrows nothing. */
import { oneOfChoices } from "~/lib/one-of-choices";

export const USER_STATES = ["active", "ban", "unverified", "removed"] as const;
export type UserState = (typeof USER_STATES)[number];
export const USER_STATE_LABELS: Readonly<Record<UserState, string>> = {
  active: "Active",
  ban: "Banned",
  unverified: "Not verified",
  removed: "Removed",
};

export const userStateOf = (text: string | null): UserState | undefined => oneOfChoices(USER_STATES, text);
