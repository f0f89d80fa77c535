import { CarrierError } from "../carrier-error";

/** A text message to one phone. */
export interface Sms {
  /** in international form without spaces: '+4232321234' */
  to: string;
  /** who it comes from, as far as the gateway lets senders choose; empty for none */
  from: string;
  text: string;
}

/** Hands text messages over to the outside world. */
export interface SmsSender {
  /**
   * @param uid the same for every try of one message, so that a gateway that looks at it sends it once
   * @throws SmsRefused, or another CarrierError when it may work later
   */
  send(sms: Sms, uid: string): Promise<void>;
}

/** It will never be taken as it is: no further try. */
export class SmsRefused extends CarrierError {}

/** Of a text's characters: ten messages that a phone joins to one. */
const MAX_TEXT = 1530;
const NUMBER = /^\+\d{7,15}$/;

/**
 * Whatever the caller let through, only a number is written to.
 * @throws SmsRefused
 */
export function checkSms({ to, text }: Sms): void {
  if (!NUMBER.test(to)) throw new SmsRefused("The recipient is no phone number in international form.");
  if (text.trim() === "" || text.length > MAX_TEXT) throw new SmsRefused("The text is empty or too long.");
}
