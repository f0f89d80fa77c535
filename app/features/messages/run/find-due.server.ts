import type { Db } from "~/db/client.server";
import { findMessageContact } from "~/db/repositories/message-contacts.server";
import { addMessage, messagesOfDay, reviveMessage } from "~/db/repositories/recipient-messages.server";
import { linksRevokedAt } from "~/db/repositories/tracking-links.server";
import { withTransaction } from "~/db/transaction.server";
import type { RecipientMessageRow } from "~/db/tables";
import { isStillNews } from "~/domain/messages/due-messages";
import type { DueMessage } from "~/domain/messages/due-messages";
import {
  DropReason,
  isHeldBack,
  mayBeRevived,
  MESSAGE_CHANNELS,
  MessageKind,
  MessageState,
} from "~/domain/messages/message-kind";
import type { MessageChannel } from "~/domain/messages/message-kind";
import { hasMessages } from "~/domain/messages/message-settings";
import { isToldTo, mayTellAnother } from "~/domain/messages/recipient-contact";
import { quietUntil } from "~/domain/messages/quiet-hours";
import { utcText } from "~/domain/time/utc-text";
import { isSampleEmail } from "~/domain/visit/sample-recipient";
import type { Visit } from "~/domain/visit/visit";
import { grouped } from "~/lib/grouped";
import { hasMessageLeft, messageAllowance } from "~/planner/message-allowance.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowSec } from "~/services/now.server";
import { dueBy, loadRouteToTell, phoneOf } from "./route-to-tell.server";
import type { LoadedRoute } from "./route-to-tell.server";

/** A wrong tap is taken back at once, and reports that waited for a network come one after the other. */
export const HOLD_SEC = 10;

/**
 * Puts what is due about the route's stops into the queue, each once, however many look at the same time.
 * @returns how many are new
 */
export async function findDueMessages(db: Db, companyId: number, routeId: number): Promise<number> {
  const loaded = await loadRouteToTell(db, companyId, routeId);
  if (loaded === null || !hasMessages(loaded.settings)) return 0;
  const now = nowSec();
  const due = MESSAGE_CHANNELS.map((channel) => ({ channel, on: dueBy(loaded, channel, now) }));
  if (due.every(({ on }) => on.length === 0)) return 0;
  const allowance = await messageAllowance(db, companyId, utcText(now), loaded.serviceDate);
  const left = new Set<MessageChannel>();
  for (const { channel } of due) if (await hasMessageLeft(companyId, channel, allowance)) left.add(channel);
  const added = await withTransaction(db, async (trx) => {
    const visitIds: number[] = [];
    for (const { channel, on } of due) {
      const may = { isOver: allowance.isOver, hasLeft: left.has(channel) };
      visitIds.push(...(await queueChannel(trx, loaded, on, channel, may, now)));
    }
    return visitIds;
  });
  const ids = [...new Set(added)];
  if (ids.length > 0) publishChange(companyId, { model: "RecipientMessage", action: "create", ids });
  return added.length;
}

/** What the company's package lets through. */
interface May {
  /** nothing: it has ended */
  isOver: boolean;
  /** as many as a day holds have not gone out yet */
  hasLeft: boolean;
}

/** @returns the visit of each message that is new */
async function queueChannel(
  trx: Db,
  loaded: LoadedRoute,
  on: readonly DueMessage[],
  channel: MessageChannel,
  may: May,
  now: number,
): Promise<number[]> {
  const { settings, company, route, serviceDate: day, visits } = loaded;
  if (on.length === 0) return [];
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  const ids = [...new Set(on.map(({ visitId }) => visitId))];
  const ofDay = await messagesOfDay(trx, company.id, ids, day);
  const known = grouped(
    ofDay.filter((row) => row.channel === channel),
    (row) => `${row.visit_id} ${row.kind}`,
  );
  const replaced = new Set(on.flatMap(({ visitId, insteadOf }) => (insteadOf ? [`${visitId} ${insteadOf}`] : [])));
  const at = utcText(quietUntil(now + HOLD_SEC, loaded.timeZone, settings.quietHours) ?? now + HOLD_SEC);
  const added: number[] = [];
  for (const { visitId, kind } of on) {
    const visit = byId.get(visitId)!;
    const to = contactOf(visit, channel, loaded.country);
    if (to === null || replaced.has(`${visitId} ${kind}`)) continue;
    // Who was told that they are next needs no word that the vehicle comes today. One who waits to be told so, and is
    // not next any more, does: the sender decides which of the two holds.
    const isToldNext = known.get(`${visitId} ${MessageKind.Next}`)?.some((row) => isToldTo(visit, row)) === true;
    if (kind === MessageKind.OutForDelivery && isToldNext) continue;
    const told = known.get(`${visitId} ${kind}`) ?? [];
    if (told.some((row) => isToldTo(visit, row))) continue;
    const before = told.at(-1);
    if (before !== undefined && !(await isForAnother(trx, company.id, visit, told))) {
      if (mayGoOutNow(before, visit, may, now) && to.isValid)
        await reviveMessage(trx, company.id, before.id, { contact: to.contact, nextTryAt: at }, utcText(now));
      continue;
    }
    const reason = !to.isValid
      ? DropReason.NoContact
      : (await isStopped(trx, company.id, channel, to.contact))
        ? DropReason.Unsubscribed
        : may.isOver
          ? DropReason.PackageEnded
          : null;
    const message = { visitId, routeId: route.id, kind, channel, day, contact: to.contact, reason };
    if (await addMessage(trx, company.id, { ...message, nextTryAt: reason === null ? at : null }, utcText(now)))
      added.push(visitId);
  }
  return added;
}

/** Whether all of a kind went to somebody else, whose link opens nothing any more. */
async function isForAnother(
  trx: Db,
  companyId: number,
  visit: Visit,
  told: readonly RecipientMessageRow[],
): Promise<boolean> {
  const last = told.at(-1);
  if (last?.state !== MessageState.Sent) return false;
  return mayTellAnother(visit, last, await linksRevokedAt(trx, companyId, { kind: "visit", id: visit.id }));
}

/** Whether what was dropped is sent after all. */
function mayGoOutNow({ state, reason }: RecipientMessageRow, visit: Visit, may: May, now: number): boolean {
  if (state !== MessageState.Dropped || !mayBeRevived(reason) || may.isOver) return false;
  return !isHeldBack(reason) || (may.hasLeft && isStillNews(visit, now));
}

/** Where the message goes; null: the visit names nothing. */
export function contactOf(
  visit: Pick<Visit, "recipientEmail" | "recipientPhone">,
  channel: MessageChannel,
  country: string,
): { contact: string; isValid: boolean } | null {
  const { recipientEmail: email } = visit;
  if (channel === "mail") return email === "" ? null : { contact: email, isValid: !isSampleEmail(email) };
  if (visit.recipientPhone.trim() === "") return null;
  const phone = phoneOf(visit, country);
  return phone === null
    ? { contact: visit.recipientPhone.trim(), isValid: false }
    : { contact: phone.e164, isValid: true };
}

/** Whether the recipient has ended messages of this company to this address or number. */
export async function isStopped(db: Db, companyId: number, channel: MessageChannel, contact: string): Promise<boolean> {
  const row = await findMessageContact(db, companyId, { channel, contact });
  return row !== undefined && row.stopped_at !== null;
}
