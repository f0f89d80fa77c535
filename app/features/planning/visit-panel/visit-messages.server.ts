import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { stoppedContacts } from "~/db/repositories/message-contacts.server";
import { messagesOfVisit } from "~/db/repositories/recipient-messages.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { RecipientMessageRow, RoutingVisitRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { allowanceWords } from "~/domain/messages/message-allowance";
import {
  CHANNEL_LABELS,
  DropReason,
  DROP_WORDS,
  isHeldBack,
  MESSAGE_KIND_LABELS,
  MessageState,
} from "~/domain/messages/message-kind";
import { epochSec } from "~/domain/time/utc-text";
import { dialledPhone } from "~/domain/validation/national-phone";
import type { ErrorLink } from "~/lib/errors";
import { shopLink } from "~/planner/company-package.server";
import { hasMessageLeft, messageAllowance } from "~/planner/message-allowance.server";
import { strangersOf } from "~/planner/strangers-with-link.server";
import { nowText } from "~/services/now.server";

/** What became of one message to the recipient. */
interface MessageLine {
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
  const { state } = row;
  return {
    id: row.id,
    what: `${MESSAGE_KIND_LABELS[row.kind]}, ${CHANNEL_LABELS[row.channel]}`,
    contact: row.contact,
    state,
    at: epochSec((state === MessageState.Waiting ? row.next_try_at : row.sent_at) ?? row.updated_at),
    why: row.reason === null ? row.failure : DROP_WORDS[row.reason],
  };
}

/** What the recipient of a visit was told, and what can be done about it. */
export interface VisitMessagesView {
  /** the newest first */
  messages: MessageLine[];
  /** the ways that its recipient wants no messages: 'E-mail', 'SMS' */
  unsubscribed: string[];
  /** what the company's package still holds back, and where another is chosen; null: nothing */
  heldBack: { words: string; shop: ErrorLink | null } | null;
  /** who is not the recipient any more, and has a link that opens the visit's page */
  strangers: string[];
}

/** What the recipient was told of the visit, and whether they want to be told. */
export async function recipientMessagesOf(session: CompanySession, visit: RoutingVisitRow): Promise<VisitMessagesView> {
  const companyId = session.company.id;
  const warehouse = visit.warehouse_id === null ? undefined : await findWarehouse(db(), companyId, visit.warehouse_id);
  const phone = dialledPhone(visit.recipient_phone, warehouse?.country_code ?? "");
  const stopped = await stoppedContacts(db(), companyId, [
    ...(visit.recipient_email === "" ? [] : [{ channel: "mail" as const, contact: visit.recipient_email }]),
    ...(phone === null ? [] : [{ channel: "sms" as const, contact: phone.e164 }]),
  ]);
  const rows = await messagesOfVisit(db(), companyId, visit.id);
  return {
    messages: rows.map(lineOf),
    unsubscribed: stopped.map(({ channel }) => CHANNEL_LABELS[channel]),
    heldBack: await heldBackOf(session, rows),
    strangers: can(session.actor, "route.share", { companyId }) ? await strangersOf(db(), companyId, visit, rows) : [],
  };
}

/** Of a package that has held messages back, and does so still: one that was renewed holds nothing. */
async function heldBackOf(
  session: CompanySession,
  rows: readonly RecipientMessageRow[],
): Promise<VisitMessagesView["heldBack"]> {
  const companyId = session.company.id;
  const held = rows.filter(({ reason }) => isHeldBack(reason));
  if (held.length === 0) return null;
  const allowance = await messageAllowance(db(), companyId, nowText());
  const words = allowanceWords(allowance);
  const limited = held.filter(({ reason }) => reason === DropReason.DayLimit).map(({ channel }) => channel);
  const left = await Promise.all([...new Set(limited)].map((channel) => hasMessageLeft(companyId, channel, allowance)));
  if (words === null || (!allowance.isOver && !left.includes(false))) return null;
  return { words, shop: can(session.actor, "company.billing", { companyId }) ? shopLink() : null };
}
