/** What changes of a plan most often load: some of its visits. */
import { visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { listVisitsOfPlan, listVisitsOfRoutes } from "~/db/repositories/plan-visits.server";
import { getVisits } from "~/db/repositories/visits.server";
import type { Visit } from "~/domain/visit/visit";
import { mapped } from "~/lib/pieces";
import { inTurns } from "~/lib/turns.server";
import type { Loaded, PlanBase } from "./plan-change";

type Load = (trx: Db, base: PlanBase) => Promise<Loaded>;

export const noVisits: Load = async () => ({ visits: [] });

export const visitsOfPlan =
  (companyId: number): Load =>
  async (trx, { plan }) => ({
    visits: await inTurns(mapped(await listVisitsOfPlan(trx, companyId, plan.id), visitFromRow)),
  });

/** Start, end and break included. */
export const visitsOfRoutes =
  (companyId: number, routeIds: readonly number[]) =>
  async (trx: Db): Promise<Loaded> => ({
    visits: await inTurns(mapped(await listVisitsOfRoutes(trx, companyId, routeIds), visitFromRow)),
  });

/**
 * The visits last, in the given order, and before them every other visit of their routes and of `routeIds`.
 * @throws AppError 404 when one is not the company's
 */
export async function visitsWithTheirRoutes(
  trx: Db,
  companyId: number,
  visitIds: readonly number[],
  routeIds: readonly number[] = [],
): Promise<Visit[]> {
  const rows = await getVisits(trx, companyId, visitIds);
  const wanted = new Set([...routeIds, ...rows.flatMap((row) => row.route_id ?? [])]);
  const others = wanted.size === 0 ? [] : await listVisitsOfRoutes(trx, companyId, [...wanted]);
  const own = new Set(visitIds);
  return inTurns(mapped([...others.filter((row) => !own.has(row.id)), ...rows], visitFromRow));
}
