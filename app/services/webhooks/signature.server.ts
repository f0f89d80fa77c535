import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const KEY_BYTES = 32;

/** A secret as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(KEY_BYTES).toString("base64");

interface Signed {
  id: string;
  /** epoch seconds of this try */
  timestamp: number;
  body: string;
}

/**
 * The headers of Standard Webhooks, version v1: HMAC-SHA256 over `id.timestamp.body`.
 * @param secrets while one is changed, the new one and the one before: a receiver may know either
 */
export function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: Signed): Record<string, string> {
  const sign = (secret: string): string =>
    createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
