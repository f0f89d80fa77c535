import type { Db } from "~/db/client.server";
import { keepMessageContact } from "~/db/repositories/message-contacts.server";
import {
  claimMessageAcrossCompanies,
  messagesOfDay,
  readdressMessage,
  settleMessage,
} from "~/db/repositories/recipient-messages.server";
import type { MessageOutcome } from "~/db/repositories/recipient-messages.server";
import { findVisit } from "~/db/repositories/visits.server";
import type { RecipientMessageRow } from "~/db/tables";
import type { DueMessage } from "~/domain/messages/due-messages";
import { DropReason, MessageKind, MessageState } from "~/domain/messages/message-kind";
import { isToldTo } from "~/domain/messages/recipient-contact";
import { isMessageOn } from "~/domain/messages/message-settings";
import { quietUntil } from "~/domain/messages/quiet-hours";
import { RecordStatus } from "~/domain/record-status";
import { addSeconds, utcText } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { errorSteps, errorWords } from "~/lib/error-words";
import { AppError } from "~/lib/errors";
import { withoutContacts } from "~/lib/without-contacts";
import { contactOfCompany } from "~/planner/company-contact.server";
import { messageAllowance, takeMessage } from "~/planner/message-allowance.server";
import { paths } from "~/paths";
import { publishChange } from "~/realtime/publisher.server";
import { CarrierError } from "~/services/carrier-error";
import { services } from "~/services/container.server";
import { MailRefused } from "~/services/mail/mailer";
import { nowSec, nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";
import { SmsRefused } from "~/services/sms/sms";
import { contactOf, isStopped } from "./find-due.server";
import { languageFor, mailFor, smsFor, textOf } from "../message-content.server";
import { dueBy, loadRouteToTell, phoneOf } from "./route-to-tell.server";
import type { LoadedRoute } from "./route-to-tell.server";
import { valuesOfVisit } from "./values-of-visit.server";

/** Nobody else takes the message meanwhile; longer than all time limits of whoever carries it. */
const CLAIM_SEC = 180;
/** Waits between the tries; after the last one the message is given up. */
const WAITS_SEC = [15, 60, 300, 1800, 7200] as const;

type Send = () => Promise<void>;
type Decision = MessageOutcome | { send: Send };

const dropped = (reason: DropReason): MessageOutcome => ({ state: MessageState.Dropped, reason });

/**
 * Sends the message that is due, if what it says still holds. Its words are made now, from how the route stands now. A
 * process that dies between the carrier's yes and the note of it leaves a message that is sent twice, with the same id.
 * @returns whether one was due
 */
export async function sendNextMessage(db: Db): Promise<boolean> {
  const now = nowText();
  const row = await claimMessageAcrossCompanies(db, now, addSeconds(now, CLAIM_SEC));
  if (row === null) return false;
  if (await settleMessage(db, row.company_id, row, await carried(db, row), nowText()))
    publishChange(row.company_id, { model: "RecipientMessage", action: "update", ids: [row.visit_id] });
  return true;
}

async function carried(db: Db, row: RecipientMessageRow): Promise<MessageOutcome> {
  try {
    const decision = await decide(db, row);
    if (!("send" in decision)) return decision;
    await decision.send();
    return { state: MessageState.Sent };
  } catch (error) {
    return failed(row, error);
  }
}

/** Dispatchers read what a carrier said. They can do nothing about other faults: the log says where those lie. */
function failed({ attempts, kind, channel, id }: RecipientMessageRow, error: unknown): MessageOutcome {
  const isCarriers = error instanceof CarrierError;
  const failure = isCarriers ? error.message : "The message could not be made.";
  const words = withoutContacts(errorWords(error));
  const why = isCarriers || !(error instanceof Error) ? words : `${error.name}: ${words}\n${errorSteps(error)}`;
  const isFinal = error instanceof MailRefused || error instanceof SmsRefused;
  const waitSec = isFinal ? undefined : WAITS_SEC[attempts - 1];
  const name = `The message ${id} (${kind}, ${channel})`;
  if (waitSec === undefined) {
    console.error(`${name} can't be sent:`, why);
    return { state: MessageState.Failed, failure };
  }
  console.warn(`${name} is tried again in ${waitSec} s:`, why);
  return { state: MessageState.Waiting, failure, nextTryAt: addSeconds(nowText(), waitSec) };
}

/** What becomes of the message, by how everything stands now. */
async function decide(db: Db, row: RecipientMessageRow): Promise<Decision> {
  const { company_id: companyId, visit_id: visitId, channel, kind } = row;
  const visitRow = await findVisit(db, companyId, visitId);
  const loaded =
    visitRow === undefined || visitRow.route_id === null
      ? null
      : await loadRouteToTell(db, companyId, visitRow.route_id).catch(ifGone);
  const visit = loaded?.visits.find((one) => one.id === visitId);
  if (!loaded || visit === undefined || loaded.serviceDate !== row.day) return dropped(DropReason.TooLate);
  if (loaded.company.status !== RecordStatus.Active || !isMessageOn(loaded.settings, kind, channel))
    return dropped(DropReason.SwitchedOff);
  const now = nowSec();
  const due = dueBy(loaded, channel, now).filter((one) => one.visitId === visitId);
  if (!due.some((one) => one.kind === kind) || (await isReplaced(db, row, visit, due)))
    return dropped(DropReason.TooLate);
  const quiet = quietUntil(now, loaded.timeZone, loaded.settings.quietHours);
  if (quiet !== null) return { state: MessageState.Waiting, attempts: 0, nextTryAt: utcText(quiet) };
  const to = contactOf(visit, channel, loaded.country);
  if (to?.isValid !== true) return dropped(DropReason.NoContact);
  if (await isStopped(db, companyId, channel, to.contact)) return dropped(DropReason.Unsubscribed);
  if (to.contact !== row.contact && !(await readdressMessage(db, companyId, row, to.contact, utcText(now))))
    return dropped(DropReason.TooLate);
  const allowance = await messageAllowance(db, companyId, utcText(now), row.day);
  if (allowance.isOver) return dropped(DropReason.PackageEnded);
  // Counted once: what a carrier didn't take at first has its place already.
  if (row.attempts === 1 && (await takeMessage(companyId, channel, allowance)) > 0) return dropped(DropReason.DayLimit);
  return { send: await prepare(db, row, loaded, visit, to.contact) };
}

/**
 * Whether the recipient is told by the same way that they are next, or has been: "Out for delivery" may have waited
 * until then.
 * @param due about the same visit
 */
async function isReplaced(
  db: Db,
  { company_id: companyId, visit_id: visitId, day, kind, channel }: RecipientMessageRow,
  visit: Visit,
  due: readonly DueMessage[],
): Promise<boolean> {
  if (kind !== MessageKind.OutForDelivery) return false;
  const others = (await messagesOfDay(db, companyId, [visitId], day)).filter((other) => other.channel === channel);
  const next = others.filter((other) => other.kind === MessageKind.Next);
  if (next.some((one) => isToldTo(visit, one))) return true;
  const waits = next.some(({ state }) => state === MessageState.Waiting);
  return waits && due.some((one) => one.kind === MessageKind.Next);
}

/** A company that is closed meanwhile. */
function ifGone(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
}

async function prepare(
  db: Db,
  { kind, channel, uid }: RecipientMessageRow,
  loaded: LoadedRoute,
  visit: LoadedRoute["visits"][number],
  contact: string,
): Promise<Send> {
  const { settings, company, country } = loaded;
  const language = languageFor(settings.language, [phoneOf(visit, country)?.country ?? null, country]);
  const { token } = await keepMessageContact(db, company.id, { channel, contact, language }, nowText());
  const text = await textOf(db, company.id, language, kind);
  const values = await valuesOfVisit(db, loaded, visit, {
    channel,
    language,
    stop: publicLink(paths.stopMessages(token)),
  });
  const { email } = await contactOfCompany(db, company);
  const recipient = {
    to: contact,
    language,
    kind,
    sender: settings.sender,
    replyTo: email || null,
  };
  if (channel === "mail") {
    const mail = mailFor(recipient, text, values);
    return () => services().mailer.send(mail, uid);
  }
  const sms = smsFor(recipient, text, values);
  return () => services().sms.send(sms, uid);
}
