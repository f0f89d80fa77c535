import type { Db } from "~/db/client.server";
import { countBilled, countUnbilled, findBilling, insertTrial, listBillings } from "~/db/repositories/billings.server";
import { lockCompany } from "~/db/repositories/companies.server";
import type { CompanyBillingRow, UtcText } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { BillingStatus, CANCELLED, countedPeriod, isRunning, mayPlan } from "~/domain/billing/billing-record";
import type { BillingRecord, Usage } from "~/domain/billing/billing-record";
import { rollRecords } from "~/domain/billing/order";
import { refusalError } from "~/domain/decision";
import { env } from "~/env.server";
import { paths } from "~/paths";

export const billingIsOn = (): boolean => env().BILLING === "on";

export const recordFromRow = (row: CompanyBillingRow): BillingRecord => ({
  id: row.id,
  packageKey: row.package,
  status: row.status,
  visitsLimit: row.visits_limit,
  visitsPeriod: row.visits_period,
  startDate: row.start_date ?? row.created_at.slice(0, 10),
  endDate: row.end_date,
  isCancelled: row.subscription_status === CANCELLED,
  renews: row.subscription_id !== null && row.subscription_status !== CANCELLED,
  price: Number(row.subscription_price),
});

/** A company that has no record yet begins its trial: once, however many look at the same time. */
const beginTrial = (db: Db, companyId: number, now: UtcText): Promise<CompanyBillingRow> =>
  withTransaction(db, async (trx) => {
    await lockCompany(trx, companyId);
    const meanwhile = await findBilling(trx, companyId, BillingStatus.Actual);
    if (meanwhile) return meanwhile;
    await insertTrial(trx, companyId, now);
    return (await findBilling(trx, companyId, BillingStatus.Actual))!;
  });

export interface CompanyPackage {
  row: CompanyBillingRow;
  record: BillingRecord;
  /** what follows, and has not begun; null: nothing does */
  next: CompanyBillingRow | null;
  /** it counts today */
  isRunning: boolean;
  usage: Usage;
}

/** Not before its end, unless another turn follows. */
const isCountedAnew = ({ endDate, renews }: BillingRecord, nextReset: string | null): boolean =>
  nextReset !== null && (endDate === null || renews || nextReset < endDate);

/**
 * What the company pays for now. A package counts from its first day on, although its row says that it is the next one
 * until the hourly look.
 */
export async function recordOf(db: Db, companyId: number, now: UtcText): Promise<Omit<CompanyPackage, "usage">> {
  const today = now.slice(0, 10);
  const rows = await listBillings(db, companyId);
  const actual =
    rows.findLast(({ status }) => status === BillingStatus.Actual) ?? (await beginTrial(db, companyId, now));
  const { actual: begun } = rollRecords(rows.map(recordFromRow), today);
  const row = rows.find(({ id }) => id === begun) ?? actual;
  const record = recordFromRow(row);
  const isNext = (one: CompanyBillingRow) => one.status === BillingStatus.Next && recordFromRow(one).startDate > today;
  return { row, record, next: rows.findLast(isNext) ?? null, isRunning: isRunning(record, today) };
}

/** The same, and how much of it is used. */
export async function packageOf(db: Db, companyId: number, now: UtcText): Promise<CompanyPackage> {
  const found = await recordOf(db, companyId, now);
  const { record } = found;
  const { start, nextReset } = countedPeriod(record, now.slice(0, 10));
  return {
    ...found,
    usage: {
      used: await countBilled(db, companyId, start, nextReset),
      limit: record.visitsLimit,
      nextReset: isCountedAnew(record, nextReset) ? nextReset : null,
    },
  };
}

/**
 * Refuses a calculation of visits that the company's package doesn't hold any more. Those that were planned before are
 * planned again.
 * @throws AppError 402 'billing.limit'
 */
export async function refuseBeyondPackage(
  trx: Db,
  companyId: number,
  visitIds: readonly number[],
  now: UtcText,
): Promise<void> {
  if (!billingIsOn()) return;
  const newVisits = await countUnbilled(trx, companyId, visitIds);
  if (newVisits > 0) await refuseNew(trx, companyId, newVisits, now);
}

/** The same for problems whose visits are not stored: none of them is counted, but a package has to be left. */
export async function refuseWithoutPackage(db: Db, companyId: number, now: UtcText): Promise<void> {
  if (billingIsOn()) await refuseNew(db, companyId, 1, now);
}

/** Where a package is chosen, for those who may. */
export const shopLink = () => ({ to: paths.billingShop(), label: "Open the shop" });

async function refuseNew(db: Db, companyId: number, newVisits: number, now: UtcText): Promise<void> {
  const { record, isRunning: runs, usage } = await packageOf(db, companyId, now);
  const allowed = mayPlan(runs ? record : null, usage, newVisits);
  if (!allowed.ok) throw refusalError({ ...allowed.error, link: shopLink() });
}
