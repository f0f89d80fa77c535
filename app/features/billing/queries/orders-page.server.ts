import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { pageOfOrdersAcrossCompanies } from "~/db/repositories/billing-orders.server";
import type { CompanyOrder } from "~/db/repositories/billing-orders.server";
import { PAGE_SIZE_ADMIN } from "~/domain/constants";
import { listOf, listRequest } from "~/http/list-request.server";
import { refuseOff } from "../refuse-off.server";
import { orderView } from "./billing-page.server";

const shown = (order: CompanyOrder) => ({
  ...orderView(order),
  company: order.company_title,
  by: order.user_email ?? "",
});
export type OrderOfList = ReturnType<typeof shown>;

/** Orders of all companies, those that wait first. @throws AppError 403, 404 */
export async function loadOrdersPage(session: CompanySession, request: Request) {
  authorize(session, "billing.manage");
  refuseOff();
  const asked = listRequest(request, PAGE_SIZE_ADMIN);
  return { list: listOf(asked, await pageOfOrdersAcrossCompanies(db(), asked.search, asked.page), shown) };
}
