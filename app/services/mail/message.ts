import type { Mail } from "./mailer";

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";

/** The address of 'Routes <no-reply@example.com>'. */
const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** For nodemailer. An address as an object is never read as a list of several. */
export function messageOf(
  { to, subject, text, html, fromName, replyTo, unsubscribeUrl }: Mail,
  from: string,
  uid: string | undefined,
) {
  return {
    from: fromName === undefined ? from : { name: fromName, address: addressOf(from) },
    ...(replyTo === undefined ? {} : { replyTo: { name: fromName ?? "", address: replyTo } }),
    to: { name: "", address: to },
    subject,
    text,
    html,
    ...(uid === undefined ? {} : { messageId: `<${uid}@${domainOf(from)}>` }),
    // Answers of machines, such as "out of office", are not wanted.
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl === undefined
        ? {}
        : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
