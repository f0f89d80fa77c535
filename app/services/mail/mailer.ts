import { CarrierError } from "../carrier-error";

/** A mail to one person, in two forms of the same words. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** who it comes from by name; left out: the platform */
  fromName?: string;
  /** where answers go; left out: to nobody */
  replyTo?: string;
  /** ends mails of this kind by one click (RFC 8058) */
  unsubscribeUrl?: string;
}

/** Hands mails over to the outside world. */
export interface Mailer {
  /**
   * @param uid the same for every try of one mail, so that its reader's mailbox can tell that it has it already
   * @throws MailRefused, or another CarrierError when it may work later
   */
  send(mail: Mail, uid?: string): Promise<void>;
  close(): void;
}

/** It will never be taken as it is: no further try. */
export class MailRefused extends CarrierError {}
