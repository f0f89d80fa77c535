import type { DropReason, MessageChannel, MessageKind, MessageState } from "~/domain/messages/message-kind";
import type { PublicPage } from "~/domain/pages/public-page";
import type { DateText, Stamps, UtcText } from "./basics";

/** Something that a recipient is told, or was told. */
export interface RecipientMessageRow extends Stamps {
  id: number;
  company_id: number;
  visit_id: number;
  route_id: number | null;
  kind: MessageKind;
  channel: MessageChannel;
  /** service date of the plan */
  day: DateText;
  state: MessageState;
  /** why it was dropped */
  reason: DropReason | null;
  /** address or number that it goes to */
  contact: string;
  /** the same in every try */
  uid: string;
  /** that have begun */
  attempts: number;
  /** the end of the claim while somebody sends it; null: it has ended */
  next_try_at: UtcText | null;
  /** of the last try */
  failure: string | null;
  sent_at: UtcText | null;
}

/** Whom messages went to. */
export interface MessageContactRow extends Stamps {
  id: number;
  company_id: number;
  channel: MessageChannel;
  /** e-mail in lower case, or number in international form without spaces */
  contact: string;
  /** of the link that ends the messages */
  token: string;
  /** of the last message */
  language: string;
  /** null: messages are welcome */
  stopped_at: UtcText | null;
}

/** A text of a company's own. */
export interface MessageTextRow extends Stamps {
  id: number;
  company_id: number;
  language: string;
  kind: MessageKind;
  subject: string;
  mail: string;
  sms: string;
}

/** What a page that anybody may read says, or said. */
export interface PublicPageVersionRow {
  id: number;
  /** domain/pages/public-page */
  page: PublicPage;
  /** 1, 2, 3 … of its page: the highest one counts */
  version: number;
  title: string;
  description: string;
  /** Markdown */
  body: string;
  /** who wrote it */
  user_id: number | null;
  created_at: UtcText;
}
