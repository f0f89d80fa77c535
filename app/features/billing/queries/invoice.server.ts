import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getOrder } from "~/db/repositories/billing-orders.server";
import { euroOf } from "~/domain/billing/amount";
import { formatEuro } from "~/domain/format-number";
import { formatDay } from "~/domain/time/day-words";
import { env } from "~/env.server";
import { notFound } from "~/lib/errors";
import { services } from "~/services/container.server";
import { linesOfCompany } from "../commands/activate-order.server";
import { orderWords, periodWords } from "../order-view";
import { refuseOff } from "../refuse-off.server";

/** The invoice of an approved order. @throws AppError 403, 404 */
export async function invoiceFile(session: CompanySession, orderId: number) {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const order = await getOrder(db(), companyId, orderId);
  if (order.invoice_number === null || order.start_date === null || order.end_date === null) throw notFound("Invoice");
  const body = await services().files.make({
    kind: "invoice",
    invoice: {
      number: String(order.invoice_number),
      date: formatDay((order.decided_at ?? order.created_at).slice(0, 10)),
      from: (env().INVOICE_ISSUER ?? "").split("|").map((line) => line.trim()),
      to: order.billed_to === null ? await linesOfCompany(db(), companyId) : parseJson<string[]>(order.billed_to, []),
      what: orderWords(order),
      period: periodWords(order.start_date, order.end_date),
      amount: formatEuro(euroOf(order.amount_cents)),
    },
  });
  return { name: `invoice-${order.invoice_number}.pdf`, format: "pdf" as const, body };
}
