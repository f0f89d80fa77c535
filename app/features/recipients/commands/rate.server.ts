import { db } from "~/db/database.server";
import { findReply, saveReply } from "~/db/repositories/recipient-replies.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { refusalError } from "~/domain/decision";
import { parseUtcText } from "~/domain/time/utc-text";
import { canRate } from "~/domain/tracking/rating";
import { publishChange } from "~/realtime/publisher.server";
import { nowSec, nowText } from "~/services/now.server";
import type { OpenedVisit } from "../queries/open-link.server";
import { stageOf } from "../queries/visit-page.server";
import { refuseUnless } from "../refuse-unless";

/** Stars and a comment; for a day they may be changed. @throws AppError 403 (not offered), 409 (not done, too late) */
export async function rate(link: OpenedVisit, { stars, comment }: { stars: number; comment: string }): Promise<void> {
  const { company, settings, visit } = link;
  refuseUnless(settings.rating);
  await withTransaction(db(), async (trx) => {
    const before = await findReply(trx, company.id, visit.id);
    const can = canRate(stageOf(link), parseUtcText(before?.rated_at), nowSec());
    if (!can.ok) throw refusalError(can.error);
    const now = nowText();
    await saveReply(trx, company.id, visit.id, { stars, comment, rated_at: before?.rated_at ?? now }, now);
    const about = visit.planId === null ? {} : { planId: visit.planId };
    afterCommit(trx, () =>
      publishChange(company.id, { model: "RoutingVisit", action: "update", ids: [visit.id], ...about }),
    );
  });
}
