import { escapeMarkup } from "~/lib/escape-markup";
import type { Mail } from "~/services/mail/mailer";

/** What a mail says; both of its forms are made from it. */
export interface MailWords {
  to: string;
  subject: string;
  /** before the link */
  paragraphs: readonly string[];
  link?: { label: string; url: string };
  /** after the link, in small type: why it was sent, and what to do about it */
  notes?: readonly string[];
  /** at the end, in small type: what to do about it, with a link to it */
  noteLink?: { label: string; url: string };
  /** IETF language tag; left out: en */
  language?: string;
}

/** One line, so that a name in it can't begin a paragraph of its own. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Names without a place to break make no mail wider than its phone; some programs know the one, some the other. */
const BROKEN = "overflow-wrap:anywhere;word-break:break-word";

/** A mail as text and as HTML; names in it are shown as they are and can add nothing. */
export function mailOf({ to, subject, paragraphs, link, notes = [], noteLink, language = "en" }: MailWords): Mail {
  const lines = paragraphs.map(oneLine);
  const small = notes.map(oneLine);
  const text = [
    ...lines,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...small,
    ...(noteLink ? [`${oneLine(noteLink.label)}\n${noteLink.url}`] : []),
  ].join("\n\n");
  const html =
    `<!doctype html><html lang="${escapeMarkup(language)}"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escapeMarkup(subject)}</title>` +
    `<body style="margin:0;padding:24px;background:#f3f5f7;color:#16202b;font:16px/1.5 system-ui,Arial,sans-serif">` +
    `<div style="max-width:480px;margin:0 auto;padding:24px;background:#fff;border:1px solid #d5dbe1;` +
    `border-radius:10px;${BROKEN}">` +
    lines.map((line) => `<p style="margin:0 0 16px">${escapeMarkup(line)}</p>`).join("") +
    (link === undefined ? "" : buttonOf(link)) +
    small.map((line) => `<p style="margin:0 0 12px;font-size:14px;color:#54616f">${escapeMarkup(line)}</p>`).join("") +
    (noteLink === undefined ? "" : noteOf(noteLink)) +
    `</div></body></html>`;
  return { to, subject: oneLine(subject), text: `${text}\n`, html };
}

/** About an account: whose, and of which server, for those who have several of them. */
export const accountMailOf = (words: MailWords & { link: { label: string; url: string } }): Mail =>
  mailOf({
    ...words,
    notes: [...(words.notes ?? []), `Sent to ${words.to} for ${new URL(words.link.url).host}.`],
  });

const noteOf = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:0 0 12px;font-size:14px;color:#54616f">${escapeMarkup(oneLine(label))} ` +
  `<a href="${escapeMarkup(url)}" style="color:#0b6b82;word-break:break-all">${escapeMarkup(url)}</a></p>`;

/** The address stands below the button: some programs show no buttons, and careful people look where it leads. */
const buttonOf = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:0 0 16px"><a href="${escapeMarkup(url)}" style="display:inline-block;padding:12px 20px;` +
  `background:#0b6b82;color:#fff;text-decoration:none;font-weight:600;border-radius:8px">` +
  `${escapeMarkup(label)}</a></p>` +
  `<p style="margin:0 0 16px;font-size:14px;color:#54616f;word-break:break-all">${escapeMarkup(url)}</p>`;
