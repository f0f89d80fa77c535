/** How many messages may go out for a company in a day. What it pays for sets it, each way apart. */
import { count, formatNumber } from "../format-number";
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MessageChannel } from "./message-kind";

type MessagesADay = Readonly<Record<MessageChannel, number>>;

/** Enough for a first day on the road. Anybody can begin a trial, and write to anybody in it. */
export const TRIAL_MESSAGES: MessagesADay = { mail: 100, sms: 20 };

/** A visit has each kind once a day by each way. */
const MESSAGES_OF_VISIT = MESSAGE_KINDS.length;

export interface MessageAllowance {
  /** what the company had has ended, and nothing has followed */
  isOver: boolean;
  isTrial: boolean;
  /** null: nobody counts */
  perDay: MessagesADay | null;
}

/** @param visits of one period of the package: all of them may be driven on one day */
export const messagesADay = (isTrial: boolean, visits: number): MessagesADay => {
  const paid = (channel: MessageChannel): number => Math.max(TRIAL_MESSAGES[channel], MESSAGES_OF_VISIT * visits);
  return isTrial ? TRIAL_MESSAGES : { mail: paid(MessageChannel.Mail), sms: paid(MessageChannel.Sms) };
};

/** What a company reads of it; null where nobody counts. */
export function allowanceWords({ isOver, isTrial, perDay }: MessageAllowance): string | null {
  if (isOver) return "Your package has ended: recipients are told nothing until another one begins.";
  if (perDay === null) return null;
  const most = `up to ${MESSAGE_CHANNELS.map((channel) => AMOUNTS[channel](perDay[channel])).join(" and ")} a day`;
  return isTrial ? `A trial sends ${most}. A package sends more.` : `Your package sends ${most}.`;
}

const AMOUNTS: Readonly<Record<MessageChannel, (most: number) => string>> = {
  mail: (most) => count(most, "e-mail"),
  sms: (most) => `${formatNumber(most)} SMS`,
};
