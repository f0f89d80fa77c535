import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { updateBilling } from "~/db/repositories/billings.server";
import { lockCompany } from "~/db/repositories/companies.server";
import { withTransaction } from "~/db/transaction.server";
import { CANCELLED, isPaidFor, isTrial } from "~/domain/billing/billing-record";
import { canCancel, endOfCancelled } from "~/domain/billing/order";
import { refusalError } from "~/domain/decision";
import { packageOf, recordFromRow } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { refuseOff } from "../refuse-off.server";
import { rollCompany } from "../roll-company.server";
import { dropNext, tellCompany } from "./activate-order.server";

/**
 * Ends what the company pays for with what is paid for, also what follows and is paid for already; what isn't is given
 * up.
 * @throws AppError 403, 404, 409 (a trial; cancelled already), 502 where the payment provider doesn't answer
 */
export async function cancelPlan(session: CompanySession, tab?: string): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const now = nowText();
  const today = now.slice(0, 10);
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    if (await rollCompany(trx, companyId, now)) tellCompany(trx, companyId, tab);
  });
  const { row, record, next } = await packageOf(db(), companyId, now);
  const allowed = canCancel(record, next === null ? null : recordFromRow(next));
  if (!allowed.ok) throw refusalError(allowed.error);
  // First where money is taken: told twice, the provider does it once.
  const subscriptions = [row, next].flatMap((one) => (one && recordFromRow(one).renews ? [one.subscription_id!] : []));
  for (const id of new Set(subscriptions)) await services().payment.cancel(id);
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    if (next && isPaidFor(next)) await updateBilling(trx, companyId, next.id, { subscription_status: CANCELLED }, now);
    else await dropNext(trx, companyId, now);
    if (!isTrial(record)) {
      const end_date = endOfCancelled(record, today);
      await updateBilling(trx, companyId, row.id, { subscription_status: CANCELLED, end_date }, now);
    }
    tellCompany(trx, companyId, tab);
  });
}
