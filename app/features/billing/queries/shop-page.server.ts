import { redirect } from "@remix-run/node";
import { z } from "zod";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findOpenOrder } from "~/db/repositories/billing-orders.server";
import { BillingStatus } from "~/domain/billing/billing-record";
import { canOrder, orderedPeriod, priceOrder } from "~/domain/billing/order";
import { SHOP_PACKAGES, SHOP_VISITS, shopPackage } from "~/domain/billing/packages";
import { refusalMessage } from "~/domain/decision";
import { formatDay } from "~/domain/time/day-words";
import { numberFault, readNumber } from "~/domain/validation/clean-number";
import { COMPANY_FIELD } from "~/lib/page-stamp";
import { paths } from "~/paths";
import { packageOf } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { refuseOff } from "../refuse-off.server";

const Month = z.coerce.number().optional();

/** Without scripts the form is sent whole. Its ids count for one page: they are left out of the address. */
function choiceOfForm(query: URLSearchParams): string | null {
  if (!query.has(COMPANY_FIELD)) return null;
  return paths.billingShopTyped(query.get("months") ?? "", query.get("visits") ?? "");
}

/**
 * The shop, with the choice that its address names.
 * @param params of the address: `month` and `visits`; the form without scripts sends them as a query
 * @throws AppError 403, 404; Response that leads to the address of a form's choice alone
 */
export async function loadShopPage(
  session: CompanySession,
  request: Request,
  params: Readonly<Record<string, string | undefined>>,
) {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const query = new URL(request.url).searchParams;
  const choiceAlone = choiceOfForm(query);
  if (choiceAlone !== null) throw redirect(choiceAlone);
  const { success: isChoice, data: month } = Month.safeParse(query.get("months") ?? params.month);
  // Months are chosen and not typed: an address with others names no choice.
  const typed = isChoice ? (query.get("visits") ?? params.visits ?? "") : "";
  const read = typed.trim() === "" ? { value: SHOP_VISITS.initial } : readNumber(typed, { whole: true });
  const visits = "value" in read ? read.value : null;
  const months = month !== undefined && shopPackage(month) ? month : SHOP_PACKAGES[0]!.months;
  const choice = { months, visits: visits ?? SHOP_VISITS.initial };
  const priced = priceOrder(choice);
  const now = nowText();
  const { record, next } = await packageOf(db(), companyId, now);
  const open = await findOpenOrder(db(), companyId);
  const period = orderedPeriod(record, months, now.slice(0, 10));
  return {
    choice,
    /** where that is no number; the price is that of the usual number then */
    typedVisits: visits === null ? typed : null,
    /** why the choice can't be bought */
    fault: numberFault("Visits a month", typed, { whole: true }) ?? (priced.ok ? null : priced.error.message),
    cannotOrder: refusalMessage(canOrder(open !== undefined, next !== null)),
    begins: period.status === BillingStatus.Next ? formatDay(period.startDate) : null,
    isPaidOnline: services().payment.name === "stripe",
  };
}
export type ShopPage = Awaited<ReturnType<typeof loadShopPage>>;
