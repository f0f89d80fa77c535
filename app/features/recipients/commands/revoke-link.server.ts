import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { routesWithRemoved } from "~/db/repositories/routes.server";
import { raiseLinkRevision } from "~/db/repositories/tracking-links.server";
import { visitsWithRemoved } from "~/db/repositories/visits.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { TrackingSubject } from "~/domain/tracking/tracking-subject";
import { notFound } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

/**
 * Every link that was given out answers as an unknown one from now on; the next one is another. @throws AppError 403,
 * 404
 */
export async function revokeLink(session: CompanySession, subject: TrackingSubject, tab?: string): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "route.share", { companyId });
  await withTransaction(db(), async (trx) => {
    const planId = await planOf(trx, companyId, subject);
    await raiseLinkRevision(trx, companyId, subject, nowText());
    const model = subject.kind === "route" ? "RoutingRoute" : "RoutingVisit";
    const about = planId === null ? {} : { planId };
    // Open pages behind the link close with it.
    afterCommit(trx, () => publishChange(companyId, { model, action: "update", ids: [subject.id], ...about }, tab));
  });
}

/** The links of what was removed may be revoked, too: it may be restored. @throws AppError 404 */
async function planOf(trx: Db, companyId: number, { kind, id }: TrackingSubject): Promise<number | null> {
  const [row] =
    kind === "route" ? await routesWithRemoved(trx, companyId, [id]) : await visitsWithRemoved(trx, companyId, [id]);
  if (row === undefined) throw notFound(kind === "route" ? "Route" : "Visit");
  return row.plan_id;
}
