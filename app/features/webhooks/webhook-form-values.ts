/** What fields of a webhook are called that two people may change to different values. */
export const WEBHOOK_FIELD_LABELS = { url: "URL", note: "Description" } as const;
type WebhookField = keyof typeof WEBHOOK_FIELD_LABELS;

/** What they show. */
export const webhookFormTexts = ({ url, note }: Readonly<Record<WebhookField, string>>) => ({ url, note });
