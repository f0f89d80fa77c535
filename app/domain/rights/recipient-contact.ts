/** By what a recipient is known: an e-mail or a phone, as the company's visits have it. */
import { MessageChannel } from "../messages/message-kind";
import { isEmail, isPhone } from "../validation/contact";
import { dialledPhone, wholePhone } from "../validation/national-phone";
import { wordsOf } from "./person-in-text";
import type { PersonWords } from "./person-in-text";

export interface RecipientContact {
  channel: MessageChannel;
  /** an e-mail in lower case; a number in international form, or its digits where it is none that is known */
  contact: string;
}

/** @param country ISO 3166 alpha-2 of numbers without a country code, "" for none */
function phoneKey(text: string, country: string): string | null {
  const typed = text.trim();
  return dialledPhone(typed, country)?.e164 ?? (isPhone(typed) ? typed.replace(/\D/g, "") : null);
}

/** Null for what is neither. @param country of the company, for a phone without a country code */
export function readContact(text: string, country: string): RecipientContact | null {
  const typed = text.trim();
  if (typed.includes("@")) {
    const email = typed.toLowerCase();
    return isEmail(email) ? { channel: MessageChannel.Mail, contact: email } : null;
  }
  const contact = phoneKey(typed, country);
  return contact === null ? null : { channel: MessageChannel.Sms, contact };
}

interface Named {
  recipient_email: string;
  recipient_phone: string;
}

/** Digits at the end that are the same in every way to write a number. */
const LAST_DIGITS = 6;

/** Whether the visit is the recipient's: it has the very e-mail, or the very number however it is written there. */
export function isOfRecipient(visit: Named, { channel, contact }: RecipientContact, country: string): boolean {
  if (channel === MessageChannel.Mail) return visit.recipient_email.trim().toLowerCase() === contact;
  // Reading a number takes a while, and most are others.
  if (!visit.recipient_phone.replace(/\D/g, "").endsWith(contact.slice(-LAST_DIGITS))) return false;
  return phoneKey(visit.recipient_phone, country) === contact;
}

/** How texts may have it written. */
export function wordsOfContact({ channel, contact }: RecipientContact): PersonWords {
  const nobody = { name: null, surname: null };
  if (channel === MessageChannel.Mail) return wordsOf([{ ...nobody, email: contact }]);
  return wordsOf([contact, wholePhone(contact, "")?.phone ?? contact].map((phone) => ({ ...nobody, phone })));
}

/** As people read it. */
export const shownContact = ({ channel, contact }: RecipientContact): string =>
  channel === MessageChannel.Mail ? contact : (wholePhone(contact, "")?.phone ?? contact);
