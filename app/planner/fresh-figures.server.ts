/**
 * Counts the figures of plans that have changed since they were counted: before anybody reads them, and every hour, so
 * that few are left for readers.
 */
import { planFromRow, routeFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import {
  forgetPlanFigures,
  listStalePlans,
  listStalePlansAcrossCompanies,
  lockPlanFigures,
  removeFiguresOfPlan,
  replaceFigures,
} from "~/db/repositories/figures.server";
import type { CountedPlan, DayRange, StalePlan } from "~/db/repositories/figures.server";
import { findPlan } from "~/db/repositories/plans.server";
import { latestPositions, trailsOf } from "~/db/repositories/positions.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { predictionsOfRoutes } from "~/db/repositories/visit-predictions.server";
import { listVisitsOfPlan } from "~/db/repositories/plan-visits.server";
import { withTransaction } from "~/db/transaction.server";
import { routeFigures, visitFigures } from "~/domain/figures/route-figures";
import type { KnownBegin } from "~/domain/figures/route-figures";
import type { Plan } from "~/domain/plan/plan";
import { RouteStatus } from "~/domain/route/route-status";
import type { Route } from "~/domain/route/route";
import { dayClock } from "~/domain/time/service-clock";
import { epochSec } from "~/domain/time/utc-text";
import { distanceMeters } from "~/domain/validation/coordinates";
import { isPast } from "~/domain/visit/visit-order";
import type { Visit } from "~/domain/visit/visit";
import { grouped } from "~/lib/grouped";
import { mapped } from "~/lib/pieces";
import { inTurns, yieldToOthers } from "~/lib/turns.server";
import { loadFleet } from "./load-fleet.server";

/** Plans of one round of the hourly chore. */
const PLANS_AT_ONCE = 200;

/** Brings the company's figures of these days up to date. */
export async function freshFigures(companyId: number, range: DayRange): Promise<void> {
  for (const plan of await listStalePlans(db(), companyId, range)) await countPlan(plan);
}

/** The same for everybody: an hourly chore. One plan that fails does not keep the others back. */
export async function countAllFigures(): Promise<void> {
  const failures: unknown[] = [];
  const tried = new Set<number>();
  for (;;) {
    const plans = await listStalePlansAcrossCompanies(db(), PLANS_AT_ONCE + failures.length);
    const next = plans.filter(({ planId }) => !tried.has(planId));
    if (next.length === 0) break;
    for (const plan of next) {
      tried.add(plan.planId);
      await countPlan(plan).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw failures[0];
}

const countPlan = ({ companyId, planId }: StalePlan): Promise<void> =>
  withTransaction(db(), async (trx) => {
    await lockPlanFigures(trx, companyId, planId, "0000-00-00");
    const row = await findPlan(trx, companyId, planId);
    if (row === undefined) {
      await removeFiguresOfPlan(trx, companyId, planId);
      await forgetPlanFigures(trx, companyId, planId);
      return;
    }
    await replaceFigures(trx, companyId, await counted(trx, planFromRow(row)));
  });

async function counted(trx: Db, plan: Plan): Promise<CountedPlan> {
  const { companyId, serviceDate } = plan;
  const routes = (await listRoutesOfPlan(trx, companyId, plan.id)).map(routeFromRow);
  const visits = await inTurns(mapped(await listVisitsOfPlan(trx, companyId, plan.id), visitFromRow));
  const { vehiclesWithRemoved, timeZone } = await loadFleet(trx, companyId, plan, routes);
  const byRoute = grouped(visits, ({ routeId }) => routeId);
  const begins = await beginsOf(trx, companyId, routes);
  const clock = dayClock(serviceDate, timeZone);
  const routeRows: CountedPlan["routes"][number][] = [];
  const visitRows: CountedPlan["visits"][number][] = [];
  for (const route of routes) {
    const own = byRoute.get(route.id) ?? [];
    const about = { begins, clock };
    const figures = routeFigures({
      ...about,
      plan,
      route,
      visits: own,
      vehicle: vehiclesWithRemoved.get(route.vehicleId ?? 0) ?? null,
      drivenM: await drivenMeters(trx, route, own),
    });
    routeRows.push({
      route_id: route.id,
      driver_id: route.driverId,
      vehicle_id: route.vehicleId,
      warehouse_id: route.warehouseId ?? plan.warehouseId,
      ...figures,
    });
    for (const visit of own) {
      const { judged, on_time, overdue, promised, kept } = visitFigures(visit, about);
      if (judged + promised + overdue > 0)
        visitRows.push({ visit_id: visit.id, ...flags({ judged, on_time, overdue, promised, kept }) });
    }
    await yieldToOthers();
  }
  return {
    plan_id: plan.id,
    service_date: serviceDate,
    version: plan.version,
    routes: routeRows,
    visits: visitRows,
  };
}

const flags = <Name extends string>(counts: Record<Name, number>): Record<Name, 0 | 1> =>
  Object.fromEntries(Object.entries(counts).map(([name, amount]) => [name, amount === 0 ? 0 : 1])) as Record<
    Name,
    0 | 1
  >;

/** By the visit's id: those that have begun at a known time. */
async function beginsOf(trx: Db, companyId: number, routes: readonly Route[]): Promise<Map<number, KnownBegin>> {
  const begins = new Map<number, KnownBegin>();
  const ids = routes.map(({ id }) => id);
  for (const { visitId, beganAt, promisedFrom, promisedTo } of await predictionsOfRoutes(trx, companyId, ids))
    if (beganAt !== null)
      begins.set(visitId, { began: epochSec(beganAt), from: epochSec(promisedFrom), to: epochSec(promisedTo) });
  return begins;
}

/** Metres along the positions of a completed route's phone; null where there are not two. */
async function drivenMeters(
  trx: Db,
  { id, companyId, status }: Route,
  visits: readonly Visit[],
): Promise<number | null> {
  if (status !== RouteStatus.Completed) return null;
  const reports = visits.flatMap((visit) => (isPast(visit) ? (visit.completedAt ?? []) : [])).sort();
  const [from, to] = [reports[0], reports.at(-1)];
  if (from === undefined || to === undefined) return null;
  const stored = await trailsOf(trx, companyId, [id], { from, to });
  // The newest position is in no trail yet.
  const newest = (await latestPositions(trx, companyId, [id])).get(id);
  const isAhead = newest !== undefined && newest.taken_at <= to && newest.taken_at > (stored.at(-1)?.taken_at ?? from);
  const trail = isAhead ? [...stored, newest] : stored;
  if (trail.length < 2) return null;
  return trail.reduce((sum, at, index) => (index === 0 ? 0 : sum + distanceMeters(trail[index - 1]!, at)), 0);
}
