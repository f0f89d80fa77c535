import type { Db } from "~/db/client.server";
import { stoppedContacts } from "~/db/repositories/message-contacts.server";
import { messagesOfVisit } from "~/db/repositories/recipient-messages.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { RecipientMessageRow, RoutingVisitRow } from "~/db/tables";
import { CHANNEL_LABELS, DROP_WORDS, MESSAGE_KIND_LABELS, MessageState } from "~/domain/messages/message-kind";
import type { DropReason, MessageChannel, MessageKind } from "~/domain/messages/message-kind";
import { epochSec } from "~/domain/time/utc-text";
import { dialledPhone } from "~/domain/validation/national-phone";

/** What became of one message to the recipient. */
export interface MessageLine {
  id: number;
  /** 'Out for delivery, SMS' */
  what: string;
  contact: string;
  state: MessageState;
  /** epoch seconds: when it was sent or given up, or is sent at the earliest */
  at: number;
  /** why it was not sent; null for nothing */
  why: string | null;
}

function lineOf(row: RecipientMessageRow): MessageLine {
  const state = row.state as MessageState;
  return {
    id: row.id,
    what: `${MESSAGE_KIND_LABELS[row.kind as MessageKind]}, ${CHANNEL_LABELS[row.channel as MessageChannel]}`,
    contact: row.contact,
    state,
    at: epochSec((state === MessageState.Waiting ? row.next_try_at : row.sent_at) ?? row.updated_at),
    why: row.reason === null ? row.failure : DROP_WORDS[row.reason as DropReason],
  };
}

/** What the recipient was told of the visit, and whether they want to be told. */
export async function recipientMessagesOf(
  db: Db,
  companyId: number,
  visit: RoutingVisitRow,
): Promise<{ messages: MessageLine[]; unsubscribed: string[] }> {
  const warehouse = visit.warehouse_id === null ? undefined : await findWarehouse(db, companyId, visit.warehouse_id);
  const phone = dialledPhone(visit.recipient_phone, warehouse?.country_code ?? "");
  const stopped = await stoppedContacts(db, companyId, [
    ...(visit.recipient_email === "" ? [] : [{ channel: "mail" as const, contact: visit.recipient_email }]),
    ...(phone === null ? [] : [{ channel: "sms" as const, contact: phone.e164 }]),
  ]);
  return {
    messages: (await messagesOfVisit(db, companyId, visit.id)).map(lineOf),
    unsubscribed: stopped.map(({ channel }) => CHANNEL_LABELS[channel as MessageChannel]),
  };
}
