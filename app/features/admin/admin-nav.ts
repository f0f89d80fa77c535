import type { Actor } from "~/domain/access/actor";
import { mayOpen } from "~/domain/access/doors";
import type { PageName } from "~/domain/access/doors";
import { paths } from "~/paths";

const ORDERS = "_main.admin.orders" satisfies PageName;

/** In the order of the tabs. */
const TABS: readonly [page: PageName, to: string, label: string][] = [
  ["_main.admin.dashboard", paths.adminDashboard(), "Platform"],
  ["_main.admin.users", paths.adminUsers(), "Users"],
  ["_main.admin.companies", paths.adminCompanies(), "Companies"],
  [ORDERS, paths.adminOrders(), "Orders"],
  ["_main.admin.pages", paths.adminPages(), "Public pages"],
  ["_main.admin.log", paths.adminLog(), "Platform activity"],
  ["_main.system.generator", paths.generator(), "Generator"],
];

/** The pages of the platform's administration that the actor may open. @param hasBilling whether anything is sold */
export const adminNav = (actor: Actor, hasBilling: boolean): { to: string; label: string }[] =>
  TABS.filter(([page]) => mayOpen(actor, page) && (hasBilling || page !== ORDERS)).map(([, to, label]) => ({
    to,
    label,
  }));
