import type { Db } from "~/db/client.server";
import { largestPaidLimit } from "~/db/repositories/billings.server";
import type { DateText, UtcText } from "~/db/tables";
import { isRunning, isTrial } from "~/domain/billing/billing-record";
import { messagesADay } from "~/domain/messages/message-allowance";
import type { MessageAllowance } from "~/domain/messages/message-allowance";
import type { MessageChannel } from "~/domain/messages/message-kind";
import { addDays, DAY_SEC } from "~/domain/time/calendar";
import { limits } from "~/services/limits/limits.server";
import type { Limit } from "~/services/limits/limits.server";
import { billingIsOn, recordOf } from "./company-package.server";

/**
 * What may be sent to recipients for the company.
 * @param day service date: a route that began within the package ends within it, wherever midnight is
 */
export async function messageAllowance(
  db: Db,
  companyId: number,
  now: UtcText,
  day?: DateText,
): Promise<MessageAllowance> {
  if (!billingIsOn()) return { isOver: false, isTrial: false, perDay: null };
  const { record, isRunning: runs } = await recordOf(db, companyId, now);
  const isOfLateRoute = day !== undefined && day >= addDays(now.slice(0, 10), -1) && isRunning(record, day);
  const onTrial = isTrial(record);
  // Visits that a larger package has counted are driven after a smaller one has followed it.
  const visits = onTrial ? 0 : Math.max(record.visitsLimit, await largestPaidLimit(db, companyId));
  return { isOver: !runs && !isOfLateRoute, isTrial: onTrial, perDay: messagesADay(onTrial, visits) };
}

const limitOf = (uses: number): Limit => ({ name: "recipient-messages", uses, windowSec: DAY_SEC });
const keyOf = (companyId: number, channel: MessageChannel): string => `company:${companyId}:${channel}`;

/**
 * Counts a message that is about to go out, and none that may not: it would count against the package that follows.
 * @returns seconds to wait; 0: it may
 */
export async function takeMessage(
  companyId: number,
  channel: MessageChannel,
  { perDay }: Pick<MessageAllowance, "perDay">,
): Promise<number> {
  if (perDay === null) return 0;
  const [limit, key] = [limitOf(perDay[channel]), keyOf(companyId, channel)];
  return (await limits().look(limit, key)) || limits().take(limit, key);
}

/** Whether one more may go out, without counting it. */
export const hasMessageLeft = async (
  companyId: number,
  channel: MessageChannel,
  { perDay }: Pick<MessageAllowance, "perDay">,
): Promise<boolean> =>
  perDay === null || (await limits().look(limitOf(perDay[channel]), keyOf(companyId, channel))) === 0;
