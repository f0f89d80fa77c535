import type { Actor } from "~/domain/access/actor";
import { can } from "~/domain/access/permissions";
import { paths } from "~/paths";

export interface CompanyNavItem {
  to: string;
  label: string;
}

/** The pages of the company area that the actor may open, in the order of the tabs. */
export function companyNav(actor: Actor): CompanyNavItem[] {
  const items: CompanyNavItem[] = [];
  if (can(actor, "company.view")) items.push({ to: paths.companyGeneral(), label: "General" });
  if (can(actor, "template.list")) items.push({ to: paths.companySettings(), label: "Settings" });
  if (can(actor, "warehouse.list")) items.push({ to: paths.warehouses(), label: "Warehouses" });
  if (can(actor, "vehicle.list")) items.push({ to: paths.vehicles(), label: "Vehicles" });
  if (can(actor, "driver.list")) items.push({ to: paths.couriers(), label: "Drivers" });
  if (can(actor, "member.list")) items.push({ to: paths.team(), label: "Team" });
  if (can(actor, "visit.list")) items.push({ to: paths.visits(), label: "Visits" });
  if (can(actor, "calculation.list")) items.push({ to: paths.calculations(), label: "Calculation history" });
  if (can(actor, "import.run")) items.push({ to: paths.sheets(), label: "Imports" });
  return items;
}
