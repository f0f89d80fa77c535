import { isOnlyDriver } from "~/domain/access/actor";
import type { Actor } from "~/domain/access/actor";
import { can } from "~/domain/access/permissions";
import { paths } from "~/paths";
import { adminNav } from "./admin/admin-nav";
import { companyNav } from "./company/company-nav";
import type { NavItem } from "~/ui/shell/app-shell";

/** The navigation rail: only areas that the actor may open. @param waiting tasks on Tracking without an answer */
export function mainNav(actor: Actor, waiting = 0): NavItem[] {
  const items: NavItem[] = [];
  if (can(actor, "plan.list"))
    items.push({ to: paths.planningMain(), label: "Planning", icon: "plan", match: [paths.planning()] });
  if (can(actor, "route.listOwn")) items.push({ to: paths.driver(), label: "Driving", icon: "truck" });
  if (can(actor, "plan.list"))
    items.push({ to: paths.tracking(), label: "Tracking", icon: "tracking", badge: waiting });
  if (can(actor, "company.view")) items.push({ to: paths.company(), label: "Company", icon: "company" });
  if (can(actor, "admin.view"))
    items.push({ to: paths.admin(), label: "Admin", icon: "admin", match: [paths.generator()] });
  return items;
}

/** Every page that has a name and needs no id, for the finder. */
export function namedPages(actor: Actor, hasBilling: boolean): { to: string; label: string }[] {
  const pages = [...mainNav(actor), ...companyNav(actor, hasBilling), ...adminNav(actor, hasBilling)].map(
    ({ to, label }) => ({
      to,
      label,
    }),
  );
  if (can(actor, "plan.create")) pages.push({ to: paths.planningMain({ dialog: "new-plan" }), label: "New plan" });
  return pages;
}

/** Where "/" leads: drivers to their routes, everybody else to the plans. */
export const homeFor = (actor: Actor): string => (isOnlyDriver(actor) ? paths.driver() : paths.planning());
