/** What companies pay for: their records, and the visits that count for them. */
import { BillingStatus } from "~/domain/billing/billing-record";
import { PackageKey, TRIAL_DAYS, TRIAL_VISITS } from "~/domain/billing/packages";
import { VisitsPeriod } from "~/domain/billing/periods";
import { addDays } from "~/domain/time/calendar";
import { LOCATION_TYPES } from "~/domain/visit/visit-type";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import type { Changes, CompanyBillingRow, DateText, UtcText } from "../tables";
import { insertScoped, scoped, updateScoped } from "./scoped.server";

export async function findBilling(
  db: Db,
  companyId: number,
  status: BillingStatus,
): Promise<CompanyBillingRow | undefined> {
  const row: unknown = await scoped(db, "company_billings", companyId).where({ status }).orderBy("id", "desc").first();
  return row as CompanyBillingRow | undefined;
}

/** The one that counts and the one after it, first the actual one. Those of before are left out. */
export async function listBillings(db: Db, companyId: number): Promise<CompanyBillingRow[]> {
  return (await scoped(db, "company_billings", companyId)
    .whereNot({ status: BillingStatus.Past })
    .orderBy(["status", "id"])) as CompanyBillingRow[];
}

/** The most visits of one period that the company has had a paid package for, past ones included; 0 for none. */
export async function largestPaidLimit(db: Db, companyId: number): Promise<number> {
  const row = (await scoped(db, "company_billings", companyId)
    .whereNot({ package: PackageKey.Free })
    .whereNot({ status: BillingStatus.Next })
    // What was given up before its first day never counted.
    .whereRaw("updated_at > start_date")
    .max({ most: "visits_limit" })
    .first()) as { most: number | null } | undefined;
  return row?.most ?? 0;
}

export type NewBilling = Pick<
  CompanyBillingRow,
  "package" | "visits_limit" | "visits_period" | "start_date" | "end_date" | "status"
> &
  Partial<CompanyBillingRow>;

export const insertBilling = (trx: Db, companyId: number, values: NewBilling, now: UtcText): Promise<number> =>
  insertScoped(trx, "company_billings", companyId, values, now);

/** The trial of a company that has no record yet; it begins today. */
export function insertTrial(trx: Db, companyId: number, now: UtcText): Promise<number> {
  const today = now.slice(0, 10);
  return insertBilling(
    trx,
    companyId,
    {
      package: PackageKey.Free,
      visits_limit: TRIAL_VISITS,
      visits_period: VisitsPeriod.AllPeriod,
      start_date: today,
      end_date: addDays(today, TRIAL_DAYS),
      status: BillingStatus.Actual,
    },
    now,
  );
}

/** @throws AppError 404 */
export const updateBilling = (
  trx: Db,
  companyId: number,
  id: number,
  changes: Changes<CompanyBillingRow>,
  now: UtcText,
): Promise<void> => updateScoped(trx, "company_billings", companyId, id, changes, now);

/** The records that a provider's subscription pays for, in the order in which they begin. */
export async function listBillingsOfSubscriptionAcrossCompanies(
  db: Db,
  subscriptionId: string,
): Promise<CompanyBillingRow[]> {
  return db("company_billings").where({ subscription_id: subscriptionId }).orderBy(["start_date", "id"]);
}

/** Subscriptions that still take money of companies that were removed, and for packages that were replaced. */
export async function listUnusedSubscriptionsAcrossCompanies(db: Db): Promise<CompanyBillingRow[]> {
  // What follows is often paid for in the same way as what is past.
  const used = db("company_billings as used")
    .whereNot("used.status", BillingStatus.Past)
    .whereRaw("used.subscription_id = billing.subscription_id")
    .select("used.id");
  return (await db("company_billings as billing")
    .join("companies as company", "company.id", "billing.company_id")
    .whereNotNull("billing.subscription_id")
    .whereNull("billing.subscription_status")
    .where(
      (unused) =>
        void unused
          .whereNotNull("company.deleted_at")
          .orWhere((past) => past.where("billing.status", BillingStatus.Past).whereNotExists(used)),
    )
    .orderBy("billing.id")
    .select("billing.*")) as CompanyBillingRow[];
}

/** Companies whose actual record has ended, or whose next one has begun. Those that were removed wait. */
export async function companiesToRollAcrossCompanies(db: Db, today: DateText): Promise<number[]> {
  const rows = await db("company_billings as billing")
    .join("companies as company", "company.id", "billing.company_id")
    .whereNull("company.deleted_at")
    .where(
      (due) =>
        void due
          .where((query) =>
            query.where({ "billing.status": BillingStatus.Actual }).where("billing.end_date", "<=", today),
          )
          .orWhere((query) =>
            query.where({ "billing.status": BillingStatus.Next }).where("billing.start_date", "<=", today),
          ),
    )
    .distinct("billing.company_id");
  return rows.map(({ company_id: id }) => id).sort((a, b) => a - b);
}

/** How many visits were first planned from one day to the day before another. @param to null: since then */
export async function countBilled(db: Db, companyId: number, from: DateText, to: DateText | null): Promise<number> {
  const query = scoped(db, "billed_visits", companyId).where("planned_on", ">=", from);
  if (to !== null) query.where("planned_on", "<", to);
  const row = (await query.count({ total: "*" }).first()) as { total: number | string } | undefined;
  return Number(row?.total ?? 0);
}

/** Of the visits, how many were never planned before. */
export async function countUnbilled(db: Db, companyId: number, visitIds: readonly number[]): Promise<number> {
  let known = 0;
  for (const batch of inBatches(visitIds)) {
    const row = (await scoped(db, "billed_visits", companyId)
      .whereIn("visit_id", batch)
      .count({ total: "*" })
      .first()) as { total: number | string } | undefined;
    known += Number(row?.total ?? 0);
  }
  return visitIds.length - known;
}

/**
 * Notes that deliveries and pickups were planned. Those that were noted before keep their first day, and starts, ends
 * and breaks don't count.
 */
export async function noteBilled(
  trx: Db,
  companyId: number,
  visitIds: readonly number[],
  day: DateText,
): Promise<void> {
  for (const batch of inBatches(visitIds)) {
    const stops = await scoped(trx, "routing_visits", companyId)
      .whereIn("routing_visits.id", batch)
      .whereIn("type", LOCATION_TYPES)
      .pluck("routing_visits.id");
    if (stops.length === 0) continue;
    await trx("billed_visits")
      .insert((stops as number[]).map((id) => ({ visit_id: id, company_id: companyId, planned_on: day })))
      .onConflict("visit_id")
      .ignore();
  }
}
