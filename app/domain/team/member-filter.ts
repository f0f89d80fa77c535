/** What the team's list is narrowed to, beside status and text. */
import { INVITATION_STATES } from "./invitation";
import type { InvitationState } from "./invitation";

export const ROLE_PARAM = "role";
export const STATE_PARAM = "invitation";

export const ROLE_FILTERS = ["admin", "dispatcher", "courier"] as const;
export type RoleFilter = (typeof ROLE_FILTERS)[number];
export const ROLE_FILTER_LABELS: Readonly<Record<RoleFilter, string>> = {
  admin: "Admins",
  dispatcher: "Dispatchers",
  courier: "Drivers",
};

export const isRoleFilter = (text: string | null): text is RoleFilter => ROLE_FILTERS.some((role) => role === text);
export const isStateFilter = (text: string | null): text is InvitationState =>
  INVITATION_STATES.some((state) => state === text);
