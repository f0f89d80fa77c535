/**
 * What is counted of routes, kept beside them. A plan's rows are counted anew once its version, its day or what was
 * noted of its visits has changed: `planner/fresh-figures` does it before anybody reads.
 */
import { FIGURES, noFigures } from "~/domain/figures/figures";
import type { Figures } from "~/domain/figures/figures";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { insertMany } from "../dialect.server";
import type { DateText, PlanFiguresRow, RouteFiguresRow, VisitFiguresRow } from "../tables";
import { scoped } from "./scoped.server";

/** Days of service, both included. */
export interface DayRange {
  from: DateText;
  to: DateText;
}

export const GROUPS = {
  driver: "driver_id",
  vehicle: "vehicle_id",
  warehouse: "warehouse_id",
  day: "service_date",
} as const;
export type FigureGroup = keyof typeof GROUPS;

export interface GroupedFigures {
  /** an id, null for none; of days the day */
  key: number | string | null;
  /** that have visits */
  routes: number;
  sums: Figures;
}

const numbersOf = (row: Record<string, unknown>): Figures => {
  const sums = noFigures();
  for (const name of FIGURES) sums[name] = Number(row[name] ?? 0);
  return sums;
};

/** The sums of a company's routes with visits in these days, by what they have in common. */
export async function sumFigures(
  db: Db,
  companyId: number,
  { from, to }: DayRange,
  group: FigureGroup,
): Promise<GroupedFigures[]> {
  const column = GROUPS[group];
  const rows = (await scoped(db, "route_figures", companyId)
    .whereBetween("service_date", [from, to])
    .where("visits", ">", 0)
    .groupBy(column)
    .orderBy(column)
    .select(`${column} as key`, db.raw("COUNT(*) AS routes"))
    // As floating-point numbers, which are whole up to 2^53: MariaDB adds whole numbers as decimals, much more slowly.
    .select(FIGURES.map((name) => db.raw("SUM(?? + 0e0) AS ??", [name, name])))) as (Record<string, unknown> & {
    key: number | string | null;
  })[];
  return rows.map((row) => ({ key: row.key, routes: Number(row.routes), sums: numbersOf(row) }));
}

/** A plan with figures to count, or to remove. */
export interface StalePlan {
  companyId: number;
  planId: number;
}

const STALE = ["routing_plans.company_id as companyId", "routing_plans.id as planId"] as const;

/** Plans of any company whose figures are not those of their version; removed plans that still have some. */
const stalePlans = (db: Db) =>
  db("routing_plans")
    .leftJoin("plan_figures", "plan_figures.plan_id", "routing_plans.id")
    .where((either) =>
      either
        .where((kept) =>
          kept
            .whereNull("routing_plans.deleted_at")
            .where((differs) =>
              differs.whereNull("plan_figures.id").orWhereRaw("plan_figures.version <> routing_plans.version"),
            ),
        )
        .orWhere((removed) => removed.whereNotNull("routing_plans.deleted_at").whereNotNull("plan_figures.id")),
    )
    .select(...STALE);

/** The company's plans that count, or counted, in these days and have changed since they were counted. */
export async function listStalePlans(db: Db, companyId: number, { from, to }: DayRange): Promise<StalePlan[]> {
  const of = () => stalePlans(db).where("routing_plans.company_id", companyId);
  const now = (await of().whereBetween("routing_plans.service_date", [from, to])) as StalePlan[];
  // Two questions, each with an index of its own.
  const before = (await of()
    .where("plan_figures.company_id", companyId)
    .whereBetween("plan_figures.service_date", [from, to])) as StalePlan[];
  const found = new Map([...now, ...before].map((plan) => [plan.planId, plan]));
  return [...found.values()];
}

export const listStalePlansAcrossCompanies = async (db: Db, limit: number): Promise<StalePlan[]> =>
  (await stalePlans(db).orderBy("routing_plans.id").limit(limit)) as StalePlan[];

/**
 * The plan is counted by this transaction alone until it ends. It has to be the first that the transaction does: what
 * it reads then is not older.
 */
export async function lockPlanFigures(trx: Db, companyId: number, planId: number, day: DateText): Promise<void> {
  await trx("plan_figures")
    .insert({ company_id: companyId, plan_id: planId, service_date: day, version: 0 })
    .onConflict("plan_id")
    .ignore();
  await scoped(trx, "plan_figures", companyId).where({ plan_id: planId }).forUpdate().first("id");
}

/** Within the transaction that locked them. */
export async function removeFiguresOfPlan(trx: Db, companyId: number, planId: number): Promise<void> {
  for (const table of ["route_figures", "visit_figures"] as const)
    await scoped(trx, table, companyId).where({ plan_id: planId }).delete();
}

/** There is nothing to count any more. */
export const forgetPlanFigures = async (trx: Db, companyId: number, planId: number): Promise<number> =>
  scoped(trx, "plan_figures", companyId).where({ plan_id: planId }).delete();

export interface CountedPlan extends Pick<PlanFiguresRow, "plan_id" | "service_date" | "version"> {
  routes: readonly Omit<RouteFiguresRow, "id" | "company_id" | "plan_id" | "service_date">[];
  visits: readonly Omit<VisitFiguresRow, "id" | "company_id" | "plan_id">[];
}

/** Instead of what was counted before, within the transaction that locked it. */
export async function replaceFigures(
  trx: Db,
  companyId: number,
  { plan_id, service_date, version, routes, visits }: CountedPlan,
): Promise<void> {
  await removeFiguresOfPlan(trx, companyId, plan_id);
  const of = { company_id: companyId, plan_id };
  await insertMany(
    trx,
    "route_figures",
    routes.map((row) => ({ ...of, service_date, ...row })),
  );
  await insertMany(
    trx,
    "visit_figures",
    visits.map((row) => ({ ...of, ...row })),
  );
  await scoped(trx, "plan_figures", companyId).where({ plan_id }).update({ service_date, version });
}

/** What is noted of the visits of these routes has changed, which their plans' versions don't tell. */
export async function recountRoutes(trx: Db, companyId: number, routeIds: readonly number[]): Promise<void> {
  for (const batch of inBatches([...new Set(routeIds)], 500)) {
    const planIds = (await scoped(trx, "routing_routes", companyId)
      .whereIn("id", batch)
      .distinct("plan_id")
      .orderBy("plan_id")
      .pluck("plan_id")) as number[];
    if (planIds.length > 0)
      await scoped(trx, "plan_figures", companyId).whereIn("plan_id", planIds).update({ version: 0 });
  }
}
