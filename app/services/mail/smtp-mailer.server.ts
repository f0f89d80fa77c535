import { createTransport } from "nodemailer";
import { checkMail } from "./check-mail";
import { messageOf } from "./message";
import { MailRefused } from "./mailer";
import type { Mailer } from "./mailer";

/** A server that doesn't answer must not hold the queue for long. */
const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

/** 5xx: the server will not take it however often it is tried. */
const isRefusal = (error: unknown): boolean => {
  const code = (error as { responseCode?: unknown }).responseCode;
  return typeof code === "number" && code >= 500 && code < 600;
};

/** @param url smtp://user:password@host:port or smtps://… @param from who the mails come from */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, uid) {
      checkMail(mail);
      try {
        await transport.sendMail(messageOf(mail, from, uid));
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused((error as Error).message, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
