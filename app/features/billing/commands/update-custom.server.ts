import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findBilling, insertBilling, updateBilling } from "~/db/repositories/billings.server";
import { lockCompany } from "~/db/repositories/companies.server";
import type { CompanyBillingRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { customAmountCents, euroOf } from "~/domain/billing/amount";
import { BillingStatus, CANCELLED, isTrial } from "~/domain/billing/billing-record";
import { PackageKey } from "~/domain/billing/packages";
import { AppError } from "~/lib/errors";
import { packageOf } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import type { CustomPackage } from "../schemas";
import { rollCompany } from "../roll-company.server";
import { dropNext, tellCompany } from "./activate-order.server";

/**
 * Gives a company a package that was agreed on, in place of the one that it has.
 * @throws AppError 403, 404; 409 for one that pays for another package, unless that is said to be meant
 */
export async function updateCustom(session: CompanySession, input: CustomPackage, tab?: string): Promise<void> {
  authorize(session, "billing.manage");
  const { billed_company_id: companyId, custom_cost_per_visit: cost, custom_discount: discount, replaces } = input;
  const rest = {
    visits_limit: input.visits_limit,
    visits_period: input.visits_period,
    start_date: input.start_date,
    end_date: input.end_date === "" ? null : input.end_date,
  };
  const now = nowText();
  if (rest.end_date !== null && rest.end_date <= now.slice(0, 10))
    throw new AppError("billing.past", "The package would have ended already.", { status: 422, field: "end_date" });
  const before = await packageOf(db(), companyId, now);
  // A subscription would go on taking money for what is replaced. Told twice, the provider ends it once.
  const ended = before.record.renews && (replaces || !before.isRunning) ? before.row.subscription_id : null;
  if (ended !== null) await services().payment.cancel(ended);
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    await rollCompany(trx, companyId, now);
    const { row, record, isRunning } = await packageOf(trx, companyId, now);
    const isPaid = isRunning && !isTrial(record) && record.packageKey !== PackageKey.Custom;
    if (isPaid && !replaces)
      throw new AppError("billing.paid", "The company pays for another package. Tick that it is to be replaced.", {
        status: 409,
        field: "replaces",
      });
    const values = {
      package: PackageKey.Custom,
      ...rest,
      custom_cost_per_visit: cost,
      custom_discount: discount,
      subscription_price: euroOf(customAmountCents(rest.visits_limit, cost, discount)),
      subscription_status: null,
    };
    const isLater = values.start_date > now.slice(0, 10);
    const next = await findBilling(trx, companyId, BillingStatus.Next);
    // One that was agreed on before is changed: the log tells what it was.
    const changed = isLater ? next : row;
    const isChanged = changed?.package === PackageKey.Custom;
    if (!isLater || !isChanged) await dropNext(trx, companyId, now);
    if (isLater) {
      const end_date = row.end_date === null || row.end_date > values.start_date ? values.start_date : row.end_date;
      const isEnded = record.renews && row.subscription_id === ended;
      await updateBilling(
        trx,
        companyId,
        row.id,
        { end_date, ...(isEnded ? { subscription_status: CANCELLED } : {}) },
        now,
      );
    }
    if (isChanged) await updateBilling(trx, companyId, changed.id, values, now);
    else {
      if (!isLater) await updateBilling(trx, companyId, row.id, { status: BillingStatus.Past }, now);
      const status = isLater ? BillingStatus.Next : BillingStatus.Actual;
      await insertBilling(trx, companyId, { ...values, status, customer_id: row.customer_id }, now);
    }
    await noteInLog(trx, {
      by: logAuthorOf(session),
      companyId,
      action: "billing.update_custom",
      subject: { model: "Company", ids: [companyId] },
      changes: [{ model: "Company", id: companyId, fields: agreed(changed ?? row, values) }],
    });
    tellCompany(trx, companyId, tab);
  });
}

type Terms = Pick<
  CompanyBillingRow,
  "package" | "visits_limit" | "visits_period" | "start_date" | "end_date" | "subscription_price"
>;
const TERMS = ["package", "visits_limit", "visits_period", "start_date", "end_date", "subscription_price"] as const;

/** What was agreed on before, and now. */
const agreed = (before: Terms, after: Terms): Record<string, [unknown, unknown]> =>
  Object.fromEntries(TERMS.map((name) => [name, [before[name], after[name]]]));
