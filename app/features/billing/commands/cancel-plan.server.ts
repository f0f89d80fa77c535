import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { updateBilling } from "~/db/repositories/billings.server";
import { lockCompany } from "~/db/repositories/companies.server";
import { withTransaction } from "~/db/transaction.server";
import { CANCELLED } from "~/domain/billing/billing-record";
import { canCancel, endOfCancelled } from "~/domain/billing/order";
import { refusalError } from "~/domain/decision";
import { packageOf } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { refuseOff } from "../refuse-off.server";
import { dropNext, tellCompany } from "./activate-order.server";

/**
 * Ends what the company pays for with what is paid for; nothing follows it.
 * @throws AppError 403, 404, 409 (a trial; cancelled already), 502 where the payment provider doesn't answer
 */
export async function cancelPlan(session: CompanySession, tab?: string): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const now = nowText();
  const { row, record } = await packageOf(db(), companyId, now);
  const allowed = canCancel(record);
  if (!allowed.ok) throw refusalError(allowed.error);
  // First where money is taken: told twice, the provider does it once.
  if (row.subscription_id !== null) await services().payment.cancel(row.subscription_id);
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    await updateBilling(
      trx,
      companyId,
      row.id,
      { subscription_status: CANCELLED, end_date: endOfCancelled(record, now.slice(0, 10)) },
      now,
    );
    await dropNext(trx, companyId, now);
    tellCompany(trx, companyId, tab);
  });
}
