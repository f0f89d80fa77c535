/** Mails about orders that a platform admin decides: to those who decide, and to whoever ordered. */
import type { Db } from "~/db/client.server";
import { getOrder } from "~/db/repositories/billing-orders.server";
import { getCompany } from "~/db/repositories/companies.server";
import { administratorEmailsOf } from "~/db/repositories/members.server";
import { findUserAcrossCompanies, superAdminEmailsAcrossCompanies } from "~/db/repositories/users.server";
import type { BillingOrderRow } from "~/db/tables";
import { shortened } from "~/lib/shortened";
import { mailOf } from "~/mail/mail-text";
import type { MailWords } from "~/mail/mail-text";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { publicLink } from "~/services/public-address.server";
import { orderedWords, orderView } from "./order-view";

/** A title may be longer than a subject. */
const IN_SUBJECT = 100;

async function mailEach(trx: Db, addresses: readonly string[], words: Omit<MailWords, "to">): Promise<void> {
  for (const to of addresses) await queueMail(trx, mailOf({ to, ...words }));
}

/** Who ordered, while they can sign in; else those who manage the company: a program's order is theirs. */
async function orderersOf(trx: Db, { user_id: userId, company_id: companyId }: BillingOrderRow): Promise<string[]> {
  const user = userId === null ? undefined : await findUserAcrossCompanies(trx, userId);
  return user?.status === "active" ? [user.email] : administratorEmailsOf(trx, companyId);
}

/** To the platform's administrators: somebody waits for them. Call it in the transaction of the order. */
export async function tellOfOrder(trx: Db, order: BillingOrderRow): Promise<void> {
  const { title } = await getCompany(trx, order.company_id);
  const { amount } = orderView(order);
  const ordered = orderedWords(order);
  const [by] = await orderersOf(trx, order);
  await mailEach(trx, await superAdminEmailsAcrossCompanies(trx), {
    subject: `${shortened(title, IN_SUBJECT)}: an order waits for your approval`,
    paragraphs: [`${title} ordered ${ordered} for ${amount}.`, ...(by === undefined ? [] : [`Ordered by ${by}.`])],
    link: { label: "Look at the orders", url: publicLink(paths.adminOrders()) },
  });
}

/** To whoever ordered, with the number of the invoice. Call it in the transaction of the approval, at its end. */
export async function tellOfApproval(trx: Db, { id, company_id: companyId }: BillingOrderRow): Promise<void> {
  const order = await getOrder(trx, companyId, id);
  const { title } = await getCompany(trx, companyId);
  const { what, amount, period, invoice } = orderView(order);
  await mailEach(trx, await orderersOf(trx, order), {
    subject: "Your order is approved",
    paragraphs: [
      `The order of ${title} is approved: ${what} for ${amount}, ${period}.`,
      ...(invoice === null ? [] : [`It is invoice No. ${invoice}.`]),
    ],
    link:
      invoice === null
        ? { label: "Look at the package", url: publicLink(paths.billingMain()) }
        : { label: "Open the invoice", url: publicLink(paths.billingInvoice(id)) },
  });
}

/** @param reason in the words of who declined it; empty: none was given */
export async function tellOfRejection(trx: Db, order: BillingOrderRow, reason: string): Promise<void> {
  const { title } = await getCompany(trx, order.company_id);
  const { what, amount } = orderView(order);
  await mailEach(trx, await orderersOf(trx, order), {
    subject: "Your order is declined",
    paragraphs: [
      `The order of ${title} is declined: ${what} for ${amount}.`,
      ...(reason === "" ? [] : [`The reason: ${reason}`]),
    ],
    link: { label: "Look at the orders", url: publicLink(paths.billingMain()) },
  });
}
