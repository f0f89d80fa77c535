import { vehicleName } from "~/domain/vehicle/vehicle";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listPlans, planTitles } from "~/db/repositories/plans.server";
import { listRoutesContaining } from "~/db/repositories/filtered-routes.server";
import { listVisits } from "~/db/repositories/filtered-visits.server";
import { listVehicles } from "~/db/repositories/vehicles.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import { can } from "~/domain/access/permissions";
import { paths } from "~/paths";
import { formatDay } from "~/domain/time/day-words";

export interface Found {
  kind: "Plan" | "Route" | "Visit" | "Vehicle" | "Warehouse";
  id: number;
  title: string;
  detail: string;
  to: string;
}

/** The most results of each kind, so that one kind never hides the others. */
const PER_KIND = 6;
const MAX_SEARCH = 255;

/**
 * Visits by name, address, order number, recipient, phone or note, the newest first; each opens where it is planned.
 */
async function findVisits(companyId: number, search: string): Promise<Found[]> {
  const { rows } = await listVisits(db(), companyId, { search, first: PER_KIND });
  const titles = await planTitles(
    db(),
    companyId,
    rows.flatMap((row) => row.plan_id ?? []),
  );
  return rows.map((row) => {
    const planId = row.plan_id !== null && titles.has(row.plan_id) ? row.plan_id : null;
    const detail = [row.external_id, planId === null ? "Waiting" : titles.get(planId), row.address]
      .filter(Boolean)
      .join(" · ");
    return {
      kind: "Visit",
      id: row.id,
      title: row.name,
      detail,
      to: planId === null ? paths.visits({ dialog: "edit-visit", id: row.id }) : paths.plan(planId, { visit: row.id }),
    };
  });
}

/**
 * Plans, routes, visits, vehicles and warehouses of the session's company that contain the text; nothing for an empty
 * text.
 */
export async function findAnything(session: CompanySession, text: string): Promise<Found[]> {
  const search = text.trim().slice(0, MAX_SEARCH);
  const companyId = session.company.id;
  if (search === "") return [];
  const asked = { search, first: PER_KIND };
  const found: Found[] = [];
  if (can(session.actor, "plan.list")) {
    for (const row of (await listPlans(db(), companyId, asked)).rows)
      found.push({
        kind: "Plan",
        id: row.id,
        title: row.title,
        detail: formatDay(row.service_date),
        to: paths.plan(row.id),
      });
  }
  if (can(session.actor, "route.list")) {
    for (const row of await listRoutesContaining(db(), companyId, search, PER_KIND))
      found.push({
        kind: "Route",
        id: row.id,
        title: vehicleName({ ...row, id: row.vehicle_id }),
        detail: `${row.plan} · ${formatDay(row.date)}`,
        to: paths.route(row.id),
      });
  }
  if (can(session.actor, "visit.list")) found.push(...(await findVisits(companyId, search)));
  if (can(session.actor, "vehicle.list")) {
    for (const row of (await listVehicles(db(), companyId, asked)).rows)
      found.push({
        kind: "Vehicle",
        id: row.id,
        title: vehicleName(row),
        detail: row.title === row.plate ? "" : row.plate,
        to: paths.vehicles({ dialog: "edit-vehicle", id: row.id }),
      });
  }
  if (can(session.actor, "warehouse.list")) {
    for (const row of (await listWarehouses(db(), companyId, asked)).rows)
      found.push({
        kind: "Warehouse",
        id: row.id,
        title: row.title,
        detail: row.address,
        to: paths.warehouses({ dialog: "edit-warehouse", id: row.id }),
      });
  }
  return found;
}
