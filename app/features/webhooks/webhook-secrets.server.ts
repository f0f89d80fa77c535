import type { WebhookEndpointRow } from "~/db/tables";
import type { UtcText } from "~/domain/time/utc-text";
import { openText, sealText } from "~/services/secret.server";

const PURPOSE = "webhook secret";

export const sealSecret = (secret: string): string => sealText(PURPOSE, secret);

/** Null when the server's own secret has changed since. */
export const openSecret = (sealed: string): string | null => openText(PURPOSE, sealed);

/** The secrets that sign now: the endpoint's own, and for a day the one before. */
export function secretsOf({ secret, previous_secret, previous_until }: WebhookEndpointRow, now: UtcText): string[] {
  const before = previous_until !== null && previous_until > now ? previous_secret : null;
  return [secret, ...(before === null ? [] : [before])].map(openSecret).filter((one) => one !== null);
}
