import { APPROVED_STATUSES } from "~/domain/route/route-status";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import type { ShortPieces } from "../short-pieces.server";
import type { RoutingRouteRow, RoutingVisitRow, StopTakenAwayRow, UtcText } from "../tables";
import { scoped, scopedAlso } from "./scoped.server";

/** What a change of a plan takes from whoever drives it; `all`: every route of the plan. */
export interface TakenAway {
  routeIds: readonly number[] | "all";
  visitIds: readonly number[];
}

/**
 * Notes what is taken from drivers, before it is: routes that they see, with all their stops, and stops of such routes.
 */
export async function noteTakenAway(
  trx: Db,
  companyId: number,
  planId: number,
  { routeIds, visitIds }: TakenAway,
  now: UtcText,
): Promise<void> {
  if (routeIds.length === 0 && visitIds.length === 0) return;
  // While a plan is made, drivers see nothing of it.
  const seen = (await scoped(trx, "routing_routes", companyId)
    .where({ plan_id: planId })
    .whereNotNull("driver_id")
    .whereIn("status", [...APPROVED_STATUSES])
    .select("id", "driver_id")) as Pick<RoutingRouteRow, "id" | "driver_id">[];
  if (seen.length === 0) return;
  const drivers = new Map(seen.map(({ id, driver_id }) => [id, driver_id!]));
  const taken = routeIds === "all" ? [...drivers.keys()] : routeIds.filter((id) => drivers.has(id));
  const stops = new Map<number, number>();
  const ofSeen = async (column: "id" | "route_id", ids: readonly number[]) => {
    for (const batch of inBatches([...ids], 1000)) {
      const rows = (await scopedAlso(trx, "routing_visits", companyId)
        .whereIn(column, batch)
        .whereNotNull("route_id")
        .select("id", "route_id")) as Pick<RoutingVisitRow, "id" | "route_id">[];
      for (const { id, route_id } of rows) if (drivers.has(route_id!)) stops.set(id, route_id!);
    }
  };
  await ofSeen("route_id", taken);
  await ofSeen("id", visitIds);
  const rows = [
    ...taken.map((routeId) => ({ route_id: routeId, visit_id: null })),
    ...[...stops].map(([visitId, routeId]) => ({ route_id: routeId, visit_id: visitId })),
  ].map((row) => ({ ...row, company_id: companyId, member_id: drivers.get(row.route_id)!, taken_at: now }));
  for (const batch of inBatches(rows)) await trx("stops_taken_away").insert(batch);
}

/** What was taken from a driver since then, the last time; of a route: as a whole. */
export async function findTakenAway(
  db: Db,
  companyId: number,
  memberId: number,
  what: { visitId: number } | { routeId: number },
  since: UtcText,
): Promise<StopTakenAwayRow | undefined> {
  const query = scoped(db, "stops_taken_away", companyId)
    .where({ member_id: memberId })
    .where("taken_at", ">=", since)
    .orderBy("id", "desc");
  if ("visitId" in what) query.where({ visit_id: what.visitId });
  else query.where({ route_id: what.routeId }).whereNull("visit_id");
  return (await query.first()) as StopTakenAwayRow | undefined;
}

/** Forgets what was taken away before `before`. */
export async function forgetTakenAwayAcrossCompanies(_db: Db, pieces: ShortPieces, before: UtcText): Promise<void> {
  await pieces.repeat(async (trx, size) => {
    const ids: number[] = await trx("stops_taken_away").where("taken_at", "<", before).limit(size).pluck("id");
    await trx("stops_taken_away").whereIn("id", ids).delete();
    return ids.length === size;
  });
}
