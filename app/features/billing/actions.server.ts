/** What companies do about their package, and platform admins about all of them. */
import { z } from "zod";
import { action, defineActions } from "~/http/actions/define-actions.server";
import { SAVED } from "~/lib/action-result";
import { paths } from "~/paths";
import { cancelPlan } from "./commands/cancel-plan.server";
import { approveOrder, rejectOrder } from "./commands/decide-order.server";
import { orderPackage, withdrawOrder } from "./commands/order-package.server";
import { confirmPayment } from "./commands/take-payment-event.server";
import { updateCustom } from "./commands/update-custom.server";
import { NoInput } from "~/domain/validation/wire-fields";
import { BillingOrderId, CustomPackage, OrderId, OrderInput, OrderRejection } from "./schemas";

const ORDERED = {
  waits: { message: "The order is sent", detail: "You hear from us by e-mail.", redirectTo: paths.billingMain() },
  follows: {
    message: "The package is ordered",
    detail: "It follows what is paid for, and is charged in the same way.",
    redirectTo: paths.billingMain(),
  },
} as const;

export const BILLING_ACTIONS = defineActions({
  "billing.order": action({
    summary: "Orders a package of the shop: it is paid online, or waits for an approval.",
    permission: "company.billing",
    idempotent: true,
    input: OrderInput,
    tells: z.object({ orderId: z.number(), outcome: z.enum(["waits", "isPaidOnline", "follows"]) }),
    run: (session, input, { tab }) => orderPackage(session, input, tab),
    answer: ({ orderId, outcome }) =>
      outcome === "isPaidOnline" ? { redirectTo: paths.billingCheckout(orderId) } : ORDERED[outcome],
  }),
  "billing.withdraw": action({
    summary: "Takes back an order that waits.",
    permission: "company.billing",
    idempotent: true,
    input: OrderId,
    tells: z.object({ withdrawn: z.boolean() }),
    run: (session, { order_id }, { tab }) => withdrawOrder(session, order_id, tab),
    answer: ({ withdrawn }) => ({
      message: withdrawn ? "The order is withdrawn" : "The order was decided already",
      redirectTo: paths.billingMain(),
    }),
  }),
  "billing.confirm": action({
    summary: "Asks the payment service whether an order is paid for.",
    permission: "company.billing",
    idempotent: true,
    input: OrderId,
    tells: z.object({ isPaid: z.boolean() }),
    run: (session, { order_id }, { tab }) => confirmPayment(session, order_id, tab),
    answer: ({ isPaid }) => ({
      message: isPaid ? "The order is paid for" : "The order is not paid for yet",
      redirectTo: paths.billingMain(),
    }),
  }),
  "billing.cancel": action({
    summary: "Ends the company's plan with what is paid for.",
    permission: "company.billing",
    idempotent: false,
    input: NoInput,
    run: (session, _input, { tab }) => cancelPlan(session, tab),
    answer: () => ({
      message: "Success",
      detail: "Your plan has been cancelled successfully.",
      redirectTo: paths.billingMain(),
    }),
  }),
});

export const BILLING_ADMIN_ACTIONS = defineActions({
  "billing_order.approve": action({
    summary: "Approves an order: the company has its package.",
    permission: "billing.manage",
    idempotent: false,
    input: BillingOrderId,
    run: (session, { billing_order_id: id }, { tab }) => approveOrder(session, id, tab),
    answer: () => ({
      message: "The order is approved",
      detail: "Whoever ordered is told by e-mail.",
      redirectTo: paths.adminOrders(),
    }),
  }),
  "billing_order.reject": action({
    summary: "Declines an order, with the reason for whoever ordered.",
    permission: "billing.manage",
    idempotent: false,
    input: OrderRejection,
    run: (session, { billing_order_id: orderId, reason }, { tab }) => rejectOrder(session, { orderId, reason }, tab),
    answer: () => ({
      message: "The order is declined",
      detail: "Whoever ordered is told by e-mail.",
      redirectTo: paths.adminOrders(),
    }),
  }),
  "billing.update_custom": action({
    summary: "Gives a company a package that was agreed on.",
    permission: "billing.manage",
    idempotent: true,
    input: CustomPackage,
    run: (session, input, { tab }) => updateCustom(session, input, tab),
    answer: () => ({ message: SAVED }),
  }),
});
