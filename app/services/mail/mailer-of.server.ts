import path from "node:path";
import type { Env } from "~/env.server";
import { publicOrigin } from "~/services/public-address.server";
import type { Mailer } from "./mailer";
import { outboxMailer } from "./outbox-mailer.server";
import { smtpMailer } from "./smtp-mailer.server";

export const mailFrom = (settings: Env): string =>
  settings.MAIL_FROM ?? `"Route planning" <no-reply@${new URL(publicOrigin(settings)).hostname}>`;

/** SMTP where a server is set up, else files in the data folder. */
export function mailerOf(settings: Env): Mailer {
  const from = mailFrom(settings);
  return settings.SMTP_URL === undefined
    ? outboxMailer(path.join(settings.dataDir, "outbox"), from)
    : smtpMailer(settings.SMTP_URL, from);
}
