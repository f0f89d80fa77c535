/** What a company has its recipients told. */
import { MESSAGE_CHANNELS } from "./message-kind";
import type { MessageChannel, MessageKind } from "./message-kind";
import type { UtcText } from "../time/utc-text";
import type { QuietHours } from "./quiet-hours";

export interface MessageSettings {
  /** the ways that are on for each kind; one that is not listed is off */
  channels: Readonly<Partial<Record<MessageKind, readonly MessageChannel[]>>>;
  /** since when each kind is on; left out: since before this was noted */
  onSince: Readonly<Partial<Record<MessageKind, UtcText>>>;
  /** null: messages are sent at any time */
  quietHours: QuietHours | null;
  /** who messages come from; empty: the company's title */
  sender: string;
  /** of all messages; empty: that of the recipient's country */
  language: string;
}

/** 'next_sms': the field that says whether that kind goes that way. */
export type SwitchName = `${MessageKind}_${MessageChannel}`;
export const switchName = (kind: MessageKind, channel: MessageChannel): SwitchName => `${kind}_${channel}`;

/** Longest name of a sender, in characters. */
export const MAX_SENDER_LENGTH = 60;

export const isMessageOn = ({ channels }: MessageSettings, kind: MessageKind, channel: MessageChannel): boolean =>
  channels[kind]?.includes(channel) ?? false;

/** Whether anything is sent at all. */
export const hasMessages = (settings: MessageSettings): boolean =>
  Object.values(settings.channels).some((channels) => channels.some((channel) => MESSAGE_CHANNELS.includes(channel)));
