/** What recipients are told, by which ways, and what became of it. */
import type { ValueOf } from "../labels";

export const MessageKind = {
  /** the route with their stop is on the road */
  OutForDelivery: "out_for_delivery",
  /** their stop is the vehicle's next one */
  Next: "next",
  Delivered: "delivered",
  PickedUp: "picked_up",
  Failed: "failed",
} as const;
export type MessageKind = ValueOf<typeof MessageKind>;

/** In the order of a day. */
export const MESSAGE_KINDS: readonly MessageKind[] = Object.values(MessageKind);

export const MESSAGE_KIND_LABELS: Readonly<Record<MessageKind, string>> = {
  out_for_delivery: "Out for delivery",
  next: "You are next",
  delivered: "Delivered",
  picked_up: "Picked up",
  failed: "Failed",
};

export const MessageChannel = { Mail: "mail", Sms: "sms" } as const;
export type MessageChannel = ValueOf<typeof MessageChannel>;

export const MESSAGE_CHANNELS: readonly MessageChannel[] = Object.values(MessageChannel);

export const CHANNEL_LABELS: Readonly<Record<MessageChannel, string>> = { mail: "E-mail", sms: "SMS" };

export const MessageState = {
  /** it is due, or waits for the end of the quiet hours or for another try */
  Waiting: "waiting",
  Sent: "sent",
  /** it would have come too late, or must not be sent */
  Dropped: "dropped",
  /** whoever was to carry it refused it for good, or was away too long */
  Failed: "failed",
} as const;
export type MessageState = ValueOf<typeof MessageState>;

/** Why a message was dropped. */
export const DropReason = {
  /** what it says was not so any more when it could be sent */
  TooLate: "too_late",
  Unsubscribed: "unsubscribed",
  SwitchedOff: "switched_off",
  /** the number can't be called from abroad, or is none */
  NoContact: "no_contact",
  /** the company had no package any more */
  PackageEnded: "package_ended",
  /** as many had gone out by that way as the package holds a day */
  DayLimit: "day_limit",
} as const;
export type DropReason = ValueOf<typeof DropReason>;

export const DROP_WORDS: Readonly<Record<DropReason, string>> = {
  too_late: "It would have come too late",
  unsubscribed: "The recipient has unsubscribed",
  switched_off: "The company has switched it off",
  no_contact: "The phone number is not correct",
  package_ended: "The company’s package had ended",
  day_limit: "The day’s limit of messages was reached",
};

/** Whether it was held back by what the company pays for. */
export const isHeldBack = (reason: string | null): boolean =>
  reason === DropReason.PackageEnded || reason === DropReason.DayLimit;

/** What holds again may be told after all; the other reasons stay. */
export const mayBeRevived = (reason: string | null): boolean =>
  reason === DropReason.TooLate || reason === DropReason.SwitchedOff || isHeldBack(reason);
