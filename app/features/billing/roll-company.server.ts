import type { Db } from "~/db/client.server";
import { listBillings, updateBilling } from "~/db/repositories/billings.server";
import type { UtcText } from "~/db/tables";
import { BillingStatus } from "~/domain/billing/billing-record";
import { rollRecords } from "~/domain/billing/order";
import { recordFromRow } from "~/planner/company-package.server";

/**
 * Lets a company's next package take its turn, if its day has come. Whatever changes a company's records begins with
 * it: the hourly look may be yet to come. Call it with the company locked.
 * @returns whether another package counts now
 */
export async function rollCompany(trx: Db, companyId: number, now: UtcText): Promise<boolean> {
  const records = (await listBillings(trx, companyId)).map(recordFromRow);
  const { past, actual } = rollRecords(records, now.slice(0, 10));
  if (actual === null) return false;
  for (const id of past) await updateBilling(trx, companyId, id, { status: BillingStatus.Past }, now);
  await updateBilling(trx, companyId, actual, { status: BillingStatus.Actual }, now);
  return true;
}
