/** Which accounts a super admin may manage. */
import { ALLOWED, refuse } from "../decision";
import type { Permission } from "../decision";
import { isSudo, isSuperAdmin } from "./actor";
import type { Actor, PlatformRole } from "./actor";

export interface ManagedAccount {
  id: number;
  platform_role: PlatformRole;
  is_admin: 0 | 1;
}

/** Nobody closes their own account here: a platform without a super admin could not be managed any more. */
export function mayClose(actor: Actor, account: ManagedAccount): Permission {
  const permission = mayManage(actor, account);
  if (!permission.ok || account.id !== actor.userId) return permission;
  return refuse("account.own", "You can't block or remove your own account", 409);
}

/**
 * An account whose e-mail is not verified is held until its mail is opened: with a mistyped one only the holder of that
 * mailbox could lift it. So nobody leaves their own e-mail unverified here.
 */
export function mayLeaveUnverified(actor: Actor, account: ManagedAccount): Permission {
  const permission = mayManage(actor, account);
  if (!permission.ok || account.id !== actor.userId) return permission;
  return refuse(
    "account.own_email",
    "Your own e-mail would keep you out until it is verified. Mark it as verified, or ask another super admin.",
    409,
  );
}

/** Accounts with rights over the platform are for sudo admins: others could take such rights over by a new password. */
export function mayManage(actor: Actor, account: ManagedAccount): Permission {
  if (!isSuperAdmin(actor)) return refuse("forbidden", "You have no access", 403);
  const isStaff = account.platform_role !== "none" || account.is_admin === 1;
  if (!isStaff || account.id === actor.userId || isSudo(actor)) return ALLOWED;
  return refuse("account.staff", "Only a sudo admin may change this account", 403);
}
