/** Whom a company erases, as the database keeps it until that is done. */
import type { MessageChannel } from "~/domain/messages/message-kind";
import { openText, sealText } from "~/services/secret.server";
import type { RecipientContact } from "~/domain/rights/recipient-contact";

const PURPOSE = "recipient erasures";

interface Sealed extends RecipientContact {
  /** how phones without a country code are read */
  country: string;
}

export const sealContact = (contact: Sealed): string => sealText(PURPOSE, JSON.stringify(contact));

/** Null when the server's own secret has changed since. */
export function openContact(sealed: string | null): Sealed | null {
  const opened = sealed === null ? null : openText(PURPOSE, sealed);
  if (opened === null) return null;
  const { channel, contact, country } = JSON.parse(opened) as {
    channel: MessageChannel;
    contact: string;
    country: string;
  };
  return { channel, contact, country };
}
