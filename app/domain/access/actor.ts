/** Who makes a request: built by the guards from a session or an API key, read by `can`. */

import type { Scope } from "./scopes";

/**
 * Rights over the whole platform, beside companies (column `users.platform_role`; specification: ids 1 and 2, and 4
 * and 5). 'sudo': sudo admin and dev admin; 'dev': dev admin; 'dev_team': sees development settings only.
 * Super admin is 'sudo', 'dev', or the flag `is_admin`.
 */
export type PlatformRole = "none" | "dev_team" | "dev" | "sudo";

export interface Actor {
  /** `api`: a program with a company's API key. */
  kind: "anonymous" | "user" | "api";
  /** `users.id`; null for anonymous and api */
  userId: number | null;
  /** the company that the actor works for now; null for none */
  companyId: number | null;
  /** `company_members.id` in that company; null when the actor is no member */
  memberId: number | null;
  isOwner: boolean;
  /** `company_members.is_admin`; owners are company admins without it */
  isAdmin: boolean;
  isDispatcher: boolean;
  /** `company_members.is_courier` */
  isDriver: boolean;
  platformRole: PlatformRole;
  /** `users.is_admin`, the server's own flag */
  hasAdminFlag: boolean;
  /** of a program: what its key is for */
  scopes: readonly Scope[];
}

export const ANONYMOUS: Actor = {
  kind: "anonymous",
  userId: null,
  companyId: null,
  memberId: null,
  isOwner: false,
  isAdmin: false,
  isDispatcher: false,
  isDriver: false,
  platformRole: "none",
  hasAdminFlag: false,
  scopes: [],
};

export const isSudo = (actor: Actor): boolean => actor.platformRole === "sudo";
export const isDev = (actor: Actor): boolean => actor.platformRole === "dev" || isSudo(actor);
/** Sees development settings (custom time, speed). */
export const isDevTeam = (actor: Actor): boolean => actor.platformRole !== "none";
export const isSuperAdmin = (actor: Actor): boolean => isDev(actor) || actor.hasAdminFlag;
/** Owner, or member with is_admin. */
export const isCompanyAdmin = (actor: Actor): boolean => actor.isOwner || actor.isAdmin;
/** A driver who plans nothing: the app leads them to their own routes. */
export const isOnlyDriver = (actor: Actor): boolean =>
  actor.kind === "user" && actor.isDriver && !actor.isDispatcher && !isCompanyAdmin(actor) && !isSuperAdmin(actor);
