/** What companies pay for, as programs read and change it. */
import { z } from "zod";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listOrders } from "~/db/repositories/billing-orders.server";
import { listBillings } from "~/db/repositories/billings.server";
import { euroOf } from "~/domain/billing/amount";
import { BillingStatus } from "~/domain/billing/billing-record";
import { PackageKey } from "~/domain/billing/packages";
import { VisitsPeriod } from "~/domain/billing/periods";
import { listedId } from "~/domain/validation/wire-fields";
import type { Act } from "~/http/actions/act.server";
import { call, ListAnswer } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { packageOf } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { checkoutOf, portalOf } from "./billing-links.server";
import { orderWords } from "./order-view";
import { refuseOff } from "./refuse-off.server";
import { CustomPackage, OrderId, OrderInput } from "./schemas";

const Billing = z.object({
  id: z.int(),
  company_id: z.int(),
  package: z.enum(PackageKey),
  /** one counts now, another one may follow */
  status: z.enum([BillingStatus.Actual, BillingStatus.Next]),
  visits_used: z.int(),
  visits_limit: z.int(),
  visits_period: z.enum(VisitsPeriod),
  /** euro, one payment */
  subscription_price: z.number(),
  start_date: z.string().nullable(),
  /**
   * the first day on which it doesn't count any more: its first one for what is paid for when it begins; null: forever
   */
  end_date: z.string().nullable(),
  /** when the visits are counted anew; null: not before it ends */
  next_reset: z.string().nullable(),
  subscription_status: z.string().nullable(),
  phase_id: z.string().nullable(),
  customer_id: z.string().nullable(),
  subscription_id: z.string().nullable(),
  custom_cost_per_visit: z.number().nullable(),
  /** percent */
  custom_discount: z.number().nullable(),
});

const Invoice = z.object({
  number: z.string(),
  /** euro */
  amount: z.number(),
  status: z.string(),
  created_at: z.string(),
  description: z.string(),
  /** null: there is no page of it */
  url: z.string().nullable(),
});

const OfCompany = z.strictObject({ company_id: listedId().optional() });

/** The session's company, where packages are sold; the door refuses the id of another one. @throws AppError 403, 404 */
function askedCompany(session: CompanySession): number {
  refuseOff();
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  return companyId;
}

async function listedBillings(companyId: number): Promise<z.output<typeof Billing>[]> {
  const { row: counted, usage } = await packageOf(db(), companyId, nowText());
  return (await listBillings(db(), companyId)).map((row) => {
    const counts = row.id === counted.id;
    return Billing.parse({
      ...row,
      subscription_price: Number(row.subscription_price),
      custom_cost_per_visit: row.custom_cost_per_visit === null ? null : Number(row.custom_cost_per_visit),
      custom_discount: row.custom_discount === null ? null : Number(row.custom_discount),
      visits_used: counts ? usage.used : 0,
      next_reset: counts ? usage.nextReset : null,
    });
  });
}

const MOST_INVOICES = { kept: 500, others: 0 };

/** Those of orders, and those of the payment service. @throws AppError 502 where it doesn't answer */
async function listedInvoices(companyId: number): Promise<z.output<typeof Invoice>[]> {
  const own = (await listOrders(db(), companyId, MOST_INVOICES)).flatMap((order) =>
    order.invoice_number === null
      ? []
      : [
          {
            number: String(order.invoice_number),
            amount: euroOf(order.amount_cents),
            status: order.status,
            created_at: order.decided_at ?? order.created_at,
            description: orderWords(order),
            url: null,
          },
        ],
  );
  const { row } = await packageOf(db(), companyId, nowText());
  const paid = row.customer_id === null ? [] : await services().payment.invoices(row.customer_id);
  return [
    ...own,
    ...paid.map(({ number, amountCents, status, createdAt, url }) => ({
      number,
      amount: euroOf(amountCents),
      status,
      created_at: createdAt,
      description: "",
      url,
    })),
  ];
}

const Order = z.object({ orderId: z.int(), outcome: z.enum(["waits", "isPaidOnline", "follows"]) });

/** @param act of all areas */
export const billingCalls = (act: Act): ApiCall[] => [
  call({
    path: "company-billing/list",
    methods: ["GET", "POST"],
    summary: "Lists the package that counts, with its usage, and the one that follows.",
    permission: "company.billing",
    input: OfCompany,
    answer: z.array(Billing),
    isList: true,
    changes: false,
    filters: true,
    example: {},
    run: async (session) => new ListAnswer(await listedBillings(askedCompany(session)), null),
  }),
  call({
    path: "company-billing/invoices",
    methods: ["GET", "POST"],
    summary: "Lists the invoices of orders, and those of the payment service.",
    permission: "company.billing",
    input: OfCompany,
    answer: z.array(Invoice),
    isList: true,
    changes: false,
    filters: true,
    example: {},
    run: async (session) => new ListAnswer(await listedInvoices(askedCompany(session)), null),
  }),
  call({
    path: "company-billing/cancel",
    methods: ["POST"],
    summary: "Ends the company's plan with what is paid for.",
    permission: "company.billing",
    input: OfCompany,
    answer: z.null(),
    changes: true,
    example: {},
    async run(session, _input, options) {
      await act(session, "billing.cancel", {}, options);
      return null;
    },
  }),
  call({
    path: "company-billing/update-custom",
    methods: ["POST"],
    summary: "Gives a company a package that was agreed on.",
    permission: "billing.manage",
    input: CustomPackage,
    answer: z.array(Billing),
    changes: true,
    async run(session, input, options) {
      await act(session, "billing.update_custom", input, options);
      return listedBillings(input.billed_company_id);
    },
  }),
  call({
    path: "company/billing/session",
    methods: ["POST"],
    summary: "Orders a package, and answers the page on which it is paid for, where it is paid for at once.",
    permission: "company.billing",
    input: OrderInput,
    answer: z.object({ order_id: z.int(), url: z.string().nullable() }),
    changes: true,
    example: { months: 1, visits: 1000 },
    async run(session, input, options) {
      const { orderId, outcome } = Order.parse(await act(session, "billing.order", input, options));
      return { order_id: orderId, url: outcome === "isPaidOnline" ? await checkoutOf(session, orderId) : null };
    },
  }),
  call({
    path: "company/billing/sessionSuccess",
    methods: ["POST"],
    summary: "Asks the payment service whether an order is paid for.",
    permission: "company.billing",
    input: OrderId,
    answer: z.object({ isPaid: z.boolean() }),
    changes: true,
    run: (session, input, options) => act(session, "billing.confirm", input, options),
  }),
  call({
    path: "company/billing/sessionCancel",
    methods: ["POST"],
    summary: "Takes back an order that waits.",
    permission: "company.billing",
    input: OrderId,
    answer: z.object({ withdrawn: z.boolean() }),
    changes: true,
    run: (session, input, options) => act(session, "billing.withdraw", input, options),
  }),
  call({
    path: "company/billing/portal",
    methods: ["POST"],
    summary: "Answers the payment service's page for cards and invoices.",
    permission: "company.billing",
    input: z.strictObject({}),
    answer: z.object({ url: z.string() }),
    changes: false,
    run: async (session) => ({ url: await portalOf(session) }),
  }),
  call({
    path: "company/billing/payment-method",
    methods: ["GET", "POST"],
    summary: "Answers the card that the company pays with; null: none.",
    permission: "company.billing",
    input: z.strictObject({}),
    answer: z.object({ brand: z.string(), last4: z.string(), expires: z.string() }).nullable(),
    changes: false,
    async run(session) {
      const companyId = askedCompany(session);
      const { row } = await packageOf(db(), companyId, nowText());
      return row.customer_id === null ? null : services().payment.paymentMethod(row.customer_id);
    },
  }),
];
