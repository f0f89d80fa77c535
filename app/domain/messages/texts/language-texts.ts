import type { MessageKind } from "../message-kind";

export interface MessageText {
  /** of the mail */
  subject: string;
  mail: string;
  sms: string;
}

/** Everything that recipients read, in one language. */
export interface LanguageTexts {
  kinds: Readonly<Record<MessageKind, MessageText>>;
  /** on the button of a mail, while somebody is on the way */
  follow: string;
  /** on the button of a mail, once the visit is over */
  see: string;
  /** below a mail; the link follows it */
  stopMail: string;
  /** when the vehicle comes, within a sentence */
  days: { today: string; tomorrow: string };
  /** by the id of the fail reason; none for "other" */
  reasons: Readonly<Record<number, string>>;
  /** the page that ends the messages; `{company}` stands for its name */
  page: {
    title: string;
    askMail: string;
    askSms: string;
    stop: string;
    stopped: string;
    resume: string;
    resumed: string;
    unknown: string;
  };
}
