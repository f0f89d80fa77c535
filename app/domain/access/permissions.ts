/** The one permission matrix: guards, API, sockets and buttons ask `can(actor, action, subject)`. */
import { ALLOWED, refuse } from "../decision";
import { isApprovedStatus, RouteStatus } from "../route/route-status";
import { isLinkExpired } from "../tracking/link-life";
import type { LinkedDay } from "../tracking/link-life";
import { isCompanyAdmin, isDev, isDevTeam, isSudo, isSuperAdmin } from "./actor";
import type { Permission } from "../decision";
import type { Actor } from "./actor";
import { scopeOf } from "./scopes";

/**
 * The groups that actions are given to. `ownDriver` is a driver on an approved route that is their own, `recentDriver`
 * the same while it concerns them (`seenRoute`); `member` is anybody in the company; `signedIn` needs no company.
 */
type Group =
  | "signedIn"
  | "member"
  | "ownDriver"
  | "recentDriver"
  | "owner"
  | "driver"
  | "dispatcher"
  | "admin"
  | "api"
  | "super"
  | "sudo"
  | "dev"
  | "devTeam";

const PLAN: readonly Group[] = ["dispatcher", "admin", "api", "super"];
const SEE_ROUTE: readonly Group[] = ["recentDriver", ...PLAN];
/** Reports that come late are told from news by rules of their own. */
const DRIVE_ROUTE: readonly Group[] = ["ownDriver", ...PLAN];
const MANAGE: readonly Group[] = ["admin", "super"];

/** Action → who may do it. The type refuses an action that isn't listed here. */
export const PERMISSIONS = {
  "plan.list": PLAN,
  "plan.view": PLAN,
  "plan.create": PLAN,
  "plan.update": PLAN,
  "plan.remove": PLAN,
  "plan.export": PLAN,
  "plan.exportColumns": PLAN,
  "plan.dispatch": PLAN,
  "route.list": PLAN,
  "route.listOwn": ["driver"],
  "route.view": SEE_ROUTE,
  "route.create": PLAN,
  "route.update": PLAN,
  "route.approve": PLAN,
  "route.start": DRIVE_ROUTE,
  "route.finish": DRIVE_ROUTE,
  "route.reset": PLAN,
  "route.lock": PLAN,
  "route.remove": PLAN,
  "route.export": SEE_ROUTE,
  "route.share": PLAN,
  "visit.list": PLAN,
  "visit.view": SEE_ROUTE,
  "visit.create": PLAN,
  "visit.update": PLAN,
  "visit.move": PLAN,
  "visit.remove": PLAN,
  /** done, failed, on route again */
  "visit.report": DRIVE_ROUTE,
  /** photos and signatures */
  "visit.attach": DRIVE_ROUTE,
  /** where the vehicle is, by its driver's phone */
  "position.share": ["ownDriver"],
  /** what happened on the road, or was asked for, and needs an answer */
  "task.settle": PLAN,
  "calculation.list": PLAN,
  "calculation.view": PLAN,
  "calculation.run": PLAN,
  "calculation.cancel": PLAN,
  "calculation.export": PLAN,
  "import.run": PLAN,
  "vehicle.list": PLAN,
  "vehicle.create": PLAN,
  "vehicle.update": PLAN,
  "vehicle.remove": PLAN,
  "warehouse.list": PLAN,
  "warehouse.create": PLAN,
  "warehouse.update": PLAN,
  "warehouse.remove": PLAN,
  "driver.list": PLAN,
  /** people who drive and have no other role */
  "driver.create": MANAGE,
  "member.list": ["dispatcher", "admin", "super"],
  /** names and phones; who gets in and as what asks for `member.roles` besides */
  "member.update": ["dispatcher", "admin", "super"],
  /** who is in the team, and as what */
  "member.roles": MANAGE,
  "member.invite": MANAGE,
  /** makes somebody else the owner */
  "company.handOver": ["owner"],
  /** closes it for everybody */
  "company.remove": MANAGE,
  /** looking addresses up */
  "address.search": ["member", "api", "super"],
  "company.view": ["member", "super"],
  "company.update": MANAGE,
  "company.settings": MANAGE,
  "company.dashboard": ["dispatcher", "admin", "super"],
  "company.api": MANAGE,
  /** the audit log */
  "company.log": MANAGE,
  /** all data of the company, with names, contacts and photos */
  "company.export": MANAGE,
  "company.billing": MANAGE,
  /** approves orders, and agrees on packages with companies */
  "billing.manage": ["super"],
  "company.create": ["signedIn"],
  "template.list": PLAN,
  "template.update": ["dispatcher", "admin", "super"],
  "tracking.view": SEE_ROUTE,
  "profile.update": ["signedIn"],
  "users.manage": ["super"],
  "companies.listAll": ["super"],
  "companies.open": ["super"],
  /** whether it is active, and what super admins remark about it */
  "companies.manage": ["super"],
  /** tells all open pages that the site was upgraded */
  "site.announce": ["super"],
  "admin.view": ["super"],
  /** writes the pages that anybody may read */
  "pages.edit": ["super"],
  "system.generator": ["sudo"],
  "debug.visit": ["sudo"],
  "debug.calculate": ["sudo"],
  "debug.testApi": ["sudo", "dev"],
  "debug.time": ["devTeam"],
} as const satisfies Record<string, readonly Group[]>;

export type Action = keyof typeof PERMISSIONS;
export const ACTIONS = Object.keys(PERMISSIONS) as Action[];

/** What an action is done to. */
export interface Subject {
  /** company of the plan, route, visit, … */
  companyId?: number | null;
  /** the route, or that of the visit; null for a visit without one */
  route?: DrivenRoute | null;
}

export interface DrivenRoute {
  /** `company_members.id` */
  driverId: number | null;
  status: number;
  /** `seenRoute` asks its day; left out: nobody has, and nothing of it is shown to drivers */
  isRecent?: boolean;
}

type RouteDay = Pick<LinkedDay, "serviceDate" | "timeZone">;

/** Names and phones of recipients concern a route's driver for as long as the recipients follow it, and no longer. */
export const isLongAgo = (day: RouteDay, nowSec: number): boolean => isLinkExpired({ ...day, updatedAt: "" }, nowSec);

/** A route for rights to look at it. Whoever is still on the road with it has to finish it, however late that is. */
export const seenRoute = (
  { driverId, status }: Pick<DrivenRoute, "driverId" | "status">,
  day: RouteDay,
  nowSec: number,
): DrivenRoute => ({ driverId, status, isRecent: status === RouteStatus.OnRoute || !isLongAgo(day, nowSec) });

/** A route is a driver's own once it is approved. Until then it is hidden from them like another driver's. */
const isOwnRoute = (actor: Actor, route: DrivenRoute | null | undefined): boolean =>
  !!route &&
  actor.isDriver &&
  actor.memberId !== null &&
  route.driverId === actor.memberId &&
  isApprovedStatus(route.status);

function inGroup(actor: Actor, group: Group, action: Action, subject: Subject): boolean {
  const inCompany =
    actor.companyId !== null && (subject.companyId === undefined || subject.companyId === actor.companyId);
  switch (group) {
    case "signedIn":
      return actor.kind === "user";
    case "member":
      return actor.kind === "user" && inCompany && (actor.memberId !== null || actor.isOwner);
    case "driver":
      return inCompany && actor.isDriver && actor.memberId !== null;
    case "ownDriver":
      return inCompany && isOwnRoute(actor, subject.route);
    case "recentDriver":
      return inCompany && isOwnRoute(actor, subject.route) && subject.route?.isRecent === true;
    case "owner":
      return actor.kind === "user" && inCompany && actor.isOwner;
    case "dispatcher":
      return inCompany && actor.isDispatcher;
    case "admin":
      return inCompany && isCompanyAdmin(actor);
    case "api":
      return actor.kind === "api" && inCompany && actor.scopes.includes(scopeOf(action));
    case "super":
      return isSuperAdmin(actor);
    case "sudo":
      return isSudo(actor);
    case "dev":
      return isDev(actor);
    case "devTeam":
      return isDevTeam(actor);
  }
}

/** May a company's API key do it at all, whatever its scopes? */
export function isForKeys(action: Action): boolean {
  const groups: readonly Group[] = PERMISSIONS[action];
  return groups.includes("api");
}

/** May the actor do it to the subject? Leave `subject` out where there is none yet, e.g. for a list or a menu. */
export function can(actor: Actor, action: Action, subject: Subject = {}): boolean {
  const groups: readonly Group[] = PERMISSIONS[action];
  return groups.some((group) => inGroup(actor, group, action, subject));
}

/**
 * The same as an answer with a reason: 401 for somebody who isn't signed in, 404 for what belongs to another company
 * (whether it exists isn't told) and for a route that isn't the driver's own, or was long ago, 403 for a right that is
 * missing.
 */
export function may(actor: Actor, action: Action, subject: Subject = {}): Permission {
  if (can(actor, action, subject)) return ALLOWED;
  if (actor.kind === "anonymous") return refuse("not_authorized", "You are not authorized", 401);
  const elsewhere = subject.companyId !== undefined && subject.companyId !== actor.companyId;
  const groups: readonly Group[] = PERMISSIONS[action];
  const isOfRecent = groups.includes("recentDriver");
  const isOfDrivers = isOfRecent || groups.includes("ownDriver");
  const isTheirs = isOwnRoute(actor, subject.route) && (!isOfRecent || subject.route?.isRecent === true);
  if (elsewhere || (isOfDrivers && actor.isDriver && !isTheirs)) return refuse("not_found", "Not found", 404);
  return refuse("forbidden", "You have no access", 403);
}

/**
 * May the actor do it to anything at all? Rights that depend on the route are checked as for a route that they drive;
 * the command checks whether this one is theirs.
 */
export function mayEver(actor: Actor, action: Action): Permission {
  const route =
    actor.memberId === null ? null : { driverId: actor.memberId, status: RouteStatus.OnRoute, isRecent: true };
  return may(actor, action, { ...(actor.companyId === null ? {} : { companyId: actor.companyId }), route });
}
