import { LOCATION_TYPES } from "~/domain/visit/visit-type";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import type { RoutingVisitRow } from "../tables";
import { scoped, scopedAlso } from "./scoped.server";

const COLUMNS = [
  "id",
  "name",
  "address",
  "postcode",
  "lat",
  "lng",
  "type",
  "start_time",
  "end_time",
  "service_time",
  "package_load",
  "package_capacity",
  "route_id",
  "label_position",
] as const satisfies readonly (keyof RoutingVisitRow)[];

export type NamedVisitRow = Pick<RoutingVisitRow, (typeof COLUMNS)[number]> & { plan_title: string };

/** A visit that was planned long ago says nothing about today's file. */
const LATEST_PLANS = 20;

/** Deliveries and pickups with these names, of one plan (null: of the latest plans, the newest visits first). */
export async function plannedVisitsByName(
  db: Db,
  companyId: number,
  planId: number | null,
  names: readonly string[],
): Promise<NamedVisitRow[]> {
  if (names.length === 0) return [];
  const latest = scoped(db, "routing_plans", companyId).orderBy("id", "desc").limit(LATEST_PLANS);
  const plans: number[] = planId === null ? await latest.pluck("id") : [planId];
  const found: NamedVisitRow[] = [];
  for (const batch of inBatches([...new Set(names)], 500))
    found.push(
      ...((await scopedAlso(db, "routing_visits", companyId)
        .join("routing_plans as plan", "plan.id", "routing_visits.plan_id")
        .whereIn("routing_visits.plan_id", plans)
        .whereIn("routing_visits.name", batch)
        .whereIn("routing_visits.type", LOCATION_TYPES)
        .orderBy("routing_visits.id", planId === null ? "desc" : "asc")
        .select([
          ...COLUMNS.map((column) => `routing_visits.${column}`),
          "plan.title as plan_title",
        ])) as NamedVisitRow[]),
    );
  return found;
}
