import type { Db } from "~/db/client.server";
import { administratorEmailsOf } from "~/db/repositories/members.server";
import type { WebhookEndpointRow } from "~/db/tables";
import { DisabledReason } from "~/domain/webhooks/delivery";
import { queueMail } from "~/mail/queue-mail.server";
import { mailOf } from "~/mail/mail-text";
import { paths } from "~/paths";
import { publicLink } from "~/services/public-address.server";

const WHY: Readonly<Record<DisabledReason, string>> = {
  [DisabledReason.Failing]: "It has failed for 24 hours.",
  [DisabledReason.Gone]: "It answered that it is gone (410).",
  [DisabledReason.ByHand]: "Somebody has disabled it.",
};

/** A mail to those who can enable it again, in the transaction that disables it. */
export async function tellOfDisabled(
  trx: Db,
  { company_id, url }: Pick<WebhookEndpointRow, "company_id" | "url">,
  reason: DisabledReason,
): Promise<void> {
  for (const to of await administratorEmailsOf(trx, company_id))
    await queueMail(
      trx,
      mailOf({
        to,
        subject: "A webhook is disabled",
        paragraphs: [
          `The webhook to ${new URL(url).host} is disabled. ${WHY[reason]}`,
          "It is told nothing until somebody enables it again.",
        ],
        link: { label: "Look at the webhooks", url: publicLink(paths.companyWebhooks()) },
      }),
    );
}
