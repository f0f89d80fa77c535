/** The visits behind figures: exactly those that they count. */
import type { Knex } from "knex";
import { behindOf } from "~/domain/figures/visits-behind";
import { FAIL_REASONS } from "~/domain/visit/fail-reasons";
import { VisitStatus } from "~/domain/visit/visit-status";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import type { RoutingVisitRow } from "../tables";
import type { DayRange } from "./figures.server";
import type { Paged, PageOfRows } from "./paging.server";
import { scoped } from "./scoped.server";
import { visitsQuery } from "./filtered-visits.server";

/** Which of a company's routes are counted together; what is left out narrows nothing, null is "without one". */
export interface CountedRoutes extends DayRange {
  driverId?: number | null | undefined;
  vehicleId?: number | null | undefined;
  warehouseId?: number | null | undefined;
}

/** Marks of `visit_figures`, and whether they have to be set. */
const MARKS: Readonly<Record<string, readonly [set: VisitMark, unset?: VisitMark]>> = {
  judged: ["judged"],
  on_time: ["on_time"],
  late: ["judged", "on_time"],
  overdue: ["overdue"],
  promised: ["promised"],
  kept: ["kept"],
  broken: ["promised", "kept"],
};
type VisitMark = "judged" | "on_time" | "overdue" | "promised" | "kept";

const REPORTED = [VisitStatus.Delivered, VisitStatus.Failed];

/** Rows of `route_figures`. */
function countedRoutes(
  db: Db,
  companyId: number,
  { from, to, driverId, vehicleId, warehouseId }: CountedRoutes,
): Knex.QueryBuilder {
  const routes = scoped(db, "route_figures", companyId).whereBetween("service_date", [from, to]);
  if (driverId !== undefined) routes.where({ driver_id: driverId });
  if (vehicleId !== undefined) routes.where({ vehicle_id: vehicleId });
  if (warehouseId !== undefined) routes.where({ warehouse_id: warehouseId });
  return routes;
}

/**
 * Narrows a query of deliveries and pickups to exactly those that a figure counts.
 * @param behind a name of `domain/figures/visits-behind`
 */
export function whereCounted(
  db: Db,
  query: Knex.QueryBuilder,
  companyId: number,
  behind: string,
  routes: CountedRoutes,
): void {
  query.whereIn("route_id", countedRoutes(db, companyId, routes).select("route_id"));
  whereBehind(db, query, companyId, behind);
}

/** Of visits on counted routes. */
function whereBehind(db: Db, query: Knex.QueryBuilder, companyId: number, behind: string): void {
  query.whereNot("status", VisitStatus.Unscheduled);
  const reason = /^failed_(?:(\d)|none)$/.exec(behind);
  if (behind === "delivered") query.where({ status: VisitStatus.Delivered });
  if (behind === "failed" || reason !== null) query.where({ status: VisitStatus.Failed });
  if (reason?.[1] !== undefined) query.where({ fail_reason_id: Number(reason[1]) });
  else if (reason !== null)
    query.where((either) =>
      either.whereNull("fail_reason_id").orWhereNotIn(
        "fail_reason_id",
        FAIL_REASONS.map(({ id }) => id),
      ),
    );
  if (behind === "out_of_turn") query.where({ is_out_of_turn: 1 }).whereIn("status", REPORTED);
  const [set, unset] = MARKS[behind] ?? [];
  if (set === undefined) return;
  const marked = scoped(db, "visit_figures", companyId)
    .where("visit_figures.visit_id", db.ref("routing_visits.id"))
    .where({ [set]: 1 });
  if (unset !== undefined) marked.where({ [unset]: 0 });
  query.whereExists(marked);
}

/** How many visits of a route are behind a figure, by its own columns. */
const amountOf = (db: Db, behind: string): Knex.Raw => {
  const [set, unset] = MARKS[behind] ?? [behind as VisitMark];
  return unset === undefined ? db.raw("??", [set]) : db.raw("?? - ??", [set, unset]);
};

/**
 * One page of the visits behind a figure, newest days first. The figures say on which routes they are, so that no
 * others are read, however many visits there are.
 * @param behind a name of `domain/figures/visits-behind`
 */
export async function pageBehind(
  db: Db,
  companyId: number,
  behind: string,
  routes: CountedRoutes,
  request: PageOfRows,
): Promise<Paged<RoutingVisitRow>> {
  if (behindOf(behind) === null) throw new RangeError(`There is no figure ${behind}.`);
  const amount = amountOf(db, behind);
  const counted = (await countedRoutes(db, companyId, routes)
    .whereRaw("? > 0", [amount])
    .orderBy([
      { column: "service_date", order: "desc" },
      { column: "route_id", order: "desc" },
    ])
    .select("route_id", db.raw("? AS amount", [amount]))) as { route_id: number; amount: number }[];
  const total = counted.reduce((sum, one) => sum + Number(one.amount), 0);
  const pageSize = Math.max(1, Math.trunc(request.pageSize ?? total));
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(request.page ?? 1)));
  const first = (page - 1) * pageSize;
  const onPage: number[] = [];
  let skipped = 0;
  let before = 0;
  for (const { route_id, amount: own } of counted) {
    if (before >= first + pageSize) break;
    if (before + Number(own) > first) onPage.push(route_id);
    else skipped += Number(own);
    before += Number(own);
  }
  const found: RoutingVisitRow[] = [];
  for (const batch of inBatches(onPage, 100)) {
    const query = visitsQuery(db, companyId, { routeIds: batch });
    whereBehind(db, query, companyId, behind);
    found.push(...((await query) as RoutingVisitRow[]));
  }
  const order = new Map(onPage.map((id, index) => [id, index]));
  found.sort((a, b) => order.get(a.route_id!)! - order.get(b.route_id!)! || b.id - a.id);
  const rows = found.slice(first - skipped, first - skipped + pageSize);
  return { rows, total, page, pageSize, pages };
}
