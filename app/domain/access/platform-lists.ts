/** How lists of all users and all companies are narrowed and ordered; what isn't named narrows nothing. */
import { oneOfChoices } from "~/lib/one-of-choices";

export const SORT_PARAM = "sort";

export const USER_STATES = ["active", "ban", "unverified", "removed"] as const;
export type UserState = (typeof USER_STATES)[number];
export const USER_STATE_LABELS: Readonly<Record<UserState, string>> = {
  active: "Active",
  ban: "Banned",
  unverified: "Not verified",
  removed: "Removed",
};

export const USER_SORTS = ["newest", "name", "active"] as const;
export type UserSort = (typeof USER_SORTS)[number];
export const USER_SORT_LABELS: Readonly<Record<UserSort, string>> = {
  newest: "Newest first",
  name: "By name",
  active: "Last active first",
};

export const COMPANY_SORTS = ["newest", "title"] as const;
export type CompanySort = (typeof COMPANY_SORTS)[number];
export const COMPANY_SORT_LABELS: Readonly<Record<CompanySort, string>> = {
  newest: "Newest first",
  title: "By title",
};

export const userStateOf = (text: string | null): UserState | undefined => oneOfChoices(USER_STATES, text);
export const userSortOf = (text: string | null): UserSort => oneOfChoices(USER_SORTS, text) ?? "newest";
export const companySortOf = (text: string | null): CompanySort => oneOfChoices(COMPANY_SORTS, text) ?? "newest";
