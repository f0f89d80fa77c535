import { openText, sealText } from "~/services/secret.server";
import { MailRefused } from "~/services/mail/mailer";
import type { Mail } from "~/services/mail/mailer";

type Body = Pick<Mail, "text" | "html">;

const PURPOSE = "mails";

/** The texts of a mail that waits: links in them let somebody in, which the database alone must not. */
export const sealBody = ({ text, html }: Body): string => sealText(PURPOSE, JSON.stringify({ text, html }));

/** @throws MailRefused when the server has another secret since */
export function openBody(sealed: string): Body {
  const opened = openText(PURPOSE, sealed);
  if (opened === null) throw new MailRefused("Its text was sealed with another SESSION_SECRET.");
  return JSON.parse(opened) as Body;
}
