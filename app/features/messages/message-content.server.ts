/** The words of a message: the company's text, or the product's own, with the values of a visit. */
import type { Db } from "~/db/client.server";
import { findMessageText } from "~/db/repositories/message-texts.server";
import { buttonWord, isMessageLanguage, languageOfCountry, textsIn } from "~/domain/messages/languages";
import type { MessageLanguage } from "~/domain/messages/languages";
import type { MessageKind } from "~/domain/messages/message-kind";
import { renderMail, renderText } from "~/domain/messages/placeholders";
import type { PlaceholderValues } from "~/domain/messages/placeholders";
import type { MessageText } from "~/domain/messages/texts/language-texts";
import { shortened } from "~/lib/shortened";
import { mailOf } from "~/mail/mail-text";
import type { Mail } from "~/services/mail/mailer";
import type { Sms } from "~/services/sms/sms";

/** What a company writes in this language: its own text, else the product's. */
export async function textOf(
  db: Db,
  companyId: number,
  language: MessageLanguage,
  kind: MessageKind,
): Promise<MessageText> {
  const own = await findMessageText(db, companyId, { language, kind });
  return own === undefined ? textsIn(language).kinds[kind] : { subject: own.subject, mail: own.mail, sms: own.sms };
}

/**
 * @param chosen the company's choice; "" for the recipient's country
 * @param countries ISO 3166 alpha-2: of the phone, of the warehouse; the first that is known counts
 */
export const languageFor = (chosen: string, countries: readonly (string | null)[]): MessageLanguage =>
  isMessageLanguage(chosen) ? chosen : languageOfCountry(countries.find((country) => country) ?? null);

interface Recipient {
  to: string;
  language: MessageLanguage;
  kind: MessageKind;
  /** who it comes from */
  sender: string;
  /** where answers to mails go; null: to nobody */
  replyTo: string | null;
}

/** Of a subject and of a sender's name, in which the title of a company may stand. */
const IN_HEAD = 180;

export function mailFor(
  { to, language, kind, sender, replyTo }: Recipient,
  text: MessageText,
  values: PlaceholderValues,
): Mail {
  const { stopMail } = textsIn(language);
  const { link, stop = "" } = values;
  const fromName = shortened(sender, IN_HEAD);
  return {
    ...mailOf({
      to,
      language,
      subject: shortened(renderMail(text.subject, values), IN_HEAD) || fromName,
      paragraphs: renderMail(text.mail, values).split(/\n\n+/),
      ...(link === undefined || link === "" ? {} : { link: { label: buttonWord(language, kind), url: link } }),
      noteLink: { label: stopMail, url: stop },
    }),
    fromName,
    ...(replyTo === null ? {} : { replyTo }),
    unsubscribeUrl: stop,
  };
}

export const smsFor = ({ to, sender }: Recipient, text: MessageText, values: PlaceholderValues): Sms => ({
  to,
  from: sender,
  text: renderText(text.sms, values),
});
