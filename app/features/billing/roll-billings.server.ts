import { db } from "~/db/database.server";
import {
  companiesToRollAcrossCompanies,
  listUnusedSubscriptionsAcrossCompanies,
  updateBilling,
} from "~/db/repositories/billings.server";
import { lockCompany } from "~/db/repositories/companies.server";
import { withTransaction } from "~/db/transaction.server";
import { CANCELLED } from "~/domain/billing/billing-record";
import { eachApart } from "~/lib/each-apart";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { tellCompany } from "./commands/activate-order.server";
import { rollCompany } from "./roll-company.server";

/**
 * Lets the next packages of all companies take their turn. Run by any process, several at a time and after days
 * without it: each company is looked at while nobody else changes what it pays for.
 * @returns how many companies have another package now
 * @throws the first company's failure, once all have been tried
 */
export async function rollBillings(): Promise<number> {
  const now = nowText();
  let rolled = 0;
  await eachApart(await companiesToRollAcrossCompanies(db(), now.slice(0, 10)), async (companyId) => {
    rolled += await withTransaction(db(), async (trx) => {
      await lockCompany(trx, companyId);
      if (!(await rollCompany(trx, companyId, now))) return 0;
      tellCompany(trx, companyId);
      return 1;
    });
  });
  return rolled;
}

/**
 * Ends what removed companies pay for, and what is paid for packages that were replaced. A provider that is away, or
 * refuses one of them, is asked again with the next chores.
 * @returns how many subscriptions were ended
 * @throws the first failure, once all have been tried
 */
export async function endUnusedSubscriptions(): Promise<number> {
  const running = await listUnusedSubscriptionsAcrossCompanies(db());
  await eachApart(running, async ({ id, company_id: companyId, subscription_id: subscriptionId }) => {
    await services().payment.cancel(subscriptionId!);
    await updateBilling(db(), companyId, id, { subscription_status: CANCELLED }, nowText());
  });
  return running.length;
}
