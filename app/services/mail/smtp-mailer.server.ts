import { createTransport } from "nodemailer";
import { withinTime } from "~/lib/within-time.server";
import { checkMail } from "./check-mail";
import { messageOf } from "./message";
import { MailRefused } from "./mailer";
import type { Mailer } from "./mailer";

/** A server that doesn't answer must not hold the queue for long. */
const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;
/** Nor one that says a little again and again. Shorter than the claim of a mail that waits (`send-queued`). */
const LONGEST_MS = 120_000;

/** 5xx: the server will not take it however often it is tried. */
const isRefusal = (error: unknown): boolean => {
  const code = (error as { responseCode?: unknown }).responseCode;
  return typeof code === "number" && code >= 500 && code < 600;
};

/**
 * @param url smtp://user:password@host:port or smtps://…
 * @param from who the mails come from
 * @param within what ends a mail that takes too long
 */
export function smtpMailer(url: string, from: string, within = withinTime): Mailer {
  const open = () =>
    createTransport({
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport = open();

  const sendInTime = (message: ReturnType<typeof messageOf>): Promise<unknown> =>
    within(LONGEST_MS, undefined, (signal) => {
      const used = transport;
      const tooLong = new Promise<never>((_resolve, reject) =>
        signal.addEventListener("abort", () => {
          reject(new Error(`The mail server took longer than ${LONGEST_MS / 1000} seconds.`));
          // Nothing ends what it is sending: its connection would be missing in the pool.
          if (transport !== used) return;
          used.close();
          transport = open();
        }),
      );
      return Promise.race([used.sendMail(message), tooLong]);
    });

  return {
    async send(mail, uid) {
      checkMail(mail);
      try {
        await sendInTime(messageOf(mail, from, uid));
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused((error as Error).message, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
