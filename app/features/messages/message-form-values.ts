/** What fields about messages are called and show, of those that two people may change to different values. */
import { isMessageLanguage, LANGUAGE_NAMES } from "~/domain/messages/languages";
import type { MessageSettings } from "~/domain/messages/message-settings";

export const MESSAGE_FIELD_LABELS = {
  quiet_start: "Quiet from",
  quiet_end: "Quiet to",
  sender: "Sender",
  language: "Language",
  subject: "Subject",
  mail: "E-mail",
  sms: "SMS",
} as const;
export type MessageField = keyof typeof MESSAGE_FIELD_LABELS;

interface MessagesInForm extends Pick<MessageSettings, "quietHours" | "language"> {
  /** empty: the company's title */
  sender: string;
}

/** What the fields show of when messages wait, and who writes them. */
export const messagesFormTexts = ({ quietHours, sender, language }: MessagesInForm) => ({
  quiet_start: quietHours?.start ?? "",
  quiet_end: quietHours?.end ?? "",
  sender,
  language,
});

/** What a field is called, and what it shows in people's words. */
export const messageWords = (name: MessageField, text: string): readonly [label: string, value: string] => [
  MESSAGE_FIELD_LABELS[name],
  name === "language" && isMessageLanguage(text) ? LANGUAGE_NAMES[text] : text,
];
