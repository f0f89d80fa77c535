import { createTransport } from "nodemailer";
import { withinTime } from "~/lib/within-time.server";
import { CarrierError } from "../carrier-error";
import { checkMail } from "./check-mail";
import { messageOf } from "./message";
import { MailRefused } from "./mailer";
import type { Mailer } from "./mailer";

/** A server that doesn't answer must not hold the queue for long. */
const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;
/** Nor one that says a little again and again. Shorter than the claim of a mail that waits (`send-queued`). */
const LONGEST_MS = 120_000;

/**
 * For dispatchers, who read why a message waits: what the server answered. The rest are words of the runtime, with
 * addresses inside the network.
 */
function inWords(cause: unknown): CarrierError {
  if (cause instanceof CarrierError) return cause;
  const { message, responseCode: code } = cause as { message: string; responseCode?: unknown };
  if (typeof code !== "number") return new CarrierError("The mail server could not be reached.", { cause });
  // 5xx: the server will not take it however often it is tried.
  return code >= 500 && code < 600 ? new MailRefused(message, { cause }) : new CarrierError(message, { cause });
}

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
          reject(new CarrierError(`The mail server took longer than ${LONGEST_MS / 1000} seconds.`));
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
      const message = messageOf(mail, from, uid);
      await sendInTime(message).catch((error: unknown) => {
        throw inWords(error);
      });
    },
    close: () => transport.close(),
  };
}
