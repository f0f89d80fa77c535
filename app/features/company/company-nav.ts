import type { Actor } from "~/domain/access/actor";
import { mayOpen } from "~/domain/access/doors";
import type { PageName } from "~/domain/access/doors";
import { paths } from "~/paths";

export interface CompanyNavItem {
  to: string;
  label: string;
  /** the beginning of the addresses that belong to it, where that is not its own */
  area?: string;
}

const BILLING = "_main.company.billing.main" satisfies PageName;

/** In the order of the tabs. */
const TABS: readonly [page: PageName, to: string, label: string][] = [
  ["_main.company.general", paths.companyGeneral(), "General"],
  ["_main.company.dashboard", paths.companyDashboard(), "Dashboard"],
  ["_main.company.settings", paths.companySettings(), "Settings"],
  ["_main.company.messages", paths.companyMessages(), "Messages"],
  ["_main.company.resources.warehouses", paths.warehouses(), "Warehouses"],
  ["_main.company.resources.vehicles", paths.vehicles(), "Vehicles"],
  ["_main.company.resources.couriers", paths.couriers(), "Drivers"],
  ["_main.company.team", paths.team(), "Team"],
  ["_main.company.visits", paths.visits(), "Visits"],
  ["_main.company.calculation-history", paths.calculations(), "Calculation history"],
  ["_main.company.sheet._index", paths.sheets(), "Imports"],
  ["_main.company.log", paths.companyLog(), "Activity"],
  ["_main.company.api", paths.companyApi(), "API"],
  [BILLING, paths.billingMain(), "Billing"],
  ["_main.company.data", paths.companyData(), "Data"],
];

/**
 * The pages of the company area that the actor may open.
 * @param hasBilling false: what is hosted here costs nothing
 * @param area its address: the same pages are under `paths.adminCompany()`, too
 */
export const companyNav = (actor: Actor, hasBilling: boolean, area: string = paths.company()): CompanyNavItem[] =>
  TABS.filter(([page]) => mayOpen(actor, page) && (hasBilling || page !== BILLING)).map(([page, to, label]) => {
    const inArea = (path: string) => `${area}${path.slice(paths.company().length)}`;
    // The shop belongs to it, too.
    return { to: inArea(to), label, ...(page === BILLING ? { area: inArea(paths.billing()) } : {}) };
  });
