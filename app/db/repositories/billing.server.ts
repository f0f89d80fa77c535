import type { Db } from "../client.server";
import type { Changes, CompanyBillingRow, DateText, New, UtcText } from "../tables";
import { insertScoped, scoped, updateScoped } from "./scoped.server";

export type NewBilling = New<CompanyBillingRow, "package">;

/** Billing records of a company, newest first. */
export async function listBillings(db: Db, companyId: number): Promise<CompanyBillingRow[]> {
  return (await scoped(db, "company_billings", companyId).orderBy("id", "desc")) as CompanyBillingRow[];
}

/** The record that counts now; undefined when the company never had one. */
export async function actualBilling(db: Db, companyId: number): Promise<CompanyBillingRow | undefined> {
  return (await scoped(db, "company_billings", companyId).where({ status: "actual" }).orderBy("id", "desc").first()) as
    CompanyBillingRow | undefined;
}

/** @returns the new id. @throws AppError 409 for an unknown package */
export const insertBilling = (db: Db, companyId: number, values: NewBilling, now: UtcText): Promise<number> =>
  insertScoped(db, "company_billings", companyId, values, now);
/** @throws AppError 404 */
export const updateBilling = (
  db: Db,
  companyId: number,
  id: number,
  changes: Changes<CompanyBillingRow>,
  now: UtcText,
): Promise<void> => updateScoped(db, "company_billings", companyId, id, changes, now);

/**
 * Counts visits against the quota.
 * @param today records that have ended don't count
 * @returns false when the company has no running record, or not that many visits left; nothing is counted then
 */
export async function useVisits(
  db: Db,
  companyId: number,
  amount: number,
  today: DateText,
  now: UtcText,
): Promise<boolean> {
  const changed = await scoped(db, "company_billings", companyId)
    .where({ status: "actual" })
    .where((either) => either.whereNull("end_date").orWhere("end_date", ">=", today))
    .whereRaw("visits_used + ? <= visits_limit", [amount])
    .update({ visits_used: db.raw("visits_used + ?", [amount]), updated_at: now });
  return changed > 0;
}
