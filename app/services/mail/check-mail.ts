import { hasControlCharacter } from "~/lib/control-characters";
import { MailRefused } from "./mailer";
import type { Mail } from "./mailer";

/** Of an address (RFC 5321), of a subject's characters, and of each of the two texts. */
const MAX_ADDRESS = 254;
const MAX_SUBJECT = 200;
const MAX_TEXT = 100_000;

/** One address and nothing that could begin a second one, or another line. */
const ADDRESS = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/u;

const isAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS && !hasControlCharacter(text) && ADDRESS.test(text);

/**
 * Whatever the caller let through, no line of the head can be added to, and nobody else is written to.
 * @throws MailRefused
 */
export function checkMail({ to, subject, text, html, fromName = "", replyTo, unsubscribeUrl }: Mail): void {
  if (!isAddress(to)) throw new MailRefused("The recipient is no e-mail address.");
  if (subject.trim() === "" || subject.length > MAX_SUBJECT || hasControlCharacter(subject))
    throw new MailRefused("The subject is empty, too long, or has several lines.");
  if (fromName.length > MAX_SUBJECT || hasControlCharacter(fromName))
    throw new MailRefused("The name of the sender is too long, or has several lines.");
  if (replyTo !== undefined && !isAddress(replyTo)) throw new MailRefused("The address for answers is none.");
  if (unsubscribeUrl !== undefined && !/^https?:\/\/[^\s<>]{1,500}$/.test(unsubscribeUrl))
    throw new MailRefused("The address that ends the mails is none.");
  if (text.length > MAX_TEXT || html.length > MAX_TEXT) throw new MailRefused("The mail is too long.");
}
