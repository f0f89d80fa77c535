import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import {
  claimNewTold,
  keepNewestSubscriptions,
  putSubscription,
  removeSubscriptionOfSession,
} from "~/db/repositories/push.server";
import { withTransaction } from "~/db/transaction.server";
import { earliestToday } from "~/domain/time/time-zone";
import { AppError } from "~/lib/errors";
import type { PushTarget } from "~/services/push/push-message";
import { nowSecOf, nowText } from "~/services/now.server";
import { routesToTell } from "./routes-to-tell.server";

/** A driver's phone, its successor, a tablet: more browsers at once belong to nobody. */
const MOST_BROWSERS = 5;

/** A driver's own browser, in the session that asks. @throws AppError 403 */
function ownBrowser(session: CompanySession): { companyId: number; memberId: number; sessionId: number } {
  const companyId = session.company.id;
  authorize(session, "route.listOwn", { companyId });
  const { memberId, id: sessionId } = session;
  if (memberId === null || sessionId === null) throw new AppError("forbidden", "You have no access", { status: 403 });
  return { companyId, memberId, sessionId };
}

/** From now on the session's browser is told what is new. What is on the list already is not. @throws AppError 403 */
export async function subscribe(session: CompanySession, target: PushTarget): Promise<void> {
  const { companyId, memberId, sessionId } = ownBrowser(session);
  const known = await routesToTell(db(), companyId, memberId, earliestToday(nowSecOf(session)));
  const now = nowText();
  await withTransaction(db(), async (trx) => {
    const subscriptionId = await putSubscription(trx, companyId, { memberId, sessionId, ...target }, now);
    await keepNewestSubscriptions(trx, companyId, memberId, MOST_BROWSERS);
    for (const [routeId, route] of known) {
      const told = JSON.stringify(route);
      await claimNewTold(trx, companyId, { subscriptionId, routeId }, { now, until: now, told });
    }
  });
}

/** @throws AppError 403 */
export async function unsubscribe(session: CompanySession): Promise<void> {
  const { companyId, sessionId } = ownBrowser(session);
  await withTransaction(db(), (trx) => removeSubscriptionOfSession(trx, companyId, sessionId));
}
