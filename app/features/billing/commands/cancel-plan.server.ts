import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { updateBilling } from "~/db/repositories/billings.server";
import { lockCompany } from "~/db/repositories/companies.server";
import type { CompanyBillingRow, UtcText } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { CANCELLED, isPaidFor, isTrial } from "~/domain/billing/billing-record";
import { canCancel, endOfCancelled } from "~/domain/billing/order";
import { refusalError } from "~/domain/decision";
import { AppError } from "~/lib/errors";
import { recordFromRow, recordOf } from "~/planner/company-package.server";
import type { CompanyPackage } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { refuseOff } from "../refuse-off.server";
import { rollCompany } from "../roll-company.server";
import { dropNext, tellCompany } from "./activate-order.server";

/**
 * The subscription ends when the period ends that is paid for. A package that follows stays until its own end if it is
 * paid for already, and is given up otherwise.
 * @throws AppError 403, 404, 409 (a trial; cancelled already; changed by somebody else), 502 where the payment provider
 * doesn't answer
 */
export async function cancelPlan(session: CompanySession, tab?: string): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const now = nowText();
  const seen = await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    if (await rollCompany(trx, companyId, now)) tellCompany(trx, companyId, tab);
    return recordOf(trx, companyId, now);
  });
  const allowed = canCancel(seen.record, seen.next === null ? null : recordFromRow(seen.next));
  if (!allowed.ok) throw refusalError(allowed.error);
  // First where money is taken: told twice, the provider does it once.
  const told = new Set<string>();
  try {
    for (const id of renewedBy(seen)) {
      await services().payment.cancel(id);
      told.add(id);
    }
  } catch (error) {
    if (told.size > 0) await withTransaction(db(), (trx) => keepTold(trx, companyId, { told, now, tab }));
    throw error;
  }
  const isStored = await withTransaction(db(), (trx) => store(trx, companyId, { seen, told, now, tab }));
  // The user has not seen the package that counts now, or the provider was not told of what pays for it.
  if (!isStored)
    throw new AppError("billing.changed", "Your package was changed in the meantime. Please try again.", {
      status: 409,
    });
}

type Records = Omit<CompanyPackage, "usage">;

const rowsOf = ({ row, next }: Records): CompanyBillingRow[] => (next === null ? [row] : [row, next]);

/** The subscriptions that the payment provider takes money for. */
const renewedBy = (records: Records): Set<string> =>
  new Set(rowsOf(records).flatMap((one) => (recordFromRow(one).renews ? [one.subscription_id!] : [])));

interface Told {
  /** subscriptions that the payment provider takes no money for any more */
  told: ReadonlySet<string>;
  now: UtcText;
  tab: string | undefined;
}

const cancel = (trx: Db, companyId: number, { row, record }: Records, now: UtcText): Promise<void> =>
  updateBilling(
    trx,
    companyId,
    row.id,
    { subscription_status: CANCELLED, end_date: endOfCancelled(record, now.slice(0, 10)) },
    now,
  );

/**
 * The provider has ended these subscriptions, so that their records have to say so, even where the rest of the request
 * is refused. Otherwise a record would go on saying that it renews, and its package would end without notice.
 */
async function keepTold(trx: Db, companyId: number, { told, now, tab }: Told): Promise<void> {
  await lockCompany(trx, companyId);
  await rollCompany(trx, companyId, now);
  const found = await recordOf(trx, companyId, now);
  const isTold = (one: CompanyBillingRow | null) =>
    one !== null && recordFromRow(one).renews && told.has(one.subscription_id!);
  if (isTold(found.next)) await dropNext(trx, companyId, now);
  if (isTold(found.row)) await cancel(trx, companyId, found, now);
  tellCompany(trx, companyId, tab);
}

/**
 * The records are read again under the lock: while the provider was asked, a renewal may have been paid, or an order
 * approved.
 * @param seen what the provider was told of
 * @returns false: the records have changed since the user has seen them, and only the subscriptions that the provider
 * has ended are stored as cancelled
 */
async function store(trx: Db, companyId: number, { seen, told, now, tab }: Told & { seen: Records }): Promise<boolean> {
  await lockCompany(trx, companyId);
  await rollCompany(trx, companyId, now);
  const found = await recordOf(trx, companyId, now);
  const { row, record, next } = found;
  if (!rowsOf(seen).some(({ id }) => id === row.id) || [...renewedBy(found)].some((id) => !told.has(id))) {
    await keepTold(trx, companyId, { told, now, tab });
    return false;
  }
  if (next && isPaidFor(next)) await updateBilling(trx, companyId, next.id, { subscription_status: CANCELLED }, now);
  else await dropNext(trx, companyId, now);
  if (!isTrial(record)) await cancel(trx, companyId, found, now);
  tellCompany(trx, companyId, tab);
  return true;
}
