import { VisitStatus } from "~/domain/visit/visit-status";
import { LOCATION_TYPES } from "~/domain/visit/visit-type";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { scoped } from "./scoped.server";

/** Deliveries and pickups of a plan or route; starts, ends and breaks don't count. */
export interface VisitCounts {
  all: number;
  /** not unscheduled */
  scheduled: number;
  delivered: number;
  failed: number;
  /** without a route, or unscheduled on one */
  unscheduled: number;
  unscheduled_in_routes: number;
}

interface Group {
  owner: number;
  status: number;
  /** 1: on no route */
  loose: number;
  amount: number | string;
}

const none = (): VisitCounts => ({
  all: 0,
  scheduled: 0,
  delivered: 0,
  failed: 0,
  unscheduled: 0,
  unscheduled_in_routes: 0,
});

function add(counts: VisitCounts, group: Group): void {
  const amount = Number(group.amount);
  counts.all += amount;
  // A visit without a route always shows Unscheduled, whatever is stored.
  const unscheduled = group.loose === 1 || group.status === VisitStatus.Unscheduled;
  if (!unscheduled) counts.scheduled += amount;
  if (unscheduled) counts.unscheduled += amount;
  if (unscheduled && group.loose !== 1) counts.unscheduled_in_routes += amount;
  if (!unscheduled && group.status === VisitStatus.Delivered) counts.delivered += amount;
  if (!unscheduled && group.status === VisitStatus.Failed) counts.failed += amount;
}

async function countBy(
  db: Db,
  column: "plan_id" | "route_id",
  ids: readonly number[],
): Promise<Map<number, VisitCounts>> {
  const result = new Map<number, VisitCounts>(ids.map((id) => [id, none()]));
  for (const batch of inBatches(ids, 1000)) {
    // Answered from an index alone: no row of the visits is read.
    const groups = await db("routing_visits")
      .whereIn(column, batch)
      .whereNull("deleted_at")
      .whereIn("type", LOCATION_TYPES)
      .groupBy(column, "status")
      .groupByRaw("CASE WHEN route_id IS NULL THEN 1 ELSE 0 END")
      .select<Group[]>(
        `${column} as owner`,
        "status",
        db.raw("CASE WHEN route_id IS NULL THEN 1 ELSE 0 END AS loose"),
        db.raw("COUNT(*) AS amount"),
      );
    for (const group of groups) {
      const counts = result.get(group.owner);
      if (counts) add(counts, group);
    }
  }
  return result;
}

/** Counts of the company's plans; other ids are left out. One grouped query for all of them. */
export async function visitCountsByPlan(
  db: Db,
  companyId: number,
  planIds: readonly number[],
): Promise<Map<number, VisitCounts>> {
  if (planIds.length === 0) return new Map();
  const own = (await scoped(db, "routing_plans", companyId)
    .whereIn("id", planIds as number[])
    .pluck("id")) as number[];
  return countBy(db, "plan_id", own);
}

/** Counts of the routes of a plan, by route id. */
export async function visitCountsByRoute(db: Db, companyId: number, planId: number): Promise<Map<number, VisitCounts>> {
  const own = (await scoped(db, "routing_routes", companyId).where({ plan_id: planId }).pluck("id")) as number[];
  return countBy(db, "route_id", own);
}

/** Counts of some routes, whatever plan they belong to; other companies' ids are left out. */
export async function visitCountsOfRoutes(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
): Promise<Map<number, VisitCounts>> {
  if (routeIds.length === 0) return new Map();
  const own = (await scoped(db, "routing_routes", companyId)
    .whereIn("id", routeIds as number[])
    .pluck("id")) as number[];
  return countBy(db, "route_id", own);
}

/** How many visits wait without a plan, by warehouse (null: of none). */
export async function countVisitsWithoutPlan(
  db: Db,
  companyId: number,
): Promise<{ warehouseId: number | null; count: number }[]> {
  const groups = (await scoped(db, "routing_visits", companyId)
    .whereNull("plan_id")
    .whereIn("type", LOCATION_TYPES)
    .groupBy("warehouse_id")
    .select("warehouse_id")
    .count({ amount: "*" })) as { warehouse_id: number | null; amount: number | string }[];
  return groups.map((group) => ({ warehouseId: group.warehouse_id, count: Number(group.amount) }));
}
