import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listOrdersAcrossCompanies } from "~/db/repositories/billing-orders.server";
import { refuseOff } from "../refuse-off.server";
import { orderView } from "./billing-page.server";

const MOST_SHOWN = 200;

/** Orders of all companies, those that wait first. @throws AppError 403, 404 */
export async function loadOrdersPage(session: CompanySession) {
  authorize(session, "billing.manage");
  refuseOff();
  return {
    orders: (await listOrdersAcrossCompanies(db(), MOST_SHOWN)).map((order) => ({
      ...orderView(order),
      companyId: order.company_id,
      company: order.company_title,
      by: order.user_email ?? "",
    })),
  };
}
export type OrdersPage = Awaited<ReturnType<typeof loadOrdersPage>>;
