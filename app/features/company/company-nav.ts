import type { Actor } from "~/domain/access/actor";
import { mayOpen } from "~/domain/access/doors";
import type { PageName } from "~/domain/access/doors";
import { paths } from "~/paths";

interface CompanyNavItem {
  to: string;
  label: string;
  /** tabs of one kind stand together */
  group: TabGroup;
  /** the beginning of the addresses that belong to it, where that is not its own */
  area?: string;
}

type TabGroup = "company" | "resources" | "records" | "account";

const BILLING = "_main.company.billing.main" satisfies PageName;

/** In the order of the tabs. */
const TABS: readonly [page: PageName, to: string, label: string, group: TabGroup][] = [
  ["_main.company.general", paths.companyGeneral(), "General", "company"],
  ["_main.company.dashboard", paths.companyDashboard(), "Dashboard", "company"],
  ["_main.company.settings", paths.companySettings(), "Settings", "company"],
  ["_main.company.messages", paths.companyMessages(), "Messages", "company"],
  ["_main.company.resources.warehouses", paths.warehouses(), "Warehouses", "resources"],
  ["_main.company.resources.vehicles", paths.vehicles(), "Vehicles", "resources"],
  ["_main.company.resources.couriers", paths.couriers(), "Drivers", "resources"],
  ["_main.company.team", paths.team(), "Team", "resources"],
  ["_main.company.visits", paths.visits(), "Visits", "records"],
  ["_main.company.calculation-history", paths.calculations(), "Calculation history", "records"],
  ["_main.company.sheet._index", paths.sheets(), "Imports", "records"],
  ["_main.company.log", paths.companyLog(), "Activity", "records"],
  ["_main.company.api", paths.companyApi(), "API", "account"],
  [BILLING, paths.billingMain(), "Billing", "account"],
  ["_main.company.data", paths.companyData(), "Data", "account"],
];

/**
 * The pages of the company area that the actor may open.
 * @param hasBilling false: what is hosted here costs nothing
 * @param area its address: the same pages are under `paths.adminCompany()`, too
 */
export const companyNav = (actor: Actor, hasBilling: boolean, area: string = paths.company()): CompanyNavItem[] =>
  TABS.filter(([page]) => mayOpen(actor, page) && (hasBilling || page !== BILLING)).map(([page, to, label, group]) => {
    const inArea = (path: string) => `${area}${path.slice(paths.company().length)}`;
    // The shop belongs to it, too.
    return { to: inArea(to), label, group, ...(page === BILLING ? { area: inArea(paths.billing()) } : {}) };
  });
