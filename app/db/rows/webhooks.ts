import type { Stamps, UtcText } from "./basics";

/** An address that is told what happens in a company. */
export interface WebhookEndpointRow extends Stamps {
  id: number;
  company_id: number;
  url: string;
  /** what it is for */
  note: string;
  /** names with commas between them: domain/webhooks/webhook-events */
  events: string;
  /** encrypted */
  secret: string;
  /** who has made the secret; they may see it for ten minutes */
  secret_by: number | null;
  secret_at: UtcText;
  /** encrypted; signs too, until `previous_until` */
  previous_secret: string | null;
  previous_until: UtcText | null;
  /** null: it is told what happens */
  disabled_at: UtcText | null;
  /** domain/webhooks/delivery */
  disabled_reason: string | null;
  /** the first of the tries that have failed since the last that succeeded */
  failing_since: UtcText | null;
  /** until then nobody else sends to it */
  busy_until: UtcText;
  /** names the process that sends; null: nobody does */
  claim: string | null;
}

/** One event for one endpoint. */
export interface WebhookDeliveryRow extends Stamps {
  id: number;
  company_id: number;
  endpoint_id: number;
  /** `webhook-id` */
  uid: string;
  event: string;
  /** JSON, as it is signed */
  body: string;
  state: string;
  /** that have begun */
  attempts: number;
  /** null: it has ended */
  next_try_at: UtcText | null;
  tried_at: UtcText | null;
  /** of HTTP, in the last try; null: there was no answer */
  answer_status: number | null;
  answer_text: string | null;
  took_ms: number | null;
  /** why there was no answer */
  failure: string | null;
}
