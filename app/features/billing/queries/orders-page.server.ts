import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findListedOrderAcrossCompanies, pageOfOrdersAcrossCompanies } from "~/db/repositories/billing-orders.server";
import type { CompanyOrder } from "~/db/repositories/billing-orders.server";
import { PAGE_SIZE_ADMIN } from "~/domain/constants";
import { dialogOf, listOf, listRequest } from "~/http/list-request.server";
import { refuseOff } from "../refuse-off.server";
import { orderView } from "../order-view";

const shown = (order: CompanyOrder) => ({
  ...orderView(order),
  company: order.company_title,
  by: order.user_email ?? "",
});
export type OrderOfList = ReturnType<typeof shown>;

/** The order that a dialog of the address is about, on whatever page of the list it is. */
async function itemOf(request: Request): Promise<OrderOfList | null> {
  const { id } = dialogOf(request);
  const order = id === null ? undefined : await findListedOrderAcrossCompanies(db(), id);
  return order === undefined ? null : shown(order);
}

/** Orders of all companies, those that wait first. @throws AppError 403, 404 */
export async function loadOrdersPage(session: CompanySession, request: Request) {
  authorize(session, "billing.manage");
  refuseOff();
  const asked = listRequest(request, PAGE_SIZE_ADMIN);
  const found = await pageOfOrdersAcrossCompanies(db(), asked.search, asked.page);
  return { list: listOf(asked, found, shown), item: await itemOf(request) };
}
