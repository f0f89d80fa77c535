/** What the actions on messages to recipients take. */
import { z } from "zod";
import { isMessageLanguage, MESSAGE_LANGUAGES } from "~/domain/messages/languages";
import type { MessageLanguage } from "~/domain/messages/languages";
import { MESSAGE_CHANNELS, MESSAGE_KINDS } from "~/domain/messages/message-kind";
import type { MessageChannel, MessageKind } from "~/domain/messages/message-kind";
import { MAX_SENDER_LENGTH, switchName } from "~/domain/messages/message-settings";
import type { SwitchName } from "~/domain/messages/message-settings";
import {
  MAX_MAIL_LENGTH,
  MAX_SMS_LENGTH,
  MAX_SUBJECT_LENGTH,
  smsFault,
  textFault,
} from "~/domain/messages/placeholders";
import { requiredMessage } from "~/domain/validation/text";
import {
  asTheyAre,
  optionalLines,
  optionalText,
  requiredText,
  seenFields,
  switchField,
  timeField,
} from "~/domain/validation/wire-fields";

const SWITCHES = Object.fromEntries(
  MESSAGE_KINDS.flatMap((kind) =>
    MESSAGE_CHANNELS.map((channel) => [switchName(kind, channel), switchField(false)] as const),
  ),
) as Record<SwitchName, ReturnType<typeof switchField>>;

const quietTime = (label: string) => timeField(label).refine((time) => time !== "24:00", `${label} is not correct`);

/** What goes which way, when, and under which name; what is left out stays. */
export const MessagesInput = z.strictObject({
  seen: seenFields(),
  ...asTheyAre({
    ...SWITCHES,
    /** both empty: no quiet hours */
    quiet_start: quietTime("Quiet from"),
    quiet_end: quietTime("Quiet to"),
    /** empty: the company's title */
    sender: optionalText("Sender", MAX_SENDER_LENGTH),
    /** empty: that of the recipient's country */
    language: z
      .string()
      .refine((text) => text === "" || isMessageLanguage(text), "Language is not correct")
      .default(""),
  }),
});
/** Both ends as they are to be stored. */
export const QuietHoursInput = z
  .object({ quiet_start: z.string(), quiet_end: z.string() })
  .superRefine((value, ctx) => {
    const missing = value.quiet_start === "" ? "quiet_start" : "quiet_end";
    if ((value.quiet_start === "") !== (value.quiet_end === ""))
      ctx.addIssue({
        code: "custom",
        path: [missing],
        message: requiredMessage(missing === "quiet_start" ? "Quiet from" : "Quiet to"),
      });
  });
export type MessagesInput = Omit<z.infer<typeof MessagesInput>, "seen">;

const which = {
  language: z.enum(MESSAGE_LANGUAGES as [MessageLanguage], { error: "Choose a language" }),
  kind: z.enum(MESSAGE_KINDS as [MessageKind], { error: "Choose a message" }),
};
export const MessageTextId = z.strictObject({ ...which, seen: seenFields() });

const words = {
  subject: requiredText("Subject", MAX_SUBJECT_LENGTH),
  mail: optionalLines("E-mail", MAX_MAIL_LENGTH).refine((text) => text !== "", requiredMessage("E-mail")),
  sms: optionalText("SMS", MAX_SMS_LENGTH).refine((text) => text !== "", requiredMessage("SMS")),
};
/** The company's words for one message in one language; what is left out stays. */
export const MessageTextInput = z.strictObject({ ...which, seen: seenFields(), ...asTheyAre(words) });
/** All of them as they are to be stored. */
export const WholeMessageText = z
  .strictObject({ ...which, ...words })
  .superRefine(({ kind, subject, mail, sms }, ctx) => {
    const check = (path: string, message: string | null) => {
      if (message !== null) ctx.addIssue({ code: "custom", path: [path], message });
    };
    check("subject", textFault(subject, kind, "Subject"));
    check("mail", textFault(mail, kind, "E-mail"));
    check("sms", textFault(sms, kind, "SMS") ?? smsFault(sms));
  });
export type MessageTextInput = Omit<z.infer<typeof MessageTextInput>, "seen">;

/** A message to oneself, as the company writes it now. */
export const TestMessage = z.strictObject({
  ...which,
  channel: z.enum(MESSAGE_CHANNELS as [MessageChannel], { error: "Choose e-mail or SMS" }),
});
export type TestMessage = z.infer<typeof TestMessage>;
