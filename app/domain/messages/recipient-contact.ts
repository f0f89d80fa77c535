/** Whom a message went to, and whether that is still whom the visit names. */
import { dialledPhone } from "../validation/national-phone";
import type { Visit } from "../visit/visit";
import { MessageChannel, MessageState } from "./message-kind";

type Named = Pick<Visit, "recipientEmail" | "recipientPhone">;

/**
 * Whether the visit still names this address or number, however it is written there.
 * @param contact as a message went to it: an e-mail, or a number in international form
 */
function isContactOf(visit: Named, channel: MessageChannel, contact: string): boolean {
  if (channel === MessageChannel.Mail)
    return visit.recipientEmail.trim().toLowerCase() === contact.trim().toLowerCase();
  // A number without a country code is read as those who live where the message went.
  const country = dialledPhone(contact, "")?.country ?? "";
  return dialledPhone(visit.recipientPhone, country)?.e164 === contact;
}

interface LoggedMessage {
  channel: MessageChannel;
  state: MessageState;
  contact: string;
  sent_at: string | null;
}

/** Whether whom the visit names now has got it. */
export const isToldTo = (visit: Named, { state, channel, contact }: LoggedMessage): boolean =>
  state === MessageState.Sent && isContactOf(visit, channel, contact);

/**
 * Those whom the visit doesn't name any more, and whose link opens it still: it went to them after the last time that
 * its links were revoked. Each once, in the order of the messages.
 * @param revokedAt UTC text; null: they never were
 */
export const strangersWithLink = (
  visit: Named,
  messages: readonly LoggedMessage[],
  revokedAt: string | null,
): string[] => [
  ...new Set(
    messages
      .filter(({ state, sent_at: sentAt }) => state === MessageState.Sent && isAfter(sentAt, revokedAt))
      .filter((message) => !isToldTo(visit, message))
      .map(({ contact }) => contact),
  ),
];

/**
 * Whether what went out may be told again: to somebody else by now, whose link was revoked since.
 * @param last the newest message of its kind
 */
export const mayTellAnother = (visit: Named, last: LoggedMessage, revokedAt: string | null): boolean =>
  last.state === MessageState.Sent && revokedAt !== null && !isToldTo(visit, last) && !isAfter(last.sent_at, revokedAt);

const isAfter = (sentAt: string | null, revokedAt: string | null): boolean =>
  sentAt !== null && (revokedAt === null || sentAt > revokedAt);
