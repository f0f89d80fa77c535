import type { Mail } from "./mailer";

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";

/** For nodemailer. An address as an object is never read as a list of several. */
export function messageOf({ to, subject, text, html }: Mail, from: string, uid: string | undefined) {
  return {
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    ...(uid === undefined ? {} : { messageId: `<${uid}@${domainOf(from)}>` }),
    // Answers of machines, such as "out of office", are not wanted.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
