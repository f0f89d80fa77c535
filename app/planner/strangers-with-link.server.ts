import type { Db } from "~/db/client.server";
import { linksRevokedAt } from "~/db/repositories/tracking-links.server";
import type { RecipientMessageRow, RoutingVisitRow } from "~/db/tables";
import { strangersWithLink } from "~/domain/messages/recipient-contact";
import { isLinkExpired } from "~/domain/tracking/link-life";
import { nowSec } from "~/services/now.server";
import { dayOfLink } from "./tracking-links.server";

/**
 * Addresses and numbers that a message of the visit went to, that the visit doesn't name any more, and whose link opens
 * it still. The log of messages tells; nothing is stored for it.
 * @param messages of the visit, the newest first
 */
export async function strangersOf(
  db: Db,
  companyId: number,
  visit: RoutingVisitRow,
  messages: readonly RecipientMessageRow[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const named = { recipientEmail: visit.recipient_email, recipientPhone: visit.recipient_phone };
  const revokedAt = await linksRevokedAt(db, companyId, { kind: "visit", id: visit.id });
  const found = strangersWithLink(named, [...messages].reverse(), revokedAt);
  if (found.length === 0) return [];
  const { day } = await dayOfLink(db, visit);
  return isLinkExpired(day, nowSec()) ? [] : found;
}
