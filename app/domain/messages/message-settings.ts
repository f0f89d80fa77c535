/** What a company has its recipients told. */
import { MESSAGE_CHANNELS, MESSAGE_KINDS } from "./message-kind";
import type { MessageChannel, MessageKind } from "./message-kind";
import type { UtcText } from "../time/utc-text";
import type { QuietHours } from "./quiet-hours";

export interface MessageSettings {
  /** the ways that are on for each kind; one that is not listed is off */
  channels: Readonly<Partial<Record<MessageKind, readonly MessageChannel[]>>>;
  /**
   * Since when each kind is on by each way; left out: since before this was noted. A kind stands for all of its ways:
   * that is how it was noted at first.
   */
  onSince: Readonly<Partial<Record<MessageKind | SwitchName, UtcText>>>;
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

/** Since when the kind is on by this way. */
export const onSince = (settings: MessageSettings, kind: MessageKind, channel: MessageChannel): UtcText | undefined =>
  settings.onSince[switchName(kind, channel)] ?? settings.onSince[kind];

/** The same for all kinds that are on by this way. */
export const onSinceBy = (
  settings: MessageSettings,
  channel: MessageChannel,
): Readonly<Partial<Record<MessageKind, UtcText>>> =>
  Object.fromEntries(
    MESSAGE_KINDS.flatMap((kind) => {
      const since = isMessageOn(settings, kind, channel) ? onSince(settings, kind, channel) : undefined;
      return since === undefined ? [] : [[kind, since] as const];
    }),
  );

/** Whether anything is sent at all. */
export const hasMessages = (settings: MessageSettings): boolean =>
  Object.values(settings.channels).some((channels) => channels.some((channel) => MESSAGE_CHANNELS.includes(channel)));
